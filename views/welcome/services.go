package welcome

import (
	"net/url"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/connections"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// KeyHelp returns the help for users without a key.
func KeyHelp() string {
	return i18n.Text("No key yet? A key is like a password that you get on the service's website. Most services charge for use. Parlando asks this computer to keep the key like a saved password.")
}

// serviceSentence returns a sentence that names the best-known services.
func serviceSentence() string {
	var names []string
	for _, s := range connections.KnownServices()[:4] {
		names = append(names, s.Name)
	}
	return i18n.Text("{{.Names}} and others, with your key.", map[string]any{"Names": format.List(names)})
}

// addKey adds the key field below its label and, next to the label, the button that opens the page
// where the service issues keys. In Tab order, the field precedes the button, because a user
// usually chooses a service and then pastes a key.
func (f *KeyForm) addKey() {
	f.Add(f.Group(&keyRows{}, func() {
		f.Text(i18n.Text("Key from the service (API key)"), theme.ColorMuted, fynetheme.SizeNameCaptionText).NoWrap()
		f.key = f.Field(form.Field{
			Name: i18n.Text("Key from the service (API key)"), Secret: true, Value: textOf(f.key), Kept: "key",
			OnChange: func(string) { f.edited() }, OnSubmit: f.submitted,
		})
		f.key.OnPaste = f.pasted
		words := i18n.Text("Get a key")
		f.Add(f.key, f.ButtonCalled(words, words, widgets.Link, f.openKeysPage))
	}))
}

// keyRows lays out a label with a button at its right, or below it where the row is too narrow, and
// a field below both.
type keyRows struct{ width float32 }

// keyGap is the gap between the label and the field, in device-independent pixels.
const keyGap = 4

// MinSize implements fyne.Layout. The height applies to the width of the last Layout.
func (l *keyRows) MinSize(objects []fyne.CanvasObject) fyne.Size {
	words, field, button := objects[0].MinSize(), objects[1].MinSize(), objects[2].MinSize()
	height, _ := l.head(words, button)
	return fyne.NewSize(max(words.Width, button.Width, field.Width), height+keyGap+field.Height)
}

// head returns the height of the label and the button, and the position of the button.
func (l *keyRows) head(words, button fyne.Size) (height, top float32) {
	if l.width > 0 && words.Width+button.Width+keyGap > l.width {
		return words.Height + button.Height, words.Height
	}
	height = max(words.Height, button.Height)
	return height, (height - button.Height) / 2
}

// Layout implements fyne.Layout.
func (l *keyRows) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	words, field, button := objects[0], objects[1], objects[2]
	w, b := words.MinSize(), button.MinSize()
	height, top := l.head(w, b)
	widgets.Place(words, 0, max(0, (b.Height-w.Height)/2-top), w.Width, w.Height)
	widgets.Place(button, size.Width-b.Width, top, b.Width, b.Height)
	widgets.Place(field, 0, height+keyGap, size.Width, size.Height-height-keyGap)
}

// service returns the service to which the address belongs, and the reason why there is no page for
// keys, "" if there is one.
func (f *KeyForm) service() (known connections.KnownService, noPage string) {
	d, err := connections.Describe(f.written())
	known, ok := connections.KnownServiceAt(d.Address)
	switch {
	case ok:
		return known, ""
	case err == nil && len(f.found()) == 0:
		return known, i18n.Text("On your service's website, look for “API keys”.")
	}
	return known, i18n.Text("Choose a service first.")
}

