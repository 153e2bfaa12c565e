package textview

import (
	"math"
	"runtime"

	"fyne.io/fyne/v2"
)

// notch is the distance that Fyne reports for one notch of a wheel.
const notch = 25

// Wheel returns how far down a turn of the wheel moves a text whose lines are that high: three
// lines a notch. The small steps of a touchpad, and those of macOS, stay as they are.
func Wheel(e *fyne.ScrollEvent, line float32) float32 {
	turned := -e.Scrolled.DY / notch
	if runtime.GOOS == "darwin" || math.Abs(float64(turned)) < 1 || 2*turned != float32(math.Trunc(float64(2*turned))) {
		return -e.Scrolled.DY
	}
	return turned * 3 * line
}
