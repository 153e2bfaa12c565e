package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/app/attachments"
	"parley/app/chat"
	"parley/views/theme"
	"parley/views/widgets"
	"parley/views/words"
)

// showAttachMenu asks what to add to the message.
func (v *Window) showAttachMenu(button fyne.CanvasObject) {
	items := []widgets.MenuItem{
		{Icon: "image-plus", Words: lang.L("Picture or file…"), Do: v.choosePictures},
		{Icon: "clipboard-paste", Words: lang.L("Paste picture"), Do: v.pastePictureAsked},
	}
	if v.canTakeScreenshot() {
		items = append(items, widgets.MenuItem{Icon: "camera", Words: lang.L("Take a picture of the screen"), Do: v.takeScreenshot})
	}
	items = append(items, widgets.MenuItem{Icon: "link", Words: lang.L("Picture from an address…"), Do: v.askForAddress})
	widgets.ShowMenu(button, items)
}

// askForAddress asks for the address of a picture, which the service fetches.
func (v *Window) askForAddress() { v.askForAddressAgain("", "") }

// askForAddressAgain asks with what was written before, and what is wrong with it.
func (v *Window) askForAddressAgain(written, wrong string) {
	c := v.window.Canvas()
	field := widgets.NewField(lang.L("Address of the picture"), "https://")
	field.SetText(written)
	about := widgets.NewMuted(lang.L("Parley does not open this address. It is sent with your message, and the service fetches the picture.")).Flush()
	column := container.New(&widgets.Column{Gap: 10}, about, field)
	if wrong != "" {
		column.Add(widgets.NewWords(wrong, theme.ColorDanger, fynetheme.SizeNameText, fyne.TextStyle{}).Flush())
	}
	add := func() {
		part, err := attachments.Address(field.Text)
		if err != nil {
			v.askForAddressAgain(field.Text, lang.L("An address of a picture begins with http:// or https:// and names a computer."))
			return
		}
		v.addAddress(part)
	}
	o := widgets.Ask(c, lang.L("Picture from an address"), column, lang.L("Add"), lang.L("Cancel"), add)
	field.OnSubmitted = func(string) { o.Hide(); add() }
	field.OnEscape = func() { o.Hide() }
	o.SetSticky(true)
	c.Focus(field)
}

// addAddress puts the address of a picture above the text.
func (v *Window) addAddress(part chat.Part) {
	d := v.composer.Draft()
	if _, err := attachments.Room(d.Parts); err != nil {
		v.leftOut = append(v.leftOut, words.Attachment(err))
		v.showLeftOut()
		return
	}
	d.Parts = append(d.Parts, part)
	v.drafts.put(d)
	v.composer.FocusText()
}

// askForOriginal asks before a picture is sent as its file was: it is larger, and tells more than the picture.
func (v *Window) askForOriginal(p chat.Part) {
	if p.AsIs || p.Original == nil || p.Blob == nil {
		v.composer.SetOriginal(p, false)
		return
	}
	v.frame.Ask(lang.L("Send the original?"),
		lang.L("The file is sent as it is: {{.Original}} instead of {{.Small}}. Whatever the camera wrote into it stays in it, also the place where a photo was taken.",
			map[string]any{"Original": words.Size(p.Original.Size), "Small": words.Size(p.Blob.Size)}),
		lang.L("Send the original"), func() { v.composer.SetOriginal(p, true) })
}
