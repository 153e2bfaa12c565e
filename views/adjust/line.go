package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// lineHeight is the height of a line, in device-independent pixels; resetSide that of the button at
// its end.
const (
	lineHeight = 24
	resetSide  = 24
)

// settingLine names a setting at the left, and has its value and the button that empties it at the
// right.
type settingLine struct {
	*fyne.Container

	name   *widgets.Words
	hinted *hintArea // the name, with the technical name as its hint
	number *number
	reset  *widgets.IconButton
	// none is shown without a value; "" is that the model decides.
	none string
}

// newLine makes a line. The technical name is shown while the pointer is at the name. typed is
// given what the user wrote in place of the value, empty is called to let the model decide.
func newLine(name, technical string, typed func(string), empty func()) *settingLine {
	l := &settingLine{name: widgets.NewBody(name).NoWrap().Flush(), number: newNumber(name, typed)}
	l.hinted = newHinted(l.name, technical)
	l.reset = widgets.NewIconButton("rotate-ccw", i18n.Text("Let the model decide"), empty)
	l.reset.SetSide(resetSide)
	l.reset.Hide()
	l.Container = container.New(lineLayout{l}, l.hinted, l.number, l.reset)
	l.number.resized = func() {
		widgets.Show(l.reset, l.number.chosen && !(l.number.boxed && l.number.typed()))
		l.Refresh()
	}
	return l
}

// newFieldLine makes a line whose value always looks like a field to write in: there is no slider
// to set it by.
func newFieldLine(name, technical string, typed func(string), empty func()) *settingLine {
	l := newLine(name, technical, typed, empty)
	l.number.boxed = true
	return l
}

// show shows a value; "" is none.
func (l *settingLine) show(value string) {
	switch {
	case value == "" && l.none != "":
		l.number.set(l.none, false)
	case value == "":
		l.number.set(i18n.Text("model decides"), false)
	default:
		l.number.set(value, true)
	}
	l.number.resized()
}

// small is the text about a setting under its name.
func small(words string) *widgets.Words {
	return widgets.NewWords(words, theme.ColorMuted, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).Flush()
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
