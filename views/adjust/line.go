package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
	"parley/views/widgets"
)

// lineHeight is the height of a line, in device-independent pixels; resetSide that of the button at its end.
const (
	lineHeight = 24
	resetSide  = 24
)

// line names a setting at the left, and has its value and the button that empties it at the right.
type line struct {
	*fyne.Container

	name   *widgets.Words
	number *number
	reset  *widgets.IconButton
	// none is what stands there without a value; "" is that the model decides.
	none string
}

// newLine makes a line. typed is given what a person wrote in place of the value, empty is called to let the model decide.
func newLine(name string, typed func(string), empty func()) *line {
	l := &line{name: widgets.NewBody(name).NoWrap().Flush(), number: newNumber(name, typed)}
	l.reset = widgets.NewIconButton("rotate-ccw", lang.L("Let the model decide"), empty)
	l.reset.SetSide(resetSide)
	l.reset.Hide()
	l.Container = container.New(lineLayout{l}, l.name, l.number, l.reset)
	l.number.resized = l.Refresh
	return l
}

// show shows a value; "" is none.
func (l *line) show(value string) {
	switch {
	case value == "" && l.none != "":
		l.number.set(l.none, false)
		l.reset.Hide()
	case value == "":
		l.number.set(lang.L("model decides"), false)
		l.reset.Hide()
	default:
		l.number.set(value, true)
		l.reset.Show()
	}
	l.Refresh()
}

// small is the technical name that stands under a setting.
func small(words string) *widgets.Words {
	return widgets.NewWords(words, theme.ColorMuted, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).Flush()
}

type lineLayout struct{ l *line }

func (y lineLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	name, number := y.l.name.MinSize(), y.l.number.MinSize()
	// A value that has no room is set smaller, not let out of the panel.
	return fyne.NewSize(name.Width+min(number.Width, fieldWidth)+resetSide, max(lineHeight, name.Height))
}

func (y lineLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	l := y.l
	name := l.name.MinSize()
	l.name.Resize(name)
	l.name.Move(fyne.NewPos(0, (s.Height-name.Height)/2))
	right := s.Width
	if l.reset.Visible() {
		// The icon ends where the slider does.
		l.reset.Resize(fyne.NewSquareSize(resetSide))
		l.reset.Move(fyne.NewPos(s.Width-resetSide+4, (s.Height-resetSide)/2))
		right -= resetSide - 4
	}
	number := l.number.MinSize()
	number.Width = min(number.Width, max(right-name.Width-8, 0))
	l.number.Resize(number)
	// A field is higher than the line; it grows upwards, where there is nothing to cover.
	y0 := min((s.Height-number.Height)/2, s.Height-number.Height)
	l.number.Move(fyne.NewPos(right-number.Width, y0))
}
