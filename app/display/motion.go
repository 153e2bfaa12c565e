//go:build !windows && !darwin

package display

import (
	"context"
	"fmt"
	"time"

	"github.com/godbus/dbus/v5"
)

// PrefersLess reports whether the desktop is set to show no animations, as its settings portal
// says. No bus and no portal is started for that.
func PrefersLess(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	conn, err := dbus.SessionBusPrivateNoAutoStartup(dbus.WithContext(ctx))
	if err != nil {
		return false, fmt.Errorf("find the session bus: %w", err)
	}
	defer conn.Close()
	if err := conn.Auth(nil); err != nil {
		return false, fmt.Errorf("join the session bus: %w", err)
	}
	if err := conn.Hello(); err != nil {
		return false, fmt.Errorf("join the session bus: %w", err)
	}
	portal := conn.Object("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop")
	var got dbus.Variant
	err = portal.CallWithContext(ctx, "org.freedesktop.portal.Settings.Read", dbus.FlagNoAutoStart, "org.gnome.desktop.interface", "enable-animations").Store(&got)
	if err != nil {
		return false, fmt.Errorf("ask the settings portal: %w", err)
	}
	for { // it answers with a value in a value
		inner, ok := got.Value().(dbus.Variant)
		if !ok {
			break
		}
		got = inner
	}
	moves, ok := got.Value().(bool)
	return ok && !moves, nil
}
