package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/wheel"
)

// ContentHolder is implemented by widgets whose content may scroll. Fyne does not expose the
// content of a widget.
type ContentHolder interface{ InnerContent() fyne.CanvasObject }

// Reveal scrolls by the smallest distance that makes an object in a scroll visible, so that users
// who press Tab see the focused control.
func Reveal(o fyne.CanvasObject) {
	s := scrollOf(o)
	if s == nil {
		return
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	const around = 8 // for the focus ring, and to show that there is more content
	y := at.Y - fyne.CurrentApp().Driver().AbsolutePositionForObject(s.Content).Y
	from, to := max(y-around, 0), min(y+o.Size().Height+around, s.Content.Size().Height)
	switch {
	case to > s.Offset.Y+s.Size().Height:
		s.ScrollToOffset(fyne.NewPos(s.Offset.X, min(to-s.Size().Height, from)))
	case from < s.Offset.Y:
		s.ScrollToOffset(fyne.NewPos(s.Offset.X, from))
	}
}

// scrollOf returns the innermost scroll that contains an object; nil for none.
func scrollOf(o fyne.CanvasObject) *container.Scroll {
	c := CanvasOf(o)
	if c == nil {
		return nil
	}
	top := c.Overlays().Top()
	if top == nil {
		top = c.Content()
	}
	driver := fyne.CurrentApp().Driver()
	return innermost(top, func(s *container.Scroll) bool {
		// Move the content by a pixel: only an object inside moves, too. Comparing positions is not
		// enough, because the content extends beneath objects above the scroll.
		at, place := driver.AbsolutePositionForObject(o), s.Content.Position()
		s.Content.Move(place.AddXY(0, 1))
		moves := driver.AbsolutePositionForObject(o) != at
		s.Content.Move(place)
		return moves
	})
}

// innermost returns the innermost scroll below o for which wanted returns true; nil for none. It
// does not search inside scrolls for which wanted returns false.
func innermost(o fyne.CanvasObject, wanted func(*container.Scroll) bool) *container.Scroll {
	if o == nil || !o.Visible() {
		return nil
	}
	switch o := o.(type) {
	case *fyne.Container:
		// from the top: later objects are painted over earlier ones
		for i := len(o.Objects) - 1; i >= 0; i-- {
			if s := innermost(o.Objects[i], wanted); s != nil {
				return s
			}
		}
	case *wheel.Scroll:
		return innermost(&o.Scroll, wanted)
	case *container.Scroll:
		if !wanted(o) {
			return nil
		}
		if inner := innermost(o.Content, wanted); inner != nil {
			return inner
		}
		return o
	case ContentHolder:
		return innermost(o.InnerContent(), wanted)
	}
	return nil
}

// InnerContent implements ContentHolder.
func (b *Box) InnerContent() fyne.CanvasObject { return b.content }

// InnerContent implements ContentHolder.
func (o *Overlay) InnerContent() fyne.CanvasObject { return o.card }
