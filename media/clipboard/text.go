package clipboard

import (
	"context"
	"sync"
)

// TextOwner puts a text on the clipboard in two forms, plain and as HTML, of which a program that
// pastes takes what it understands.
//
// On X11 what was copied belongs to a program, which hands it over whenever another one pastes:
// until something else is copied, the owner answers over a connection of its own, and at the end
// leaves it to the clipboard manager, where there is one. So it is on Wayland, as far as there is
// X11 beside. On Windows and macOS the system keeps it.
//
// The zero value owns nothing. Its methods can be called from any goroutine.
type TextOwner struct {
	mu   sync.Mutex
	held heldText
}

// Set puts a text on the clipboard, in place of what was there. The error is ErrUnreachable where
// that cannot be done, or that of ctx; what was there stays then.
func (o *TextOwner) Set(ctx context.Context, plain, html string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	return o.held.set(ctx, plain, html)
}

// Close leaves what is on the clipboard to whoever keeps it, which takes a second at most, and ends
// what Set began.
func (o *TextOwner) Close(ctx context.Context) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.held.close(ctx)
	return nil
}
