package display_test

import (
	"errors"
	"image"
	"testing"

	"parlando/app/display"
)

func TestKeysAreReadAsTheyAreWritten(t *testing.T) {
	for written, want := range map[string]string{
		"Ctrl+Alt+Space": "Ctrl+Alt+Space", "ctrl alt p": "Ctrl+Alt+P", "Strg-Shift-7": "Ctrl+Shift+7", "win+q": "Super+Q", "F9": "F9",
		"shift+f12": "Shift+F12", "Alt+F": "Alt+F",
		"": "", "p": "", "Shift+P": "", "Ctrl": "", "Ctrl+PP": "", "Ctrl+A+B": "", "Ctrl+F25": "", "Ctrl+F0": "", "Ctrl+é": "", "Space": "", "+": "",
	} {
		k, err := display.ParseKeys(written)
		if (want == "") != errors.Is(err, display.ErrInvalidKeys) || err == nil && k.String() != want {
			t.Errorf("%q: %v, %v", written, k, err)
		}
	}
}

func TestAWindowMustBeReachable(t *testing.T) {
	two := []image.Rectangle{image.Rect(0, 0, 1920, 1080), image.Rect(-1280, 200, 0, 1224)}
	for _, c := range []struct {
		x, y, width int
		want        bool
	}{
		{0, 0, 1280, true},
		{0, 25, 1280, true},
		{-1280, 220, 1280, true},
		{1700, 900, 1280, true},
		{-900, 300, 800, true},
		{1850, 900, 1280, false}, // too little of it
		{1920, 0, 1280, false},   // a screen that is not there any more
		{-1270, 100, 1280, false},
		{0, 1080, 1280, false},
		{0, -40, 1280, false},
		{-3000, 300, 1280, false},
	} {
		if got := display.IsReachable(c.x, c.y, c.width, two); got != c.want {
			t.Errorf("%d, %d: %v", c.x, c.y, got)
		}
	}
	if display.IsReachable(0, 0, 1280, nil) {
		t.Error("without screens nothing can be reached")
	}
}
