//go:build !windows && !darwin

package app

import (
	"testing"

	fynetheme "fyne.io/fyne/v2/theme"
	"github.com/godbus/dbus/v5"

	"parlando/media/portal"
	"parlando/media/portal/portaltest"
)

const settingsPortal = "org.freedesktop.portal.Settings"

func TestTheColorSchemeIsTheDesktops(t *testing.T) {
	const dark, light = fynetheme.VariantDark, fynetheme.VariantLight
	answer, asked := make(chan uint32), make(chan struct{})
	conn := portaltest.SessionBus(t)
	portaltest.Serve(t, conn, portal.Name, portal.Path, settingsPortal, map[string]any{
		"ReadOne": func(string, string) (dbus.Variant, *dbus.Error) {
			close(asked)
			return dbus.MakeVariant(<-answer), nil
		},
	})
	thread := make(chan func(), 8)
	c := watchColorScheme(t.Context(), func(do func()) { thread <- do })
	shown := 0
	c.onDark = func() { shown++ }
	<-asked
	c.wait() // in vain
	if got := c.variant(dark); got != light {
		t.Errorf("before the desktop has answered: %v", got)
	}
	answer <- 1
	(<-thread)()
	if got := c.variant(light); got != dark || shown != 1 {
		t.Errorf("dark: %v, shown %d times", got, shown)
	}
	c.wait()
	if err := conn.Emit(portal.Path, settingsPortal+".SettingChanged", "org.freedesktop.appearance", "color-scheme", dbus.MakeVariant(uint32(0))); err != nil {
		t.Fatal(err)
	}
	(<-thread)()
	if got := c.variant(dark); got != light || shown != 2 {
		t.Errorf("no preference: %v, shown %d times", got, shown)
	}
}

func TestWithoutAnAnswerItIsLight(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+t.TempDir()+"/none")
	c := watchColorScheme(t.Context(), func(func()) { t.Error("it changes") })
	<-c.answered
	c.wait()
	if got := c.variant(fynetheme.VariantDark); got != fynetheme.VariantLight {
		t.Error(got)
	}
}
