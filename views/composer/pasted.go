package composer

import (
	"fyne.io/fyne/v2"

	"parlando/views/textview/edit"
	"parlando/views/widgets"
)

// showPasted shows a pasted text read-only.
func showPasted(c fyne.Canvas, title, text string) {
	box := edit.New(title, "", edit.LongTextStyle())
	box.ReadOnly = true
	box.SetText(text)
	widgets.ShowPage(c, title, box, 720, 560)
	c.Focus(box)
}
