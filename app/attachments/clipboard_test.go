package attachments_test

import (
	"bytes"
	"context"
	"errors"
	"image/color"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"parlando/app/attachments"
	"parlando/media/virtualscreen"
)

func TestAPictureIsTakenFromTheClipboard(t *testing.T) {
	if _, err := exec.LookPath("xclip"); err != nil {
		t.Skip("xclip is missing: run .ci/install test")
	}
	virtualscreen.ForTest(t, "64x64x24")
	a := attachments.New(&shelf{})
	if data, err := a.FromClipboard(t.Context()); !errors.Is(err, attachments.ErrNoClipboardPicture) || data != nil {
		t.Errorf("of an empty clipboard %d bytes, %v", len(data), err)
	}
	want := square(t, 30, color.White)
	file := filepath.Join(t.TempDir(), "picture")
	if err := os.WriteFile(file, want, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := exec.CommandContext(t.Context(), "xclip", "-selection", "clipboard", "-target", "image/png", "-in", file).Run(); err != nil {
		t.Fatal(err)
	}
	data, err := a.FromClipboard(t.Context())
	// xclip owns the clipboard a moment after it has said that it does
	for errors.Is(err, attachments.ErrNoClipboardPicture) {
		data, err = a.FromClipboard(t.Context())
	}
	if err != nil || !bytes.Equal(data, want) {
		t.Fatalf("%d bytes, %v", len(data), err)
	}
	if _, _, err := a.Add(t.Context(), "Pasted picture", data); err != nil {
		t.Error(err)
	}
}

func TestWithoutADisplayThereIsNoPictureOnTheClipboard(t *testing.T) {
	t.Setenv("WAYLAND_DISPLAY", "")
	t.Setenv("DISPLAY", "")
	if data, err := attachments.New(&shelf{}).FromClipboard(t.Context()); !errors.Is(err, attachments.ErrNoClipboardPicture) || data != nil {
		t.Errorf("%q, %v", data, err)
	}
}

func TestACanceledPasteEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := attachments.New(&shelf{}).FromClipboard(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
