package textview

import (
	"time"

	"fyne.io/fyne/v2"
)

// Pointer is the mouse over a long text while its button is down: it drags the scroll bar, or the
// end of a selection, and tells a third click.
type Pointer struct {
	bar *ScrollBar
	// goTo shows the place that is a share of the way through the text, from 0 to 1.
	goTo func(share float32)
	// selectTo moves the text by a distance, and the end of the selection to the text under a
	// place.
	selectTo func(at fyne.Position, scroll float32)

	holdsBar, selects, moved bool
	// doubled is the time of the last double click, at its place.
	doubled   time.Time
	doubledAt fyne.Position
}

// NewPointer returns a pointer that holds nothing.
func NewPointer(bar *ScrollBar, goTo func(share float32), selectTo func(at fyne.Position, scroll float32)) *Pointer {
	return &Pointer{bar: bar, goTo: goTo, selectTo: selectTo}
}

// Press takes hold of the scroll bar, and reports whether it lies under the place.
func (p *Pointer) Press(at fyne.Position) bool {
	if p.holdsBar = p.bar.Holds(at.X); p.holdsBar {
		p.follow(p.bar.Press(at.Y))
	}
	return p.holdsBar
}

// Select has the drag that follows select text.
func (p *Pointer) Select() { p.selects = true }

// Selects reports whether a drag would select text, or does.
func (p *Pointer) Selects() bool { return p.selects }

// Drags reports whether something was dragged since the button went down.
func (p *Pointer) Drags() bool { return p.holdsBar || p.moved }

// Drag moves what is held. height is that of the view.
func (p *Pointer) Drag(at fyne.Position, height float32) {
	switch {
	case p.holdsBar:
		p.follow(p.bar.Drag(at.Y))
	case p.selects:
		p.moved = true
		p.selectTo(at, EdgeScroll(at.Y, height))
	}
}

// follow goes where the scroll bar was moved to, if it was.
func (p *Pointer) follow(share float32, moved bool) {
	if moved {
		p.goTo(share)
	}
}

// Release ends the drag.
func (p *Pointer) Release() { p.holdsBar, p.selects, p.moved = false, false, false }

// DoubleClick notes a double click.
func (p *Pointer) DoubleClick(at fyne.Position) { p.doubled, p.doubledAt = time.Now(), at }

// IsTriple reports whether a press now belongs to the double click before it.
func (p *Pointer) IsTriple(at fyne.Position) bool {
	far := at.Subtract(p.doubledAt)
	return time.Since(p.doubled) < tripleClick && max(far.X, -far.X, far.Y, -far.Y) < tripleNear
}

const (
	// tripleClick is the longest time between the second click and the third.
	tripleClick = 300 * time.Millisecond
	// tripleNear is the distance within which both are at the same place.
	tripleNear = 6
)
