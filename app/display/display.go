// Package display provides functions of X11 and Windows that the window toolkit lacks: window
// positions, screens, raising a window, and global hotkeys. Wayland allows none of these functions,
// and macOS leaves them to the toolkit: there all functions return ErrNone.
package display

import (
	"errors"
	"image"
)

var (
	// ErrNone means that the system does not offer the function.
	ErrNone = errors.New("no X11 display")
	// ErrTaken means that another program has grabbed the keys.
	ErrTaken = errors.New("another program has these keys")
	// ErrInvalidKeys means that a text names no valid keys.
	ErrInvalidKeys = errors.New("not a valid shortcut")
)

// WindowPosition is the position of a window's content, in pixels of the whole desktop.
type WindowPosition struct {
	X, Y          int
	Width, Height int
	Maximized     bool
}

// The minimum part of a window's top edge that must be on a screen, so that the user can see and
// move the window: its width, and its height above the content for the title bar.
const (
	gripWidth = 120
	gripAbove = 32
)

// IsReachable reports whether a window at a position can be seen and moved: enough of its top edge
// is on one of the screens.
func IsReachable(x, y, width int, screens []image.Rectangle) bool {
	edge := image.Rect(x, y-gripAbove, x+max(width, gripWidth), y+gripAbove)
	for _, s := range screens {
		on := edge.Intersect(s)
		if y >= s.Min.Y && y < s.Max.Y && on.Dx() >= min(gripWidth, width) {
			return true
		}
	}
	return false
}
