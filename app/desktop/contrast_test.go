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

func TestTheContrastIsReadAndFollowed(t *testing.T) {
	for name, c := range map[string]struct {
		method string
		value  any
		want   bool
		err    error
	}{
		"normal":       {"ReadOne", uint32(0), false, nil},
		"more":         {"ReadOne", uint32(1), true, nil},
		"one to come":  {"ReadOne", uint32(7), false, nil},
		"an older one": {"Read", dbus.MakeVariant(uint32(1)), true, nil},
		"not set":      {"ReadOne", nil, false, ErrNone},
		"not a number": {"ReadOne", "more", false, ErrNone},
	} {
		t.Run(name, func(t *testing.T) {
			serveSettings(t, c.method, "contrast", c.value)
			got, err := WatchContrast(t.Context(), func(bool) { t.Error("changed") })
			if got != c.want || !errors.Is(err, c.err) {
				t.Errorf("%v %v", got, err)
			}
		})
	}
	conn := serveSettings(t, "ReadOne", "contrast", uint32(0))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	now := make(chan bool, 8)
	if more, err := WatchContrast(ctx, func(more bool) { now <- more }); more || err != nil {
		t.Fatalf("%v %v", more, err)
	}
	for _, body := range [][]any{
		{"org.freedesktop.appearance", "color-scheme", dbus.MakeVariant(uint32(1))},
		{"org.freedesktop.appearance", "contrast", dbus.MakeVariant(uint32(0))}, // as it was
		{"org.freedesktop.appearance", "contrast", dbus.MakeVariant(uint32(1))},
		{"org.freedesktop.appearance", "contrast", dbus.MakeVariant(uint32(0))},
	} {
		if err := conn.Emit(portal.Path, settingsInterface+".SettingChanged", body...); err != nil {
			t.Error(err)
		}
	}
	if first, second := <-now, <-now; !first || second {
		t.Errorf("%v, then %v", first, second)
	}
}

func TestThereIsNoContrast(t *testing.T) {
	hasty(t)
	portaltest.SessionBus(t)
	if _, err := WatchContrast(t.Context(), nil); !errors.Is(err, ErrNone) {
		t.Errorf("no portal: %v", err)
	}
}
