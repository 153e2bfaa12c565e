package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// AskPassphrase asks for a passphrase, which is stored nowhere. try receives it, and then calls
// closeCard, or wrong with a sentence to ask again. canceled is called if the user closes the card.
func AskPassphrase(c fyne.Canvas, title string, try func(passphrase string, closeCard func(), wrong func(sentence string)), canceled func()) {
	var card *widgets.Overlay
	var field *widgets.Field
	var f *form.Form
	passphrase, said := "", ""
	cancel := func() { card.Hide() }
	closeCard := func() {
		card.OnHide = nil
		card.Hide()
	}
	wrong := func(sentence string) {
		said = sentence
		f.Update()
		c.Focus(field)
		field.TypedShortcut(&fyne.ShortcutSelectAll{}) // typing replaces it
	}
	open := func() { try(passphrase, closeCard, wrong) }
	f = form.New(10, func(f *form.Form) {
		f.Heading(title)
		field = f.Field(form.Field{Name: i18n.Text("Passphrase"), Placeholder: i18n.Text("Passphrase"), Secret: true, Wrong: &said, OnChange: func(text string) { passphrase = text }, OnSubmit: open, OnEscape: cancel})
		f.Add(field)
		if said != "" {
			f.Wrong(said)
		}
		f.Add(container.New(&widgets.EndRow{}, f.Button(i18n.Text("Cancel"), cancel), f.Primary(i18n.Text("Open"), open)))
	})
	card = f.ShowOver(c, 400)
	card.OnHide = canceled
}
