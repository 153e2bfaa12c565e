package transcriber

import (
	"errors"
	"io"
	"sync"

	"parlando/media/split"
)

// partReader reads a part at any offset, so that the client can send it again. Sequential reading
// is cheap; going back restarts the part.
type partReader struct {
	part split.Part

	mu   sync.Mutex
	open io.ReadCloser // nil if none
	at   int64         // current offset of open
}

// ReadAt implements io.ReaderAt.
func (r *partReader) ReadAt(b []byte, at int64) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open == nil || at < r.at {
		if err := r.close(); err != nil {
			return 0, err
		}
		r.open, r.at = r.part.Open(), 0
	}
	if skip := at - r.at; skip > 0 {
		n, err := io.CopyN(io.Discard, r.open, skip)
		r.at += n
		if err != nil {
			return 0, err
		}
	}
	n, err := io.ReadFull(r.open, b)
	r.at += int64(n)
	if errors.Is(err, io.ErrUnexpectedEOF) && r.at == r.part.Length() {
		err = io.EOF
	}
	return n, err
}

func (r *partReader) close() error {
	if r.open == nil {
		return nil
	}
	err := r.open.Close()
	r.open = nil
	return err
}

// Close releases the reader.
func (r *partReader) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.close()
}
