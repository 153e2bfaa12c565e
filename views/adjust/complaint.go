package adjust

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// complaint shows why a typed value was rejected. It is hidden while there is no problem.
type complaint struct{ *widgets.Text }

func newComplaint() complaint {
	c := complaint{widgets.NewText("", theme.ColorDanger, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin()}
	c.Hide()
	return c
}

func (c complaint) say(sentence string) {
	c.SetText(sentence)
	widgets.SetVisible(c.Text, sentence != "")
}
