//go:build !windows && !darwin

package desktop

import (
	"context"

	"github.com/godbus/dbus/v5"
)

// WatchColorScheme returns the desktop's color scheme and, until ctx is done, calls changed on a
// separate goroutine when the scheme changes. The error is ErrNone or that of ctx; after an error
// changed is never called.
func WatchColorScheme(ctx context.Context, changed func(ColorScheme)) (ColorScheme, error) {
	return watchAppearance(ctx, "color-scheme", schemeOf, changed)
}

// schemeOf parses a value of the setting. The specification requires that unknown values mean no
// preference.
func schemeOf(value dbus.Variant) (ColorScheme, bool) {
	n, ok := value.Value().(uint32)
	if scheme := ColorScheme(n); scheme <= Light {
		return scheme, ok
	}
	return NoPreference, ok
}
