//go:build !windows && !darwin

package desktop

import (
	"context"
	"errors"
	"testing"

	"github.com/godbus/dbus/v5"

	"parlando/media/portal"
	"parlando/media/portal/portaltest"
)

// serveSettings serves one method of the settings portal, which answers with value for a key of the
// appearance.
func serveSettings(t *testing.T, method, wanted string, value any) *dbus.Conn {
	conn := portaltest.SessionBus(t)
	portaltest.Serve(t, conn, portal.Name, portal.Path, settingsInterface, map[string]any{
		method: func(namespace, key string) (dbus.Variant, *dbus.Error) {
			if namespace != "org.freedesktop.appearance" || key != wanted || value == nil {
				return dbus.Variant{}, refusal("org.freedesktop.portal.Error.NotFound")
			}
			return dbus.MakeVariant(value), nil
		},
	})
	return conn
}

func TestTheColorSchemeIsRead(t *testing.T) {
	for name, c := range map[string]struct {
		method string
		value  any
		want   ColorScheme
		err    error
	}{
		"none":         {"ReadOne", uint32(0), NoPreference, nil},
		"dark":         {"ReadOne", uint32(1), Dark, nil},
		"light":        {"ReadOne", uint32(2), Light, nil},
		"one to come":  {"ReadOne", uint32(7), NoPreference, nil},
		"an older one": {"Read", dbus.MakeVariant(uint32(1)), Dark, nil},
		"not set":      {"ReadOne", nil, NoPreference, ErrNone},
		"not a number": {"ReadOne", "dark", NoPreference, ErrNone},
		"no settings":  {"Other", uint32(1), NoPreference, ErrNone},
	} {
		t.Run(name, func(t *testing.T) {
			serveSettings(t, c.method, "color-scheme", c.value)
			got, err := WatchColorScheme(t.Context(), func(ColorScheme) { t.Error("changed") })
			if got != c.want || !errors.Is(err, c.err) {
				t.Errorf("%v %v", got, err)
			}
		})
	}
}

func TestTheColorSchemeIsFollowed(t *testing.T) {
	conn := serveSettings(t, "ReadOne", "color-scheme", uint32(2))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	schemes := make(chan ColorScheme, 8)
	if got, err := WatchColorScheme(ctx, func(s ColorScheme) { schemes <- s }); got != Light || err != nil {
		t.Fatalf("%v %v", got, err)
	}
	emit := func(body ...any) {
		if err := conn.Emit(portal.Path, settingsInterface+".SettingChanged", body...); err != nil {
			t.Error(err)
		}
	}
	emit("org.freedesktop.appearance", "color-scheme", dbus.MakeVariant(uint32(2))) // as it was
	emit("org.freedesktop.appearance", "contrast", dbus.MakeVariant(uint32(1)))
	emit("org.gnome.desktop.interface", "color-scheme", dbus.MakeVariant(uint32(1)))
	emit("org.freedesktop.appearance", "color-scheme", dbus.MakeVariant("dark"))
	emit("org.freedesktop.appearance")
	emit("org.freedesktop.appearance", "color-scheme", dbus.MakeVariant(uint32(1)))
	emit("org.freedesktop.appearance", "color-scheme", dbus.MakeVariant(uint32(9)))
	if first, second := <-schemes, <-schemes; first != Dark || second != NoPreference {
		t.Errorf("%v, then %v", first, second)
	}
	cancel()
	emit("org.freedesktop.appearance", "color-scheme", dbus.MakeVariant(uint32(1)))
	if _, err := WatchColorScheme(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if len(schemes) > 0 {
		t.Errorf("stopped, and then %v", <-schemes)
	}
}

func TestThereIsNoColorScheme(t *testing.T) {
	hasty(t)
	conn := portaltest.SessionBus(t)
	if _, err := WatchColorScheme(t.Context(), nil); !errors.Is(err, ErrNone) {
		t.Errorf("no portal: %v", err)
	}
	wait := hang(t)
	portaltest.Serve(t, conn, portal.Name, portal.Path, settingsInterface, map[string]any{
		"ReadOne": func(string, string) (dbus.Variant, *dbus.Error) { wait(); return dbus.MakeVariant(uint32(1)), nil },
	})
	if _, err := WatchColorScheme(t.Context(), nil); !errors.Is(err, ErrNone) {
		t.Errorf("a portal that does not answer: %v", err)
	}
}
