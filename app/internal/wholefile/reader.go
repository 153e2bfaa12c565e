package wholefile

import (
	"context"
	"errors"
	"io"
)

// Reader returns a reader of r that fails with the error of ctx once ctx ends.
func Reader(ctx context.Context, r io.Reader) io.Reader { return reader{ctx, r} }

type reader struct {
	ctx context.Context //nolint:containedctx // it lives as long as a call
	r   io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}

// ReadError is an error of reading what is copied, as opposed to writing the copy.
type ReadError struct{ Err error }

// Error implements error.
func (e *ReadError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *ReadError) Unwrap() error { return e.Err }

// IsReadError reports whether an error is a ReadError.
func IsReadError(err error) bool {
	_, ok := errors.AsType[*ReadError](err)
	return ok
}

// MarkReads returns a reader of r each of whose errors is a ReadError.
func MarkReads(r io.Reader) io.Reader { return markingReader{r} }

type markingReader struct{ r io.Reader }

func (m markingReader) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = &ReadError{err}
	}
	return n, err
}
