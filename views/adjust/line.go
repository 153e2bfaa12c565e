package adjust

import (
	"fyne.io/fyne/v2"

	"parlando/views/widgets"
)

// lineHeight is the height of a settingLine, resetSide the side of the reset button at its end, in
// device-independent pixels.
const (
	lineHeight = 24
	resetSide  = 24
)

// lineLayout places the parts of a settingLine. A value that would become less than leastShrunk of
// its size beside the name is below it.
type lineLayout struct {
	name   *hintArea
	number *number
	reset  *widgets.IconButton
	width  float32
}

// leastShrunk is the fraction of its size that a value has at least beside its name.
const leastShrunk = 0.6

// MinSize implements fyne.Layout.
func (l *lineLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	name, number := l.name.MinSize(), l.number.MinSize()
	// A value wider than a field is shrunk, so that it cannot widen the panel.
	height := max(lineHeight, name.Height)
	switch {
	case l.number.boxed:
		height = max(height, number.Height)
	case l.below():
		height += max(lineHeight, number.Height)
	}
	return fyne.NewSize(name.Width+min(number.Width, fieldWidth)+resetSide, height)
}

// right returns the right edge of the number.
func (l *lineLayout) right() float32 {
	if l.reset.Visible() && !l.number.boxed {
		return l.width - resetSide + 4
	}
	return l.width
}

// below reports whether the number is below the name.
func (l *lineLayout) below() bool {
	room := l.right() - l.name.MinSize().Width - 8
	return l.width > 0 && !l.number.boxed && !l.number.typed() && room < leastShrunk*l.number.MinSize().Width
}

// Layout implements fyne.Layout.
func (l *lineLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	name, left, top := l.name.MinSize(), float32(0), float32(0)
	if l.below() {
		top = max(lineHeight, name.Height)
		widgets.Place(l.name, 0, (top-name.Height)/2, name.Width, name.Height)
	} else {
		left = name.Width + 8
		widgets.Place(l.name, 0, (s.Height-name.Height)/2, name.Width, name.Height)
	}
	if l.reset.Visible() {
		// Align the icon with the end of the slider, or place the icon inside the boxed number.
		l.reset.Resize(fyne.NewSquareSize(resetSide))
		x := s.Width - resetSide + 4
		if l.number.boxed {
			x = s.Width - resetSide - 6
		}
		l.reset.Move(fyne.NewPos(x, top+(s.Height-top-resetSide)/2))
	}
	number := l.number.MinSize()
	number.Width = min(number.Width, max(l.right()-left, 0))
	l.number.Resize(number)
	// A field being edited is higher than the line; it extends upwards, where it covers nothing.
	y0 := min(top+(s.Height-top-number.Height)/2, s.Height-number.Height)
	l.number.Move(fyne.NewPos(l.right()-number.Width, y0))
}