// found returns the services whose name or host contains the typed text: all of them while nothing
// is typed or a service is chosen.
func (f *KeyForm) found() []connections.KnownService {
	all := connections.KnownServices()
	typed := strings.ToLower(strings.TrimSpace(strings.TrimPrefix(f.written(), "https://")))
	if d, err := connections.Describe(f.written()); err == nil {
		if _, chosen := connections.KnownServiceAt(d.Address); chosen {
			return all
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(s connections.KnownService) bool {
		u, err := url.Parse(s.Address)
		return !strings.Contains(strings.ToLower(s.Name), typed) && (err != nil || !strings.Contains(u.Host, typed))
	})
}

// addServices adds the list of services below the address, or a button that shows the list.
func (f *KeyForm) addServices() {
	if !f.listed {
		f.AddRow(f.ButtonCalled("another service", i18n.Text("Choose another service"), widgets.Bare, func() {
			f.listed = true
			f.Update()
		}))
		return
	}
	chosen, _ := f.service()
	found := f.found()
	f.Add(f.Group(&serviceList{all: len(connections.KnownServices())}, func() {
		for i, s := range found {
			row := form.Control(f.Form, s.Name, func() *widgets.OptionRow { return widgets.NewOptionRow(s.Name) })
			row.SetOnTapped(func() { f.choose(s) })
			row.SetChosen(s.Name == chosen.Name)
			row.SetMarked(i == f.marked)
			f.Add(row)
		}
		if len(found) == 0 {
			f.Muted(i18n.Text("For a service that isn't in the list, enter its whole address."))
		}
	}))
}

// serviceList lays out rows in two columns if they fit, else in one. Its height has room for all
// rows, so that a search moves nothing below.
type serviceList struct {
	all   int
	width float32
}

// grid returns the size of a row and the number of rows in a column.
func (l *serviceList) grid(objects []fyne.CanvasObject, width float32) (row fyne.Size, rows int) {
	least := widgets.NewOptionRow("").MinSize()
	for _, o := range objects {
		if r, ok := o.(*widgets.OptionRow); ok {
			least = least.Max(r.MinSize())
		}
	}
	if half := (width - 8) / 2; half >= least.Width {
		return fyne.NewSize(half, least.Height), (l.all + 1) / 2
	}
	return fyne.NewSize(width, least.Height), l.all
}

// MinSize implements fyne.Layout.
func (l *serviceList) MinSize(objects []fyne.CanvasObject) fyne.Size {
	row, rows := l.grid(objects, l.width)
	return fyne.NewSize(0, float32(rows)*row.Height)
}

// Layout implements fyne.Layout.
func (l *serviceList) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	row, rows := l.grid(objects, size.Width)
	for i, o := range objects {
		if _, ok := o.(*widgets.OptionRow); !ok {
			widgets.Place(o, 10, 8, size.Width-20, widgets.HeightAt(o, size.Width-20))
			continue
		}
		widgets.Place(o, float32(i/rows)*(row.Width+8), float32(i%rows)*row.Height, row.Width, row.Height)
	}
}

// listKey handles a key in the address: the arrow keys mark a service, and Enter chooses it.
func (f *KeyForm) listKey(e *fyne.KeyEvent) bool {
	found := f.found()
	if !f.listed || f.connecting || len(found) == 0 {
		return false
	}
	switch e.Name {
	case fyne.KeyDown:
		f.marked = min(f.marked+1, len(found)-1)
	case fyne.KeyUp:
		f.marked = max(f.marked-1, -1)
	case fyne.KeyReturn, fyne.KeyEnter:
		if f.marked < 0 || f.marked >= len(found) {
			return false
		}
		f.choose(found[f.marked])
		return true
	default:
		return false
	}
	f.Update()
	return true
}

// choose sets the address of a service, and focuses the key.
func (f *KeyForm) choose(s connections.KnownService) {
	if f.connecting {
		return
	}
	f.address.Fill(s.Address)
	f.address.CursorColumn = 0 // shows the beginning of a long address
	f.edited()
	if c := widgets.CanvasOf(f.address); c != nil {
		c.Focus(f.key)
	}
}

// openKeysPage opens the service's page of keys, or shows the reason for having none.
func (f *KeyForm) openKeysPage() {
	known, noPage := f.service()
	switch {
	case f.connecting || f.OnGetKey == nil:
	case noPage != "":
		f.say(noPage, theme.ColorMuted)
	case f.OnGetKey(known.KeysPage):
		f.say(i18n.Text("The page opens in your browser. Create a key there, copy it and paste it here."), theme.ColorMuted)
	default:
		f.say(i18n.Text("No program on this computer can open this address."), theme.ColorDanger)
	}
}
