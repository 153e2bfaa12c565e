//go:build !windows && !darwin

package clipboard_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"parlando/media/clipboard"
)

// withTool makes a wl-paste of the test's own the only program there is, in a session without X11.
func withTool(t *testing.T, script string) (dir string) {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("needs a shell")
	}
	cat, err := exec.LookPath("cat")
	if err != nil {
		t.Skip("needs cat")
	}
	dir = t.TempDir()
	if script != "" {
		script = "#!" + shell + "\ncat() { " + cat + " \"$@\"; }\n" + script
		if err := os.WriteFile(filepath.Join(dir, "wl-paste"), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
	t.Setenv("WAYLAND_DISPLAY", "wayland-of-the-test")
	t.Setenv("DISPLAY", "")
	return dir
}

func TestOnWaylandTheToolIsAskedForThePictureThatIsThere(t *testing.T) {
	dir := withTool(t, `case "$*" in
--list-types) echo text/html; echo image/bmp; echo image/jpeg;;
"--no-newline --type image/jpeg") cat "${0%/*}/picture";;
*) exit 1;;
esac`)
	want := append([]byte("\xff\xd8\xff\xe0"), bytes.Repeat([]byte("\n"), 200_000)...)
	if err := os.WriteFile(filepath.Join(dir, "picture"), want, 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := clipboard.ReadPicture(t.Context(), plenty); err != nil || !bytes.Equal(data, want) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if data, err := clipboard.ReadPicture(t.Context(), len(want)-1); !errors.Is(err, clipboard.ErrTooLarge) || data != nil {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

func TestOnWaylandWithoutAPictureNoneIsTaken(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		want   error
	}{
		"a text":        {"[ $1 = --list-types ] && echo text/plain", clipboard.ErrNoPicture},
		"nothing":       {"echo 'Nothing is copied' >&2; exit 1", clipboard.ErrNoPicture},
		"a text as PNG": {"[ $1 = --list-types ] && echo image/png || echo a text", clipboard.ErrNoPicture},
		"no tool":       {"", clipboard.ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			withTool(t, c.script)
			if data, err := clipboard.ReadPicture(t.Context(), plenty); !errors.Is(err, c.want) || data != nil {
				t.Errorf("%q, %v", data, err)
			}
		})
	}
}
