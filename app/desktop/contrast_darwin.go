package desktop

import "context"

// WatchContrast returns ErrNone: the setting is not read on macOS.
func WatchContrast(context.Context, func(more bool)) (bool, error) { return false, ErrNone }
