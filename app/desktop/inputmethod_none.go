//go:build windows || darwin

package desktop

import "context"

// InputMethod returns "", as input methods are part of this system.
func InputMethod(context.Context) string { return "" }
