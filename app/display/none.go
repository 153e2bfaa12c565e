//go:build !(linux || freebsd || openbsd || netbsd)

package display

import "image"

// PlaceOf returns the current place of a window.
func PlaceOf(uintptr) (Place, error) { return Place{}, ErrNone }

// Screens are those there are now.
func Screens() ([]image.Rectangle, error) { return nil, ErrNone }

// Raise brings a window to the front.
func Raise(uintptr) error { return ErrNone }

// Maximize makes a window as large as its screen.
func Maximize(uintptr) error { return ErrNone }

// Grab has keys call from anywhere.
func Grab(Keys, func()) (release func(), err error) { return nil, ErrNone }
