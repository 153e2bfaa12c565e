//go:build e2e

package e2e_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"parlando/app/e2e"
	"parlando/media/portal"
	"parlando/media/portal/portaltest"
)

// The window is dark from its first picture on where the desktop is, and follows the desktop.
func TestEndToEndTheWindowIsAsDarkAsTheDesktop(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{NoKeyring: true})
	for _, e := range screen.Env {
		if address, ok := strings.CutPrefix(e, "DBUS_SESSION_BUS_ADDRESS="); ok {
			t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
		}
	}
	const settings = "org.freedesktop.portal.Settings"
	conn := portaltest.Connect(t)
	portaltest.Serve(t, conn, portal.Name, portal.Path, settings, map[string]any{
		"ReadOne": func(_, key string) (dbus.Variant, *dbus.Error) {
			if key != "color-scheme" {
				return dbus.Variant{}, dbus.NewError("org.freedesktop.portal.Error.NotFound", nil)
			}
			return dbus.MakeVariant(uint32(1)), nil
		},
	})
	pixels, err := e2e.OpenFrameBuffer(screen.FrameBuffer)
	if err != nil {
		t.Fatal(err)
	}
	defer pixels.Close()
	// A place of the window that has no text.
	brightness := func() int { return pixels.Brightness(660, 60) }

	starting, started := context.WithCancel(ctx)
	brightest := make(chan int)
	go func() {
		most, tick := 0, time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for starting.Err() == nil {
			most = max(most, brightness())
			<-tick.C
		}
		brightest <- most
	}()
	p := begin(t, ctx, screen, "--practice")
	p.sees("Write a message…")
	p.do("stand still", e2e.Wait(ctx, 200*time.Millisecond))
	now := brightness()
	started()
	if most := <-brightest; now == 0 || most > 100 {
		t.Errorf("on a dark desktop the brightness is %d and was %d", now, most)
	}
	for _, c := range []struct {
		scheme uint32
		is     func(brightness int) bool
	}{{2, func(b int) bool { return b > 200 }}, {1, func(b int) bool { return b < 100 }}, {0, func(b int) bool { return b > 200 }}} {
		if err := conn.Emit(portal.Path, settings+".SettingChanged", "org.freedesktop.appearance", "color-scheme", dbus.MakeVariant(c.scheme)); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(10 * time.Second); !c.is(brightness()); {
			if time.Now().After(end) {
				t.Fatalf("with the desktop's color scheme %d the brightness is %d", c.scheme, brightness())
			}
			p.do("wait", e2e.Wait(ctx, 10*time.Millisecond))
		}
	}
	p.do("quit", p.program.Quit(ctx))
}
