//go:build windows || darwin

package desktop

import "context"

// PrefersReducedMotion returns ErrNone: the setting is read only on Linux and other Unixes.
func PrefersReducedMotion(context.Context) (bool, error) { return false, ErrNone }
