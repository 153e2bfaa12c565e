package attachments_test

import (
	"bytes"
	"context"
	"errors"
	"image/color"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"parley/app/attachments"
)

// onPath makes a program of this name the only one there is.
func onPath(t *testing.T, name, script string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("needs a shell")
	}
	cat, err := exec.LookPath("cat")
	if err != nil {
		t.Skip("needs cat")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!"+shell+"\ncat() { "+cat+" \"$@\"; }\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	t.Setenv("WAYLAND_DISPLAY", "")
	return dir
}

func TestAPictureIsTakenFromTheClipboard(t *testing.T) {
	dir := onPath(t, "xclip", `[ "$*" = "-selection clipboard -target image/png -out" ] && cat "${0%/*}/picture"`)
	want := square(t, 30, color.White)
	if err := os.WriteFile(filepath.Join(dir, "picture"), want, 0o600); err != nil {
		t.Fatal(err)
	}
	a := attachments.New(&shelf{})
	data, err := a.FromClipboard(t.Context())
	if err != nil || !bytes.Equal(data, want) {
		t.Fatalf("%d bytes, %v", len(data), err)
	}
	if _, _, err := a.Add(t.Context(), "Pasted picture", data); err != nil {
		t.Error(err)
	}
}

func TestAClipboardWithoutAPictureSaysSo(t *testing.T) {
	for name, script := range map[string]string{
		"a text on it": "echo 'Error: target image/png not available' >&2; exit 1", "nothing": "exit 0", "no tool": "",
	} {
		t.Run(name, func(t *testing.T) {
			dir := onPath(t, "xclip", script)
			if name == "no tool" {
				if err := os.Remove(filepath.Join(dir, "xclip")); err != nil {
					t.Fatal(err)
				}
			}
			if data, err := attachments.New(&shelf{}).FromClipboard(t.Context()); !errors.Is(err, attachments.ErrNoClipboardPicture) || data != nil {
				t.Errorf("%q, %v", data, err)
			}
		})
	}
}

func TestACancelledPasteEnds(t *testing.T) {
	onPath(t, "xclip", "exit 1")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := attachments.New(&shelf{}).FromClipboard(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
