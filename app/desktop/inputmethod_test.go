//go:build !windows && !darwin

package desktop

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/godbus/dbus/v5"

	"parlando/media/portal/portaltest"
)

func TestAnInputMethodIsDetected(t *testing.T) {
	type environment map[string]string
	writeGsettings(t, "['xkb:us::eng', 'libpinyin']", "@a(ss) []")
	for name, c := range map[string]struct {
		environment environment
		bus         string
		want        string
	}{
		"nothing":                   {nil, "", ""},
		"fcitx by XMODIFIERS":       {environment{"XMODIFIERS": "@im=fcitx"}, "", "fcitx"},
		"ibus by XMODIFIERS":        {environment{"XMODIFIERS": "@im=ibus"}, "", "ibus"},
		"with more in XMODIFIERS":   {environment{"XMODIFIERS": "@foo=x@im=ibus@bar=y"}, "", "ibus"},
		"none by XMODIFIERS":        {environment{"XMODIFIERS": "@im=none"}, "", ""},
		"local by XMODIFIERS":       {environment{"XMODIFIERS": "@im=local"}, "", ""},
		"broken XMODIFIERS":         {environment{"XMODIFIERS": "fcitx"}, "", ""},
		"fcitx5 by GTK":             {environment{"GTK_IM_MODULE": "fcitx5"}, "", "fcitx"},
		"XIM by GTK says nothing":   {environment{"GTK_IM_MODULE": "xim"}, "", ""},
		"GTK's own":                 {environment{"GTK_IM_MODULE": "gtk-im-context-simple"}, "", ""},
		"GTK's own, then Qt":        {environment{"GTK_IM_MODULE": "simple", "QT_IM_MODULE": "IBus"}, "", "ibus"},
		"another one":               {environment{"INPUT_METHOD": "kime"}, "", "kime"},
		"XMODIFIERS before the bus": {environment{"XMODIFIERS": "@im=uim"}, "org.freedesktop.IBus", "uim"},
		"fcitx 5 on the bus":        {nil, "org.fcitx.Fcitx5", "fcitx"},
		"fcitx 4 on the bus":        {nil, "org.fcitx.Fcitx", "fcitx"},
		"ibus on the bus":           {nil, "org.freedesktop.IBus", "ibus"},
		"ibus's portal on the bus":  {environment{"XMODIFIERS": "@im=none"}, "org.freedesktop.portal.IBus", "ibus"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, variable := range inputMethodVariables {
				t.Setenv(variable, c.environment[variable])
			}
			conn := portaltest.SessionBus(t)
			if c.bus != "" {
				if _, err := conn.RequestName(c.bus, dbus.NameFlagDoNotQueue); err != nil {
					t.Fatal(err)
				}
			}
			if got := InputMethod(t.Context()); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	t.Run("no bus", func(t *testing.T) {
		for _, variable := range inputMethodVariables {
			t.Setenv(variable, "")
		}
		t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+t.TempDir()+"/none")
		if got := InputMethod(t.Context()); got != "" {
			t.Errorf("%q", got)
		}
	})
}

func TestIbusCountsOnlyWithMoreThanKeyboards(t *testing.T) {
	for name, c := range map[string]struct {
		engines, sources string
		want             string
	}{
		"nothing set":         {"@as []", "@a(ss) []", ""},
		"keyboards":           {"['xkb:us::eng', 'xkb:de::ger']", "[('xkb', 'us'), ('xkb', 'de+neo')]", ""},
		"an engine":           {"['xkb:us::eng', 'hangul']", "@a(ss) []", "ibus"},
		"an engine for GNOME": {"['xkb:us::eng']", "[('xkb', 'us'), ('ibus', 'libpinyin')]", "ibus"},
		"no such settings":    {"", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			writeGsettings(t, c.engines, c.sources)
			t.Setenv("XMODIFIERS", "@im=ibus")
			if got := InputMethod(t.Context()); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// writeGsettings puts a gsettings on the PATH that knows these settings alone.
func writeGsettings(t *testing.T, engines, sources string) {
	t.Helper()
	dir := t.TempDir()
	script := "#!/bin/sh\ncase \"$1 $2 $3\" in\n'get org.freedesktop.ibus.general preload-engines') echo \"" + engines +
		"\";;\n'get org.gnome.desktop.input-sources sources') echo \"" + sources + "\";;\nesac\n"
	if err := os.WriteFile(filepath.Join(dir, "gsettings"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
}
