//go:build windows || darwin

package desktop

import "context"

// WatchColorScheme returns ErrNone, as the toolkit detects the color scheme of this system.
func WatchColorScheme(context.Context, func(ColorScheme)) (ColorScheme, error) {
	return NoPreference, ErrNone
}
