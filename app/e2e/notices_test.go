//go:build e2e

package e2e_test

import (
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"parlando/app/e2e"
	"parlando/media/portal/portaltest"
)

// While another window is in front the desktop tells that a reply waits, and a click on that brings
// the window to the front.
func TestEndToEndTheDesktopTellsThatAReplyWaits(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{NoKeyring: true})
	for _, e := range screen.Env {
		if address, ok := strings.CutPrefix(e, "DBUS_SESSION_BUS_ADDRESS="); ok {
			t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
		}
	}
	const name, path = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
	conn := portaltest.Connect(t)
	shown, closed := make(chan string, 8), make(chan uint32, 8)
	portaltest.Serve(t, conn, name, path, name, map[string]any{
		"GetCapabilities": func() ([]string, *dbus.Error) { return []string{"actions", "body"}, nil },
		"Notify": func(_ string, _ uint32, _, title, body string, _ []string, _ map[string]dbus.Variant, _ int32) (uint32, *dbus.Error) {
			shown <- title + ": " + body
			return 7, nil
		},
		"CloseNotification": func(id uint32) *dbus.Error {
			closed <- id
			return nil
		},
	})
	p := begin(t, ctx, screen, "--practice")
	p.click("Find something I wrote")
	p.key("Return")
	p.do("cover the window", screen.Cover(ctx))
	select {
	case got := <-shown:
		if got != "A reply needs your answer: Search my chats for a recipe" {
			t.Errorf("shown is %q", got)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("nothing is shown")
	}
	if err := conn.Emit(path, name+".ActionInvoked", uint32(7), "default"); err != nil {
		t.Fatal(err)
	}
	p.do("see it in front", screen.WaitActive(ctx, "Parlando"))
	p.sees("Allow once")
	select {
	case <-closed:
	case <-time.After(20 * time.Second):
		t.Error("it is not withdrawn")
	}
	p.do("quit", p.program.Quit(ctx))
}
