//go:build windows || darwin

package desktop

import "context"

// PrefersReducedMotion returns ErrNone: this system is not asked.
func PrefersReducedMotion(context.Context) (bool, error) { return false, ErrNone }
