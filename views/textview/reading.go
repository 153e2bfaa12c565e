package textview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/views/widgets"
)

// ScrollDistance returns the distance that a key scrolls; ok is false for a key that does not
// scroll. line and page are the distances of the arrow and the page keys.
func ScrollDistance(k fyne.KeyName, line, page float32) (dy float32, ok bool) {
	switch k {
	case fyne.KeyUp:
		return -line, true
	case fyne.KeyDown:
		return line, true
	case fyne.KeyPageUp:
		return -page, true
	case fyne.KeyPageDown:
		return page, true
	}
	return 0, false
}

// EdgeScroll returns the distance to scroll while the pointer extends a selection near an edge of a
// view of the given height.
func EdgeScroll(y, height float32) float32 {
	const near, most = 12, 30
	switch {
	case y < near:
		return max(y-near, -most)
	case y > height-near:
		return min(y-height+near, most)
	}
	return 0
}

// ShiftState is true while the Shift key is pressed.
type ShiftState bool

// Key updates the state for a key that was pressed or released.
func (s *ShiftState) Key(e *fyne.KeyEvent, down bool) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		*s = ShiftState(down)
	}
}

// TakeFocus focuses a control unless it is already focused.
func TakeFocus(control interface {
	fyne.CanvasObject
	fyne.Focusable
},
) {
	if c := widgets.CanvasOf(control); c != nil && c.Focused() != fyne.Focusable(control) {
		c.Focus(control)
	}
}
