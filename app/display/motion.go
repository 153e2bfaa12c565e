//go:build !windows && !darwin

package display

import (
	"context"
	"fmt"
	"time"

	"github.com/godbus/dbus/v5"

	"parlando/media/portal"
)

// PrefersLess reports whether the desktop is set to show no animations, as its settings portal
// says. No bus and no portal is started for that.
func PrefersLess(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	conn, err := portal.SessionBus(ctx)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	var got dbus.Variant
	err = conn.Object(portal.Name, portal.Path).CallWithContext(ctx, "org.freedesktop.portal.Settings.Read", dbus.FlagNoAutoStart, "org.gnome.desktop.interface", "enable-animations").Store(&got)
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
