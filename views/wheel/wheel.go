// Package wheel scrolls text by three lines per notch of a mouse wheel, which is more than Fyne
// does.
package wheel

import (
	"math"
	"runtime"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
)

// notch is the distance Fyne reports per notch of a wheel.
const notch = 25

// Distance returns how far to scroll down a text with the given line height: three lines per notch.
// The small steps of touchpads and of macOS are returned unchanged.
func Distance(e *fyne.ScrollEvent, line float32) float32 {
	turned := -e.Scrolled.DY / notch
	if runtime.GOOS == "darwin" || math.Abs(float64(turned)) < 1 || 2*turned != float32(math.Trunc(float64(2*turned))) {
		return -e.Scrolled.DY
	}
	return turned * 3 * line
}

// HandleScroll scrolls s by three lines of interface text per notch.
func HandleScroll(s *container.Scroll, e *fyne.ScrollEvent) {
	line := fyne.MeasureText("M", fynetheme.Size(fynetheme.SizeNameText), fyne.TextStyle{}).Height
	further := *e
	further.Scrolled.DY = -Distance(e, line)
	s.Scrolled(&further)
}

// Scroll is a container.Scroll that uses HandleScroll.
type Scroll struct{ container.Scroll }

// NewVScroll returns a vertically scrolling container, like container.NewVScroll.
func NewVScroll(content fyne.CanvasObject) *Scroll {
	s := &Scroll{}
	s.Content, s.Direction = content, container.ScrollVerticalOnly
	s.ExtendBaseWidget(s)
	return s
}

// Scrolled implements fyne.Scrollable.
func (s *Scroll) Scrolled(e *fyne.ScrollEvent) { HandleScroll(&s.Scroll, e) }
