package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Holder is implemented by what has something in it that may scroll: Fyne shows nobody what a widget is made of.
type Holder interface{ Inside() fyne.CanvasObject }

// Reveal scrolls as little as brings an object into sight, if it lies in something that scrolls. Whoever goes through the controls
// with Tab must see where they are.
func Reveal(o fyne.CanvasObject) {
	s := scrollOf(o)
	if s == nil {
		return
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	const around = 8 // for a ring, and to show that there is more
	y := at.Y - fyne.CurrentApp().Driver().AbsolutePositionForObject(s.Content).Y
	from, to := max(y-around, 0), min(y+o.Size().Height+around, s.Content.Size().Height)
	switch {
	case to > s.Offset.Y+s.Size().Height:
		s.ScrollToOffset(fyne.NewPos(s.Offset.X, min(to-s.Size().Height, from)))
	case from < s.Offset.Y:
		s.ScrollToOffset(fyne.NewPos(s.Offset.X, from))
	}
}

// scrollOf finds the innermost scroll an object lies in; nil if it lies in none.
func scrollOf(o fyne.CanvasObject) *container.Scroll {
	c := canvasOf(o)
	if c == nil {
		return nil
	}
	top := c.Overlays().Top()
	if top == nil {
		top = c.Content()
	}
	return scrollAround(top, fyne.CurrentApp().Driver().AbsolutePositionForObject(o))
}

// scrollAround finds the innermost scroll below o in whose content a place of the window lies.
func scrollAround(o fyne.CanvasObject, at fyne.Position) *container.Scroll {
	if o == nil || !o.Visible() {
		return nil
	}
	switch o := o.(type) {
	case *fyne.Container:
		for i := len(o.Objects) - 1; i >= 0; i-- { // what is painted last lies on top
			if s := scrollAround(o.Objects[i], at); s != nil {
				return s
			}
		}
	case *container.Scroll:
		from := fyne.CurrentApp().Driver().AbsolutePositionForObject(o.Content)
		size := o.Content.Size()
		if at.X < from.X || at.Y < from.Y || at.X >= from.X+size.Width || at.Y >= from.Y+size.Height {
			return nil
		}
		if inner := scrollAround(o.Content, at); inner != nil {
			return inner
		}
		return o
	case Holder:
		return scrollAround(o.Inside(), at)
	}
	return nil
}

// Inside implements Holder.
func (b *Box) Inside() fyne.CanvasObject { return b.content }

// Inside implements Holder.
func (o *Overlay) Inside() fyne.CanvasObject { return o.card }
