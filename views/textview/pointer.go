package textview

import (
	"time"

	"fyne.io/fyne/v2"
)

// Pointer tracks the mouse over a long text while a button is pressed: it drags the scroll bar or
// extends the selection, and detects triple clicks.
type Pointer struct {
	bar *ScrollBar
	// goTo scrolls to a fraction of the text, from 0 to 1.
	goTo func(share float32)
	// selectTo scrolls the text, and then extends the selection to the text at a position.
	selectTo func(at fyne.Position, scroll float32)

	holdsBar, selects, moved bool
	// doubled is the time of the last double click, doubledAt the position of that click.
	doubled   time.Time
	doubledAt fyne.Position
}

// NewPointer returns a pointer without an active drag.
func NewPointer(bar *ScrollBar, goTo func(share float32), selectTo func(at fyne.Position, scroll float32)) *Pointer {
	return &Pointer{bar: bar, goTo: goTo, selectTo: selectTo}
}

// Press starts dragging the scroll bar if the bar is at the position, and reports whether it is.
func (p *Pointer) Press(at fyne.Position) bool {
	if p.holdsBar = p.bar.Contains(at.X); p.holdsBar {
		p.follow(p.bar.Press(at.Y))
	}
	return p.holdsBar
}

// BeginSelecting makes the next drag select text.
func (p *Pointer) BeginSelecting() { p.selects = true }

// IsSelecting reports whether a drag selects text.
func (p *Pointer) IsSelecting() bool { return p.selects }

// HasDragged reports whether the mouse has been dragged since the button was pressed.
func (p *Pointer) HasDragged() bool { return p.holdsBar || p.moved }

// Drag handles a movement of the mouse. height is the height of the view.
func (p *Pointer) Drag(at fyne.Position, height float32) {
	switch {
	case p.holdsBar:
		p.follow(p.bar.Drag(at.Y))
	case p.selects:
		p.moved = true
		p.selectTo(at, EdgeScroll(at.Y, height))
	}
}

// follow scrolls to share if the scroll bar has moved.
func (p *Pointer) follow(share float32, moved bool) {
	if moved {
		p.goTo(share)
	}
}

// Release ends the drag.
func (p *Pointer) Release() { p.holdsBar, p.selects, p.moved = false, false, false }

// DoubleClick records a double click.
func (p *Pointer) DoubleClick(at fyne.Position) { p.doubled, p.doubledAt = time.Now(), at }

// IsTriple reports whether a press at this moment is the third click after a double click.
func (p *Pointer) IsTriple(at fyne.Position) bool {
	far := at.Subtract(p.doubledAt)
	return time.Since(p.doubled) < tripleClick && max(far.X, -far.X, far.Y, -far.Y) < tripleNear
}

const (
	// tripleClick is the maximum time between the second click and the third.
	tripleClick = 300 * time.Millisecond
	// tripleNear is the maximum distance between the second click and the third.
	tripleNear = 6
)
