//go:build !windows && !darwin

package portaltest

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"
)

// SessionBus starts a message bus that serves as the session bus until the test ends, and connects
// to it.
func SessionBus(t testing.TB) *dbus.Conn {
	t.Helper()
	path, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("dbus-daemon is not installed (.ci/install test)")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	daemon := exec.CommandContext(context.Background(), path, "--session", "--nofork", "--print-address=3")
	daemon.ExtraFiles = []*os.File{w}
	err = daemon.Start()
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = daemon.Process.Kill()
		_ = daemon.Wait()
	})
	address, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", strings.TrimSpace(address))
	return Connect(t)
}

// Connect connects to the session bus like another program.
func Connect(t testing.TB) *dbus.Conn {
	t.Helper()
	conn, err := dbus.Connect(os.Getenv("DBUS_SESSION_BUS_ADDRESS"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// Serve requests a name on the bus and exports the methods of one interface of an object.
func Serve(t testing.TB, conn *dbus.Conn, name string, path dbus.ObjectPath, of string, methods map[string]any) {
	t.Helper()
	if err := conn.ExportMethodTable(methods, path, of); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.RequestName(name, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
}
