package wholefile

import (
	"context"
	"io"
)

// Reader reads from r until ctx ends, whose error it gives then.
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
