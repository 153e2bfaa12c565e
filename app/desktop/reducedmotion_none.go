//go:build windows || darwin

package desktop

import "context"

// PrefersReducedMotion returns ErrNone, as it is not implemented on this system.
func PrefersReducedMotion(context.Context) (bool, error) { return false, ErrNone }
