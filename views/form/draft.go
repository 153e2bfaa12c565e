package form

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// Store stores what is typed in forms; see drafts.Drafts.
type Store interface {
	FormField(form, field string) (text string, ok bool)
	SetFormField(form, field, text string)
	SetFormSecret(form, field, text string)
	RemoveFormField(form, field string)
	RemoveForm(form string)
}

// Draft holds the text typed in one form until it is used or discarded. The form shows it again
// when it is opened again for the same thing.
type Draft struct {
	store   Store
	id      string
	fields  []*keptField
	discard *widgets.Button
}

// keptField is a field of the form.
type keptField struct {
	name string
	// initial is the text before the user typed. The same text again is not stored.
	initial string
	get     func() string
	set     func(string)
	store   func(form, field, text string)
	kept    bool
	// field is to be focused after discarding; nil for a control that is no field.
	field *widgets.Field
}

// Open returns the draft of a form. id identifies the form and what it is opened for; where that
// belongs to a chat, id begins with the chat's ID and a slash.
func Open(s Store, id string) *Draft {
	d := &Draft{store: s, id: id}
	d.discard = widgets.NewButton(i18n.Text("Discard"), widgets.Quiet, d.Discard)
	d.discard.Hide()
	return d
}

// Keep shows in a field what was kept of it, and keeps what is typed from now on. name identifies
// the field within the form. Call it when the field has its initial text and its OnChanged.
func (d *Draft) Keep(name string, f *widgets.Field) {
	changed := d.keepField(name, f)
	then := f.OnChanged
	f.OnChanged = func(text string) {
		widgets.CallWith(then, text)
		changed()
	}
}

func (d *Draft) keepField(name string, f *widgets.Field) (changed func()) {
	store := d.store.SetFormField
	if f.Password {
		store = d.store.SetFormSecret
	}
	return d.keep(&keptField{name: name, get: func() string { return f.Text }, set: f.Fill, store: store, field: f})
}

// restart gives a field another initial text, and reports whether the field is to show it: nothing
// typed is kept.
func (d *Draft) restart(name, initial string) bool {
	k := d.fields[d.index(name)]
	if !k.kept {
		k.initial = initial
	}
	return !k.kept
}

func (d *Draft) index(name string) int {
	return slices.IndexFunc(d.fields, func(k *keptField) bool { return k.name == name })
}

// KeepValue is Keep for a control that is no field: get returns its value as text, and set shows
// it. Call changed when the user has changed it.
func (d *Draft) KeepValue(name string, get func() string, set func(string)) (changed func()) {
	return d.keep(&keptField{name: name, get: get, set: set, store: d.store.SetFormField})
}

func (d *Draft) keep(k *keptField) (changed func()) {
	k.initial = k.get()
	if i := d.index(k.name); i >= 0 { // the form has made the field anew
		d.fields[i] = k
	} else {
		d.fields = append(d.fields, k)
	}
	switch text, ok := d.store.FormField(d.id, k.name); {
	case ok && text == k.initial: // it was used elsewhere
		d.store.RemoveFormField(d.id, k.name)
	case ok:
		k.kept = true
		k.set(text)
	}
	d.showDiscard()
	return func() { d.changed(k) }
}

// changed keeps the text of a field, unless it is the initial one.
func (d *Draft) changed(k *keptField) {
	switch text := k.get(); {
	case text != k.initial:
		k.kept = true
		k.store(d.id, k.name, text)
	case k.kept:
		k.kept = false
		d.store.RemoveFormField(d.id, k.name)
	}
	d.showDiscard()
}

// Used forgets what was typed, because it was used. The fields keep their text, which counts as
// their initial one from now on.
func (d *Draft) Used() {
	for _, k := range d.fields {
		k.initial, k.kept = k.get(), false
	}
	d.store.RemoveForm(d.id)
	d.showDiscard()
}

// Discard shows the initial texts again, forgets what was typed, and focuses the first field.
func (d *Draft) Discard() {
	for _, k := range d.fields {
		k.set(k.initial)
		k.kept = false
	}
	d.store.RemoveForm(d.id)
	d.showDiscard()
	if i := slices.IndexFunc(d.fields, func(k *keptField) bool { return k.field != nil }); i >= 0 {
		widgets.Focus(d.fields[i].field)
	}
}

// Empty reports whether nothing is kept.
func (d *Draft) Empty() bool {
	for _, k := range d.fields {
		if k.kept {
			return false
		}
	}
	return true
}

// DiscardButton returns the button that discards what was typed. It is visible while there is
// something to discard, and its room is reserved.
func (d *Draft) DiscardButton() fyne.CanvasObject { return container.New(reservedLayout{}, d.discard) }

func (d *Draft) showDiscard() { widgets.SetVisible(d.discard, !d.Empty()) }

// reservedLayout lays out one object, which has its room even while it is hidden.
type reservedLayout struct{}

// MinSize implements fyne.Layout.
func (reservedLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

// Layout implements fyne.Layout.
func (reservedLayout) Layout(o []fyne.CanvasObject, size fyne.Size) { o[0].Resize(size) }
