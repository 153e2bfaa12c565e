// Package wheel has the wheel of a mouse move what is read by three lines a notch. Fyne moves less.
package wheel

import (
	"math"
	"runtime"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
)

// notch is the distance that Fyne reports for one notch of a wheel.
const notch = 25

// Distance returns how far down a turn of the wheel moves a text whose lines are that high: three
// lines a notch. The small steps of a touchpad, and those of macOS, stay as they are.
func Distance(e *fyne.ScrollEvent, line float32) float32 {
	turned := -e.Scrolled.DY / notch
	if runtime.GOOS == "darwin" || math.Abs(float64(turned)) < 1 || 2*turned != float32(math.Trunc(float64(2*turned))) {
		return -e.Scrolled.DY
	}
	return turned * 3 * line
}

// Turn moves a scroll by three lines of the interface's text a notch.
func Turn(s *container.Scroll, e *fyne.ScrollEvent) {
	line := fyne.MeasureText("M", fynetheme.Size(fynetheme.SizeNameText), fyne.TextStyle{}).Height
	further := *e
	further.Scrolled.DY = -Distance(e, line)
	s.Scrolled(&further)
}

// Scroll is Fyne's, moved by Turn.
type Scroll struct{ container.Scroll }

// NewVScroll makes a container that scrolls up and down, as container.NewVScroll.
func NewVScroll(content fyne.CanvasObject) *Scroll {
	s := &Scroll{}
	s.Content, s.Direction = content, container.ScrollVerticalOnly
	s.ExtendBaseWidget(s)
	return s
}

// Scrolled implements fyne.Scrollable.
func (s *Scroll) Scrolled(e *fyne.ScrollEvent) { Turn(&s.Scroll, e) }
