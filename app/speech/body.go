package speech

import (
	"context"
	"io"
	"sync"
)

// body is a sound that is arriving. Any number may read it, each from its beginning.
type body struct {
	mu      sync.Mutex
	data    []byte // only ever appended to
	err     error  // nil while it arrives, io.EOF when it is complete, else why it broke off
	changed chan struct{}
	// format is that of the bytes; it is set before anybody reads.
	format string
}

func newBody(format string) *body { return &body{changed: make(chan struct{}), format: format} }

// Write implements io.Writer; it never fails.
func (b *body) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.data = append(b.data, p...)
	b.wake()
	return len(p), nil
}

// end says that nothing more comes: io.EOF, or why.
func (b *body) end(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.err = err
	b.wake()
}

func (b *body) wake() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// reader reads from the beginning and waits for what has not arrived, until ctx ends.
func (b *body) reader(ctx context.Context) io.Reader { return &bodyReader{body: b, ctx: ctx} }

type bodyReader struct {
	body *body
	ctx  context.Context
	at   int
}

func (r *bodyReader) Read(p []byte) (int, error) {
	b := r.body
	for {
		b.mu.Lock()
		data, err, changed := b.data, b.err, b.changed
		b.mu.Unlock()
		if r.at < len(data) {
			n := copy(p, data[r.at:])
			r.at += n
			return n, nil
		}
		if err != nil {
			return 0, err
		}
		select {
		case <-changed:
		case <-r.ctx.Done():
			return 0, r.ctx.Err()
		}
	}
}
