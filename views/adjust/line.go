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

// lineLayout places the parts of a settingLine.
type lineLayout struct {
	name   *hintArea
	number *number
	reset  *widgets.IconButton
}

// MinSize implements fyne.Layout.
func (l lineLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	name, number := l.name.MinSize(), l.number.MinSize()
	// A value wider than a field is shrunk, so that it cannot widen the panel.
	height := max(lineHeight, name.Height)
	if l.number.boxed {
		height = max(height, number.Height)
	}
	return fyne.NewSize(name.Width+min(number.Width, fieldWidth)+resetSide, height)
}

// Layout implements fyne.Layout.
func (l lineLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	name := l.name.MinSize()
	widgets.Place(l.name, 0, (s.Height-name.Height)/2, name.Width, name.Height)
	right := s.Width
	if l.reset.Visible() {
		// Align the icon with the end of the slider, or place the icon inside the boxed number.
		l.reset.Resize(fyne.NewSquareSize(resetSide))
		if l.number.boxed {
			l.reset.Move(fyne.NewPos(s.Width-resetSide-6, (s.Height-resetSide)/2))
		} else {
			l.reset.Move(fyne.NewPos(s.Width-resetSide+4, (s.Height-resetSide)/2))
			right -= resetSide - 4
		}
	}
	number := l.number.MinSize()
	number.Width = min(number.Width, max(right-name.Width-8, 0))
	l.number.Resize(number)
	// A field being edited is higher than the line; it extends upwards, where it covers nothing.
	y0 := min((s.Height-number.Height)/2, s.Height-number.Height)
	l.number.Move(fyne.NewPos(right-number.Width, y0))
}
