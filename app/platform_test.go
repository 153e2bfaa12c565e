package app

import (
	"maps"
	"testing"
)

func TestX11IsTakenForAnInputMethod(t *testing.T) {
	type env map[string]string
	const none = "none"
	for name, c := range map[string]struct {
		env    env
		method string // none: it is not even asked for
		want   env
	}{
		"X11":                     {env{"DISPLAY": ":0"}, none, nil},
		"Wayland without X11":     {env{"WAYLAND_DISPLAY": "wayland-0"}, none, nil},
		"no display":              {nil, none, nil},
		"GNOME":                   {env{"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "ubuntu:GNOME"}, none, nil},
		"the user chose Wayland":  {env{"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "FYNE_PLATFORM": "wayland"}, none, nil},
		"both":                    {env{"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "KDE"}, "", nil},
		"both and a method":       {env{"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, "fcitx", env{"FYNE_PLATFORM": "x11", "XMODIFIERS": "@im=fcitx"}},
		"a method X11 knows well": {env{"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "XMODIFIERS": "@im=uim"}, "uim", env{"FYNE_PLATFORM": "x11"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := platformEnv(func(v string) string { return c.env[v] }, func() string {
				if c.method == none {
					t.Error("an input method is asked for")
				}
				return c.method
			})
			if !maps.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
