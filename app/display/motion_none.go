//go:build windows || darwin

package display

import "context"

// PrefersLess reports whether the desktop is set to show no animations.
func PrefersLess(context.Context) (bool, error) { return false, ErrNone }
