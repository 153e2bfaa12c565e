//go:build windows || darwin

package desktop

import "context"

// PrefersReducedMotion returns ErrNone: Parlando asks Linux desktops only.
func PrefersReducedMotion(context.Context) (bool, error) { return false, ErrNone }
