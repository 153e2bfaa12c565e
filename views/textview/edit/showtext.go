package edit

import (
	"fyne.io/fyne/v2"

	"parlando/views/widgets"
)

// ShowText shows a text of any length on a page, to be read and copied. Without a canvas it does
// nothing.
func ShowText(c fyne.Canvas, title, text string) {
	if c == nil {
		return
	}
	box := New(title, "", LongTextStyle())
	box.ReadOnly = true
	box.SetText(text)
	widgets.ShowPage(c, title, box, 720, 560)
	c.Focus(box)
}
