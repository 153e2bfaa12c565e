// Package virtualscreen runs an X server of a test's own, whose screen nobody sees. It is for
// tests; the program never imports it.
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

// patience is for what must happen at all, on a machine however busy.
const patience = time.Minute

// ForTest starts an X server with a screen of a size ("800x600x24": width, height, bits) and makes
// it that of the test's own process. It ends with the test, which is skipped where a server cannot
// be had, unless in CI.
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
	t.Setenv("HOME", t.TempDir()) // no permission of another server
	t.Setenv("XAUTHORITY", "")
}

// Start starts an X server with a screen of a size (as of ForTest) and more arguments, and returns
// its name (":1") and what ends it. It ends with ctx, too.
func Start(ctx context.Context, size string, more ...string) (name string, end func(), err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return "", nil, err
	}
	defer r.Close()
	// It chooses its number itself: a fixed one may be somebody else's. And it must not begin anew
	// when its last client goes, as it would by itself: one that is just connecting is lost then.
	cmd := exec.CommandContext(ctx, "Xvfb", append([]string{"-displayfd", "3", "-nolisten", "tcp", "-noreset", "-screen", "0", size}, more...)...)
	cmd.ExtraFiles = []*os.File{w}
	cmd.SysProcAttr = dies
	err = cmd.Start()
	w.Close()
	if err != nil {
		return "", nil, err
	}
	end = func() {
		cmd.Process.Kill() //nolint:errcheck // it may have ended by itself
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
