package speech

import (
	"context"
	"io"
	"sync"
)

// body holds a sound while it arrives. Any number of readers may read it, each from the beginning.
type body struct {
	mu      sync.Mutex
	data    []byte // append-only
	err     error  // nil while receiving, io.EOF once complete, otherwise why it ended early
	changed chan struct{}
	// format is the format of data; it is set before the first read.
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

// end marks the body as complete (io.EOF), or as interrupted with err.
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

// reader returns a reader from the beginning that waits for missing bytes until ctx ends.
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
