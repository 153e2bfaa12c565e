//go:build windows || darwin

package desktop

import "context"

// InputMethod returns "", because the system handles input methods itself.
func InputMethod(context.Context) string { return "" }
