//go:build !windows && !darwin

package desktop

import (
	"errors"
	"sync/atomic"
	"testing"

	"github.com/godbus/dbus/v5"

	"parlando/media/portal"
	"parlando/media/portal/portaltest"
)

func TestReducedMotionIsRead(t *testing.T) {
	hasty(t)
	conn := portaltest.SessionBus(t)
	if _, err := PrefersReducedMotion(t.Context()); !errors.Is(err, ErrNone) {
		t.Errorf("no portal: %v", err)
	}
	var animations atomic.Value
	portaltest.Serve(t, conn, portal.Name, portal.Path, settingsInterface, map[string]any{
		"Read": func(namespace, key string) (dbus.Variant, *dbus.Error) {
			if namespace != "org.gnome.desktop.interface" || key != "enable-animations" {
				return dbus.Variant{}, refusal("org.freedesktop.portal.Error.NotFound")
			}
			return dbus.MakeVariant(dbus.MakeVariant(animations.Load().([]any)[0])), nil
		},
	})
	for value, want := range map[any]bool{false: true, true: false, "no": false} {
		animations.Store([]any{value})
		if got, err := PrefersReducedMotion(t.Context()); got != want || err != nil {
			t.Errorf("%v: %v, %v", value, got, err)
		}
	}
}
