package textview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/views/widgets"
)

// ReadingKey is the distance that a key scrolls, by a line or a page; ok is false for a key that
// does not.
func ReadingKey(k fyne.KeyName, line, page float32) (dy float32, ok bool) {
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

// EdgeScroll is the distance that a text scrolls while the pointer selects near an edge of a view
// of this height, so that more than is seen can be selected.
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

// Shift says that the Shift key is held down.
type Shift bool

// Key notes a key that went down or up.
func (s *Shift) Key(e *fyne.KeyEvent, down bool) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		*s = Shift(down)
	}
}

// TakeFocus gives a control the keyboard, if it does not have it.
func TakeFocus(control interface {
	fyne.CanvasObject
	fyne.Focusable
},
) {
	if c := widgets.CanvasOf(control); c != nil && c.Focused() != fyne.Focusable(control) {
		c.Focus(control)
	}
}
