// Package display asks X11 what the toolkit of the window does not tell: where a window stands,
// which screens there are; it brings a window to the front, and has keys call from anywhere.
// Wayland lets no program do any of that, and Windows and macOS are left to the toolkit: there is
// no display then.
package display

import (
	"errors"
	"image"
)

var (
	// ErrNone means that there is no X11 here.
	ErrNone = errors.New("there is no X11 display")
	// ErrTaken means that another program has the keys.
	ErrTaken = errors.New("another program has these keys")
	// ErrKeys means that what was written names no keys.
	ErrKeys = errors.New("these are no keys")
)

// Place is the place of a window's content, in pixels of the whole desktop.
type Place struct {
	X, Y          int
	Width, Height int
	Maximized     bool
}

// grip is the part of a window's upper edge that must be on a screen, so that it can be seen and
// moved: so wide, and so far above the content for the frame.
const (
	gripWidth = 120
	gripAbove = 32
)

// Reachable reports whether a window at a place can be seen and moved with these screens: enough of
// its upper edge is on one of them.
func Reachable(x, y, width int, screens []image.Rectangle) bool {
	edge := image.Rect(x, y-gripAbove, x+max(width, gripWidth), y+gripAbove)
	for _, s := range screens {
		on := edge.Intersect(s)
		if y >= s.Min.Y && y < s.Max.Y && on.Dx() >= min(gripWidth, width) {
			return true
		}
	}
	return false
}
