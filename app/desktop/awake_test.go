//go:build !windows && !darwin

package desktop

import (
	"bytes"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"

	"parlando/media/portal"
	"parlando/media/portal/portaltest"
)

// serveLogin serves logind on the session bus.
func serveLogin(t *testing.T, conn *dbus.Conn, inhibit func(what, who, why, mode string) (dbus.UnixFD, *dbus.Error)) {
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", os.Getenv("DBUS_SESSION_BUS_ADDRESS"))
	portaltest.Serve(t, conn, loginName, loginPath, loginName+".Manager", map[string]any{"Inhibit": inhibit})
}

func TestTheComputerIsKeptAwakeByLogind(t *testing.T) {
	conn := portaltest.SessionBus(t)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	lock := dbus.UnixFD(w.Fd())
	asked := make(chan []string, 8)
	serveLogin(t, conn, func(what, who, why, mode string) (dbus.UnixFD, *dbus.Error) {
		asked <- []string{what, who, why, mode}
		return lock, nil
	})
	a := NewAwake(nil)
	release := a.Hold("Writing down\x00")
	if got := strings.Join(<-asked, "|"); got != "sleep|Parlando|Writing down|block" {
		t.Errorf("asked for %s", got)
	}
	release()
	<-a.ended
	w.Close()
	if rest, err := io.ReadAll(r); err != nil || len(rest) > 0 { // until all locks are closed
		t.Errorf("%q %v", rest, err)
	}
	if len(asked) > 0 {
		t.Errorf("asked again: %v", <-asked)
	}
}

func TestTheComputerIsKeptAwakeByThePortal(t *testing.T) {
	conn := portaltest.SessionBus(t)
	serveLogin(t, conn, func(string, string, string, string) (dbus.UnixFD, *dbus.Error) {
		return 0, refusal("org.freedesktop.DBus.Error.AccessDenied")
	})
	asked, closed := make(chan string, 1), make(chan bool, 1)
	portaltest.Serve(t, conn, portal.Name, portal.Path, "org.freedesktop.portal.Inhibit", map[string]any{
		"Inhibit": func(_ string, flags uint32, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
			if flags != inhibitSuspend {
				t.Errorf("flags %d", flags)
			}
			asked <- options["reason"].Value().(string)
			return portal.Path + "/request/1", nil
		},
	})
	err := conn.ExportMethodTable(map[string]any{"Close": func() *dbus.Error {
		closed <- true
		return nil
	}}, portal.Path+"/request/1", "org.freedesktop.portal.Request")
	if err != nil {
		t.Fatal(err)
	}
	a := NewAwake(nil)
	release := a.Hold("Writing down")
	if got := <-asked; got != "Writing down" {
		t.Errorf("because of %q", got)
	}
	if len(closed) > 0 {
		t.Error("closed while it is held")
	}
	release()
	<-closed
	<-a.ended
}

func TestTheComputerCannotBeKeptAwake(t *testing.T) {
	conn := portaltest.SessionBus(t)
	hasty(t)
	wait := hang(t)
	serveLogin(t, conn, func(string, string, string, string) (dbus.UnixFD, *dbus.Error) {
		wait()
		return 0, refusal("org.freedesktop.DBus.Error.Failed")
	})
	for range 2 {
		var log bytes.Buffer
		a := NewAwake(slog.New(slog.NewTextHandler(&log, nil)))
		release := a.Hold("")
		<-a.ended
		if !strings.Contains(log.String(), "The computer could not be kept awake") {
			t.Errorf("the log: %s", log.String())
		}
		release()
		// again without any bus
		t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
		t.Setenv("DBUS_SESSION_BUS_ADDRESS", os.Getenv("DBUS_SYSTEM_BUS_ADDRESS"))
	}
}
