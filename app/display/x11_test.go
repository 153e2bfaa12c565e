//go:build linux

package display_test

import (
	"errors"
	"image"
	"os/exec"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"parlando/app/display"
	"parlando/media/virtualscreen"
)

func TestKeysCallFromAnywhereAndBelongToOne(t *testing.T) {
	virtualscreen.ForTest(t, "1280x800x24")
	screens, err := display.Screens()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]image.Rectangle{image.Rect(0, 0, 1280, 800)}, screens); diff != "" {
		t.Error(diff)
	}
	keys, err := display.ParseKeys("ctrl+alt+k")
	if err != nil {
		t.Fatal(err)
	}
	pressed := make(chan struct{}, 10)
	release, err := display.GrabKeys(keys, func() { pressed <- struct{}{} })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := display.GrabKeys(keys, func() {}); !errors.Is(err, display.ErrTaken) {
		t.Errorf("the same keys again give %v", err)
	}
	if _, err := exec.LookPath("xdotool"); err == nil {
		if out, err := exec.CommandContext(t.Context(), "xdotool", "key", "ctrl+alt+k").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		select {
		case <-pressed:
		case <-time.After(10 * time.Second):
			t.Error("the keys call nobody")
		}
	}
	release()
	again, err := display.GrabKeys(keys, func() {})
	if err != nil {
		t.Fatalf("they were not let go: %v", err)
	}
	again()
	if _, err := display.PositionOf(1); err == nil {
		t.Error("a window that is none has a place")
	}
}

func TestWithoutADisplayThereIsNone(t *testing.T) {
	t.Setenv("DISPLAY", "")
	if _, err := display.Screens(); !errors.Is(err, display.ErrNone) {
		t.Errorf("got %v", err)
	}
	if err := display.Raise(1); !errors.Is(err, display.ErrNone) {
		t.Errorf("got %v", err)
	}
}
