package form

import (
	"slices"

	"fyne.io/fyne/v2"

	"parlando/views/widgets"
)

// KeepView runs change, which may call Update, without moving the focused control on the screen, or
// without moving the first visible control if the focus is elsewhere.
func (f *Form) KeepView(change func()) {
	if at, _ := f.focused(); at >= 0 && f.inSight(f.order[at]) {
		f.keepPlace(f.order[at], change)
		return
	}
	if i := slices.IndexFunc(f.order, f.inSight); i >= 0 {
		f.keepPlace(f.order[i], change)
		return
	}
	change()
}

// inSight reports whether the top of a control is visible in the scroll.
func (f *Form) inSight(control fyne.CanvasObject) bool {
	if f.Scroll == nil {
		return false
	}
	y, ok := top(f.column, control)
	return ok && y >= f.Scroll.Offset.Y && y < f.Scroll.Offset.Y+f.Scroll.Size().Height
}

// keepPlace runs change. If change rebuilds the form, control keeps its position on the screen.
func (f *Form) keepPlace(control fyne.CanvasObject, change func()) {
	if f.Scroll == nil {
		widgets.CallIfSet(change)
		return
	}
	// A change of the text size also moves the scroll itself.
	above := func() float32 {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(f.Scroll).Y - f.Scroll.Offset.Y
	}
	builds := f.builds
	y, was := top(f.column, control)
	before := above() + y
	widgets.CallIfSet(change)
	if y, is := top(f.column, control); was && is && f.builds != builds {
		f.Scroll.ScrollToOffset(fyne.NewPos(0, f.Scroll.Offset.Y+above()+y-before))
	}
}

// Reveal scrolls down as far as necessary to show the bottom of an object.
func (f *Form) Reveal(o fyne.CanvasObject) {
	y, ok := top(f.column, o)
	if !ok || f.Scroll == nil {
		return
	}
	foot := y + o.Size().Height + 12
	if seen := f.Scroll.Size().Height; foot > f.Scroll.Offset.Y+seen {
		f.Scroll.ScrollToOffset(fyne.NewPos(0, foot-seen))
	}
}

// Top returns the y position of an object in the form; 0 if the form does not contain the object.
func (f *Form) Top(o fyne.CanvasObject) float32 {
	y, _ := top(f.column, o)
	return y
}

// top returns the y position of an object in a container; ok is false if the object is not in it.
func top(in *fyne.Container, o fyne.CanvasObject) (y float32, ok bool) {
	for _, child := range in.Objects {
		if child == o {
			return o.Position().Y, true
		}
		if inner, is := child.(*fyne.Container); is {
			if y, ok := top(inner, o); ok {
				return child.Position().Y + y, true
			}
		}
	}
	return 0, false
}
