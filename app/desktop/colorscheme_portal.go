//go:build !windows && !darwin

package desktop

import (
	"context"
	"fmt"

	"github.com/godbus/dbus/v5"

	"parlando/media/portal"
)

const (
	appearanceNamespace = "org.freedesktop.appearance"
	colorSchemeKey      = "color-scheme"
)

// WatchColorScheme returns the desktop's color scheme and, until ctx is done, calls changed on a
// separate goroutine when the scheme changes. The error is ErrNone or that of ctx; after an error
// changed is never called.
func WatchColorScheme(ctx context.Context, changed func(ColorScheme)) (ColorScheme, error) {
	scheme, err := watchColorScheme(ctx, changed)
	switch {
	case ctx.Err() != nil:
		return NoPreference, ctx.Err()
	case err != nil:
		return NoPreference, fmt.Errorf("%w: %w", ErrNone, err)
	}
	return scheme, nil
}

func watchColorScheme(ctx context.Context, changed func(ColorScheme)) (ColorScheme, error) {
	conn, err := portal.SessionBus(ctx)
	if err != nil {
		return 0, err
	}
	signals := make(chan *dbus.Signal, 16)
	conn.Signal(signals)
	err = conn.AddMatchSignalContext(ctx, dbus.WithMatchSender(portal.Name), dbus.WithMatchObjectPath(portal.Path),
		dbus.WithMatchInterface(settingsInterface), dbus.WithMatchArg(0, appearanceNamespace))
	var scheme ColorScheme
	if err == nil {
		scheme, err = readColorScheme(ctx, conn)
	}
	if err != nil {
		conn.Close()
		return 0, err
	}
	context.AfterFunc(ctx, func() { conn.Close() })
	go func(last ColorScheme) {
		for s := range signals {
			now, ok := changedScheme(s)
			if !ok || now == last || ctx.Err() != nil {
				continue
			}
			last = now
			changed(now)
		}
	}(scheme)
	return scheme, nil
}

func readColorScheme(ctx context.Context, conn *dbus.Conn) (ColorScheme, error) {
	value, err := readSetting(ctx, conn, appearanceNamespace, colorSchemeKey)
	if err != nil {
		return 0, err
	}
	scheme, ok := schemeOf(value)
	if !ok {
		return 0, fmt.Errorf("the color scheme is %v", value)
	}
	return scheme, nil
}

// changedScheme returns the new color scheme; ok is false if s reports no change of the scheme.
func changedScheme(s *dbus.Signal) (ColorScheme, bool) {
	var namespace, key string
	var value dbus.Variant
	if s.Name != settingsInterface+".SettingChanged" || dbus.Store(s.Body, &namespace, &key, &value) != nil || namespace != appearanceNamespace || key != colorSchemeKey {
		return 0, false
	}
	return schemeOf(value)
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
