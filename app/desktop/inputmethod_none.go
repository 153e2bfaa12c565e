//go:build windows || darwin

package desktop

import "context"

// InputMethod returns "": input methods are part of this system.
func InputMethod(context.Context) string { return "" }
