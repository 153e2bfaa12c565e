package welcome

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/connections"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// servicePicker offers the well-known services, and the pages where they issue keys.
type servicePicker struct {
	choice *widgets.Dropdown
	getKey *widgets.Button
	known  connections.KnownService
}

// NewKeyHelp returns the help for users without a key.
func NewKeyHelp() *widgets.Text {
	return widgets.NewMuted(i18n.Text("No key yet? A key is like a password. You get one on the service's website; the service usually charges for what you use. Local models and the practice service don't need a key."))
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

// addPicker creates the menu of services and the button that opens the page for keys.
func (f *KeyForm) addPicker() {
	f.picker.choice = widgets.NewDropdown(i18n.Text("Service"), f.showServices)
	f.picker.getKey = widgets.NewButton(i18n.Text("Get a key"), widgets.Link, f.openKeysPage)
}

// keyRows returns the key field below its label and the button next to that. In Tab order, the
// field precedes the button, because a user usually pastes an address and then a key.
func (f *KeyForm) keyRows() fyne.CanvasObject {
	words := widgets.NewMuted(i18n.Text("API key")).NoWrap().NoMargin()
	return container.New(keyRows{}, words, f.key, f.picker.getKey)
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

// recognize shows the service to which the address belongs.
func (f *KeyForm) recognize() {
	d, err := connections.Describe(f.written())
	known, ok := connections.KnownServiceAt(d.Address)
	f.picker.known = known
	switch {
	case ok:
		f.picker.choice.Set(known.Name)
		f.picker.getKey.SetDisabled("")
	case err == nil:
		f.picker.choice.Set(i18n.Text("Another service"))
		f.picker.getKey.SetDisabled(i18n.Text("Look for API keys on your service's website."))
	default:
		f.picker.choice.Set(i18n.Text("Choose one"))
		f.picker.getKey.SetDisabled(i18n.Text("Choose a service first."))
	}
}

// showServices opens the menu of the services.
func (f *KeyForm) showServices() {
	if f.connecting {
		return
	}
	var items []widgets.MenuItem
	for _, s := range connections.KnownServices() {
		items = append(items, widgets.MenuItem{
			Text: s.Name, Chosen: s.Name == f.picker.known.Name, Do: func() { f.chooseAddress(s.Address, f.key) },
		})
	}
	other := widgets.MenuItem{Text: i18n.Text("Another service"), Do: func() { f.chooseAddress("", f.address) }}
	widgets.ShowMenu(f.picker.choice, append(items, other))
}

// chooseAddress sets the address field and focuses next.
func (f *KeyForm) chooseAddress(address string, next fyne.Focusable) {
	f.setAddress(address)
	f.address.CursorColumn = 0 // a long one shows its beginning
	f.edited()
	if c := widgets.CanvasOf(f.address); c != nil {
		c.Focus(next)
	}
}

// openKeysPage opens the page where the service issues keys.
func (f *KeyForm) openKeysPage() {
	if f.connecting || f.OnGetKey == nil {
		return
	}
	if f.OnGetKey(f.picker.known.KeysPage) {
		f.setProblem(i18n.Text("The page opens in your browser. Copy a key there and paste it here."), theme.ColorMuted)
	} else {
		f.setProblem(i18n.Text("No program on this computer can open this address."), theme.ColorDanger)
	}
	f.relayout()
}
