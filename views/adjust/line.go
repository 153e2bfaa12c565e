package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// lineHeight is the height of a line and resetSide the side of the reset button at its end, in
// device-independent pixels.
const (
	lineHeight = 24
	resetSide  = 24
)

// settingLine shows the name of a setting on the left, its value and a reset button on the right.
type settingLine struct {
	*fyne.Container

	name   *widgets.Text
	hinted *hintArea // hinted shows the name, with the technical name as its tooltip
	number *number
	reset  *widgets.IconButton
	// none is the text shown without a value; "" shows that the model decides.
	none string
}

// newLine returns a line that shows the technical name as the tooltip of the name. typed receives a
// value entered by the user; empty is called when the user lets the model decide.
func newLine(name, technical string, typed func(string), empty func()) *settingLine {
	l := &settingLine{name: widgets.NewBody(name).NoWrap().NoMargin(), number: newNumber(name, typed)}
	l.hinted = newHinted(l.name, technical)
	l.reset = widgets.NewIconButton("rotate-ccw", i18n.Text("Reset to default"), empty)
	l.reset.SetSide(resetSide)
	l.reset.Hide()
	l.Container = container.New(lineLayout{l}, l.hinted, l.number, l.reset)
	l.number.resized = func() {
		widgets.SetVisible(l.reset, l.number.chosen && !(l.number.boxed && l.number.typed()))
		l.Refresh()
	}
	return l
}

// newFieldLine returns a line whose value always looks like a text field, for settings without a
// slider.
func newFieldLine(name, technical string, typed func(string), empty func()) *settingLine {
	l := newLine(name, technical, typed, empty)
	l.number.boxed = true
	return l
}

// show displays a value; "" means none.
func (l *settingLine) show(value string) {
	switch {
	case value == "" && l.none != "":
		l.number.set(l.none, false)
	case value == "":
		l.number.set(i18n.Text("default"), false)
	default:
		l.number.set(value, true)
	}
	l.number.resized()
}

// small returns the small explanatory text below the name of a setting.
func small(words string) *widgets.Text {
	return widgets.NewText(words, theme.ColorMuted, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin()
}

type lineLayout struct{ l *settingLine }

func (y lineLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	name, number := y.l.name.MinSize(), y.l.number.MinSize()
	// A value that has no room is set smaller, not let out of the panel.
	height := max(lineHeight, name.Height)
	if y.l.number.boxed {
		height = max(height, number.Height)
	}
	return fyne.NewSize(name.Width+min(number.Width, fieldWidth)+resetSide, height)
}

func (y lineLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	l := y.l
	name := l.name.MinSize()
	widgets.Place(l.hinted, 0, (s.Height-name.Height)/2, name.Width, name.Height)
	right := s.Width
	if l.reset.Visible() {
		// The icon ends where the slider does, or stands in the field.
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
	// A field is higher than the line; it grows upwards, where there is nothing to cover.
	y0 := min((s.Height-number.Height)/2, s.Height-number.Height)
	l.number.Move(fyne.NewPos(right-number.Width, y0))
}
