package welcome

import (
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/connections"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// KeyHelp returns the help for users without a key.
func KeyHelp() string {
	return i18n.Text("No key yet? A key is like a password. You get one on the service's website; the service usually charges for what you use. Local models and the practice service don't need a key.")
}

// serviceSentence returns a sentence that names the best-known services.
func serviceSentence() string {
	var names []string
	for _, s := range connections.KnownServices()[:4] {
		names = append(names, s.Name)
	}
	return i18n.Text("{{.Names}} and others, with your API key. It is saved in this computer's password store, never in a file.",
		map[string]any{"Names": strings.Join(names, ", ")})
}

// addKey adds the key field below its label and, next to the label, the button that opens page,
// where the service issues keys. noPage is the reason why the service has no such page, "" if it
// has one. In Tab order, the field precedes the button, because a user usually pastes an address
// and then a key.
func (f *KeyForm) addKey(page, noPage string) {
	f.Add(f.Group(keyRows{}, func() {
		f.Text(i18n.Text("API key"), theme.ColorMuted, fynetheme.SizeNameCaptionText).NoWrap()
		f.key = f.Field(form.Field{
			Name: i18n.Text("API key"), Secret: true, Value: textOf(f.key), Kept: "key",
			OnChange: func(string) { f.edited() }, OnSubmit: f.submitted,
		})
		f.key.OnPaste = f.pasted
		words := i18n.Text("Get a key")
		get := f.ButtonCalled(words, words, widgets.Link, func() { f.openKeysPage(page) })
		get.SetDisabled(noPage)
		f.Add(f.key, get)
	}))
}

// keyRows lays out a label with a button at its right, and a field below both.
type keyRows struct{}

// keyGap is the gap between the label and the field, in device-independent pixels.
const keyGap = 4

// MinSize implements fyne.Layout.
func (keyRows) MinSize(objects []fyne.CanvasObject) fyne.Size {
	words, field, button := objects[0].MinSize(), objects[1].MinSize(), objects[2].MinSize()
	return fyne.NewSize(max(words.Width+button.Width, field.Width), max(words.Height, button.Height)+keyGap+field.Height)
}

// Layout implements fyne.Layout.
func (keyRows) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	words, field, button := objects[0], objects[1], objects[2]
	w, b := words.MinSize(), button.MinSize()
	row := max(w.Height, b.Height)
	widgets.Place(words, 0, (row-w.Height)/2, w.Width, w.Height)
	widgets.Place(button, size.Width-b.Width, (row-b.Height)/2, b.Width, b.Height)
	widgets.Place(field, 0, row+keyGap, size.Width, size.Height-row-keyGap)
}

// service returns the service to which the address belongs, the name to show in the menu, and the
// reason why there is no page for keys, "" if there is one.
func (f *KeyForm) service() (known connections.KnownService, chosen, noPage string) {
	d, err := connections.Describe(f.written())
	known, ok := connections.KnownServiceAt(d.Address)
	switch {
	case ok:
		return known, known.Name, ""
	case err == nil:
		return known, i18n.Text("Another service"), i18n.Text("Look for API keys on your service's website.")
	}
	return known, i18n.Text("Choose one"), i18n.Text("Choose a service first.")
}

// showServices opens the menu of the services.
func (f *KeyForm) showServices(anchor *widgets.Dropdown) {
	if f.connecting {
		return
	}
	chosen, _, _ := f.service()
	var items []widgets.MenuItem
	for _, s := range connections.KnownServices() {
		items = append(items, widgets.MenuItem{Text: s.Name, Chosen: s.Name == chosen.Name, Do: func() { f.chooseAddress(s.Address, f.key) }})
	}
	other := widgets.MenuItem{Text: i18n.Text("Another service"), Do: func() { f.chooseAddress("", f.address) }}
	widgets.ShowMenu(anchor, append(items, other))
}

// chooseAddress sets the address field and focuses next.
func (f *KeyForm) chooseAddress(address string, next fyne.Focusable) {
	f.address.Fill(address)
	f.address.CursorColumn = 0 // shows the beginning of a long address
	f.edited()
	if c := widgets.CanvasOf(f.address); c != nil {
		c.Focus(next)
	}
}

// openKeysPage opens the page where the service issues keys.
func (f *KeyForm) openKeysPage(page string) {
	if f.connecting || f.OnGetKey == nil {
		return
	}
	if f.OnGetKey(page) {
		f.say(i18n.Text("The page opens in your browser. Copy a key there and paste it here."), theme.ColorMuted)
	} else {
		f.say(i18n.Text("No program on this computer can open this address."), theme.ColorDanger)
	}
}
