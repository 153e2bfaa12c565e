package clipboard

import (
	"context"
	"sync"
)

// TextOwner puts a text on the clipboard as both plain text and HTML; the pasting program chooses
// one.
//
// On X11, including Xwayland, the owner of the clipboard serves its contents to other programs:
// TextOwner does so over a connection of its own until something else is copied, and Close
// transfers the text to the clipboard manager if there is one. On Windows and macOS the system
// stores the text.
//
// The zero value owns nothing. Its methods can be called from any goroutine.
type TextOwner struct {
	mu   sync.Mutex
	held heldText
}

// Set replaces the contents of the clipboard with a text. On error the contents stay unchanged; the
// error is ErrUnavailable or the error of ctx.
func (o *TextOwner) Set(ctx context.Context, plain, html string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	return o.held.set(ctx, plain, html)
}

// Close hands the text over to the clipboard manager, which takes at most a second, and ends the
// connection that Set opened.
func (o *TextOwner) Close(ctx context.Context) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.held.close(ctx)
	return nil
}
