// Package virtualscreen runs a private X server with a virtual screen. It is for tests; the program
// never imports it.
package virtualscreen

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// patience is the timeout for operations that must succeed, even on a very busy machine.
const patience = time.Minute

// ForTest starts an X server with a screen of the given size ("800x600x24": width, height, depth)
// and makes it the display of the test process. The server ends with the test. The test is skipped
// if no server is available, except in CI.
func ForTest(t testing.TB, size string) {
	t.Helper()
	if _, err := exec.LookPath("Xvfb"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("Xvfb is missing: run .ci/install test")
		}
		t.Skip("Xvfb is missing: run .ci/install test")
	}
	name, end, err := Start(context.Background(), size)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	t.Setenv("DISPLAY", name)
	t.Setenv("WAYLAND_DISPLAY", "")
	t.Setenv("XDG_SESSION_TYPE", "x11")
	t.Setenv("HOME", t.TempDir()) // no .Xauthority of another server
	t.Setenv("XAUTHORITY", "")
}

// Start starts an X server with a screen of the given size (as for ForTest) and additional
// arguments. It returns the display name (":1") and a function that ends the server, which also
// ends when ctx is done.
func Start(ctx context.Context, size string, more ...string) (name string, end func(), err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return "", nil, err
	}
	defer r.Close()
	// -displayfd makes Xvfb choose a free display number. -noreset keeps it from resetting when its
	// last client disconnects, which would drop a client that is just connecting.
	cmd := exec.CommandContext(ctx, "Xvfb", append([]string{"-displayfd", "3", "-nolisten", "tcp", "-noreset", "-screen", "0", size}, more...)...)
	cmd.ExtraFiles = []*os.File{w}
	cmd.SysProcAttr = dies
	err = cmd.Start()
	w.Close()
	if err != nil {
		return "", nil, err
	}
	end = func() {
		cmd.Process.Kill() //nolint:errcheck // it may have exited already
		cmd.Wait()         //nolint:errcheck // it was killed
	}
	err = r.SetReadDeadline(time.Now().Add(patience))
	if err == nil {
		name, err = bufio.NewReader(r).ReadString('\n')
	}
	if err != nil {
		end()
		return "", nil, fmt.Errorf("the virtual screen did not start: %w", err)
	}
	return ":" + strings.TrimSpace(name), end, nil
}
