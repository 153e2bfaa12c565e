package textview

import (
	"runtime"
	"testing"

	"fyne.io/fyne/v2"
)

func TestANotchOfTheWheelIsThreeLines(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("the wheel of macOS has a curve of its own")
	}
	for turned, want := range map[float32]float32{-25: 72, 50: -144, -37.5: 108, -12.5: 12.5, 7: -7, -30: 30} {
		if got := Wheel(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, turned)}, 24); got != want {
			t.Errorf("%g moves %g, want %g", turned, got, want)
		}
	}
}
