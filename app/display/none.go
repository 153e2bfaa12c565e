//go:build !(linux || freebsd || openbsd || netbsd || windows)

package display

import "image"

// PositionOf returns the current position of a window.
func PositionOf(uintptr) (WindowPosition, error) { return WindowPosition{}, ErrNone }

// Screens returns the rectangles of the current screens.
func Screens() ([]image.Rectangle, error) { return nil, ErrNone }

// Raise brings a window to the front.
func Raise(uintptr) error { return ErrNone }

// Maximize maximizes a window.
func Maximize(uintptr) error { return ErrNone }

// GrabKeys registers a global hotkey.
func GrabKeys(Keys, func()) (release func(), err error) { return nil, ErrNone }
