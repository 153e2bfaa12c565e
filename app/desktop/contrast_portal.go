//go:build !windows && !darwin

package desktop

import (
	"context"

	"github.com/godbus/dbus/v5"
)

// WatchContrast reports whether the desktop asks for more contrast and, until ctx is done, calls
// changed on a separate goroutine when that changes. The error is ErrNone or that of ctx; after an
// error changed is never called.
func WatchContrast(ctx context.Context, changed func(more bool)) (more bool, err error) {
	return watchAppearance(ctx, "contrast", func(value dbus.Variant) (more, ok bool) {
		n, ok := value.Value().(uint32)
		return n == 1, ok // unknown values mean no preference
	}, changed)
}
