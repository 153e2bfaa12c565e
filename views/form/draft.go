package form

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// Store persists the text typed in forms; see drafts.Drafts.
type Store interface {
	FormField(form, field string) (text string, ok bool)
	SetFormField(form, field, text string)
	SetFormSecret(form, field, text string)
	RemoveFormField(form, field string)
	RemoveForm(form string)
}

// Draft stores the text typed in one form until the text is used or discarded. Opening the form
// again with the same id shows the text again.
type Draft struct {
	store   Store
	id      string
	fields  []*keptField
	discard *widgets.Button
}

// keptField is a control whose value the Draft stores.
type keptField struct {
	name string
	// initial is the value before the user changed it. A value equal to initial is not stored.
	initial string
	get     func() string
	set     func(string)
	store   func(form, field, text string)
	kept    bool
	// field gets the focus after Discard; nil if the control is not a text field.
	field *widgets.Field
}

// Open returns the draft of a form. id names the form and the object that the form edits; if that
// object belongs to a chat, id begins with the chat's ID and a slash.
func Open(s Store, id string) *Draft {
	d := &Draft{store: s, id: id}
	d.discard = widgets.NewButton(i18n.Text("Discard"), widgets.Quiet, d.Discard)
	d.discard.Hide()
	return d
}

// Keep shows the stored text in a field, if there is any, and stores what is typed from now on.
// name identifies the field within the form. Set the field's initial text and OnChanged before
// calling Keep.
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

// restart sets the initial text of a field that has no stored text, and reports whether it did, so
// that the field must show the new text.
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

// KeepValue is Keep for a control that is not a text field: get returns the control's value as
// text, and set shows a value. Call changed after each change by the user.
func (d *Draft) KeepValue(name string, get func() string, set func(string)) (changed func()) {
	return d.keep(&keptField{name: name, get: get, set: set, store: d.store.SetFormField})
}

func (d *Draft) keep(k *keptField) (changed func()) {
	k.initial = k.get()
	if i := d.index(k.name); i >= 0 { // the form has recreated the field
		d.fields[i] = k
	} else {
		d.fields = append(d.fields, k)
	}
	switch text, ok := d.store.FormField(d.id, k.name); {
	case ok && text == k.initial: // the stored text was used elsewhere
		d.store.RemoveFormField(d.id, k.name)
	case ok:
		k.kept = true
		k.set(text)
	}
	d.showDiscard()
	return func() { d.changed(k) }
}

// changed stores the value of a control, or removes the stored one if the value is initial again.
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

// Used removes the stored text because it has been used. The current text of each field becomes its
// initial text.
func (d *Draft) Used() {
	for _, k := range d.fields {
		k.initial, k.kept = k.get(), false
	}
	d.store.RemoveForm(d.id)
	d.showDiscard()
}

// UsedField removes the stored text of one field because text has been used. What was typed since
// then stays stored.
func (d *Draft) UsedField(name, text string) {
	i := d.index(name)
	if i < 0 {
		d.store.RemoveFormField(d.id, name)
		return
	}
	k := d.fields[i]
	if strings.TrimSpace(k.get()) == text {
		text = k.get()
	}
	k.initial = text
	d.changed(k)
}

// DiscardField restores the initial value of one field and removes the stored text.
func (d *Draft) DiscardField(name string) {
	k := d.fields[d.index(name)]
	k.set(k.initial)
	d.changed(k)
}

// Keeps reports whether the draft stores the text of a field.
func (d *Draft) Keeps(name string) bool {
	i := d.index(name)
	return i >= 0 && d.fields[i].kept
}

// Discard restores the initial values, removes the stored text, and focuses the first text field.
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

// Empty reports whether the draft stores nothing.
func (d *Draft) Empty() bool {
	return !slices.ContainsFunc(d.fields, func(k *keptField) bool { return k.kept })
}

// DiscardButton returns the button that discards the draft. While the draft is empty, the button is
// hidden, but its space stays reserved.
func (d *Draft) DiscardButton() fyne.CanvasObject { return container.New(reservedLayout{}, d.discard) }

func (d *Draft) showDiscard() { widgets.SetVisible(d.discard, !d.Empty()) }

// reservedLayout lays out one object, and reserves the object's space even while it is hidden.
type reservedLayout struct{}

// MinSize implements fyne.Layout.
func (reservedLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

// Layout implements fyne.Layout.
func (reservedLayout) Layout(o []fyne.CanvasObject, size fyne.Size) { o[0].Resize(size) }
