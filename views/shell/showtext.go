package shell

import (
	"parlando/views/i18n"
	"parlando/views/textview/edit"
	"parlando/views/widgets"
	"parlando/views/words"
)

// ShowText adds a step to the open sheet that shows a text of any length, to be read and copied.
func ShowText(h Host, title, text string) {
	box := edit.New(title, "", edit.LongTextStyle())
	box.SetText(text)
	box.ReadOnly = true
	copied := widgets.NewButton(i18n.Text("Copy"), widgets.Secondary, nil).SetSmall()
	copied.SetOnTapped(func() {
		h.Copy(text)
		copied.SetText(i18n.Text("Copied"))
	})
	ShowStep(h, words.ShortName(title, words.MaxNameInSentence), box, 640, 620, copied)
	h.Canvas().Focus(box)
}
