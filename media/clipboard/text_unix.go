//go:build !windows && !darwin

package clipboard

import (
	"context"
	"os"
)

// heldText holds the current or last selection; nil before the first.
type heldText struct{ selection *selection }

func (h *heldText) set(ctx context.Context, plain, html string) error {
	if os.Getenv("DISPLAY") == "" {
		return ErrUnavailable
	}
	next, err := own(ctx, plain, html)
	if err != nil {
		return err
	}
	if h.selection != nil {
		h.selection.end()
	}
	h.selection = next
	return nil
}

func (h *heldText) close(ctx context.Context) {
	if h.selection == nil {
		return
	}
	h.selection.leave(ctx)
	h.selection.end()
	h.selection = nil
}
