package adjust

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// complaint says why something that was typed is not taken; hidden while there is nothing to say.
type complaint struct{ *widgets.Words }

func newComplaint() complaint {
	c := complaint{widgets.NewWords("", theme.ColorDanger, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).Flush()}
	c.Hide()
	return c
}

func (c complaint) say(sentence string) {
	c.SetText(sentence)
	widgets.Show(c.Words, sentence != "")
}
