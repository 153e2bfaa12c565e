package drafts

import (
	"context"
	"slices"

	"parlando/app/history"
)

// formKey identifies a field of a form.
type formKey struct{ form, field string }

// formField holds the unsent text of one field of a form. A removed field stays until its row on
// disk is deleted.
type formField struct {
	text    string
	removed bool
	// secret means that the text is never written to disk.
	secret bool
	// version counts changes, and saved is the version on disk.
	version, saved uint64
}

// LoadForms reads the stored text of all forms. After an error the next write retries it, so that
// stored text is not overwritten.
func (d *Drafts) LoadForms(ctx context.Context) error {
	d.disk.Lock()
	defer d.disk.Unlock()
	return d.loadForms(ctx)
}

// loadForms is LoadForms for a caller that holds disk. Text typed meanwhile is appended.
func (d *Drafts) loadForms(ctx context.Context) error {
	if d.formsRead {
		return nil
	}
	stored, err := d.o.Store.FormFields(ctx)
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.formsRead = true
	for _, s := range stored {
		key := formKey{s.Form, s.Field}
		f := d.forms[key]
		switch {
		case f == nil:
			d.forms[key] = &formField{text: s.Text}
		case !f.removed && f.text != "":
			f.text = s.Text + " " + f.text
		}
	}
	return nil
}

// FormsRead reports whether LoadForms has succeeded.
func (d *Drafts) FormsRead() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.formsRead
}

// FormField returns the unsent text of a field of a form; ok is false if there is none. form
// identifies the form and what it edits; see history.FormField.
func (d *Drafts) FormField(form, field string) (text string, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := d.forms[formKey{form, field}]
	if f == nil || f.removed {
		return "", false
	}
	return f.text, true
}

// SetFormField stores the unsent text of a field of a form until it is removed. The text is on disk
// within half a second.
func (d *Drafts) SetFormField(form, field, text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.setFormField(formKey{form, field}, formField{text: text})
}

// SetFormSecret is SetFormField for a key or a password, which is never written to disk.
func (d *Drafts) SetFormSecret(form, field, text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.forms[formKey{form, field}] = &formField{text: text, secret: true}
}

// RemoveFormField removes the unsent text of a field of a form.
func (d *Drafts) RemoveFormField(form, field string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.removeFormField(formKey{form, field})
}

// RemoveForm removes all unsent text of a form that was submitted or discarded.
func (d *Drafts) RemoveForm(form string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for key := range d.forms {
		if key.form == form {
			d.removeFormField(key)
		}
	}
}

// removeFormField removes a field. The caller holds mu.
func (d *Drafts) removeFormField(key formKey) {
	switch f := d.forms[key]; {
	case f == nil:
	case f.secret:
		delete(d.forms, key)
	default:
		d.setFormField(key, formField{removed: true})
	}
}

// setFormField sets a field that is not secret. The caller holds mu.
func (d *Drafts) setFormField(key formKey, next formField) {
	if f := d.forms[key]; f != nil {
		next.version, next.saved = f.version, f.saved
	}
	next.version++
	d.formsVersion++
	d.forms[key] = &next
	d.startWriter()
}

// saveForms writes the fields that are not on disk. The caller holds disk.
func (d *Drafts) saveForms() error {
	d.mu.Lock()
	var changed []history.FormField
	written := map[formKey]uint64{}
	for key, f := range d.forms {
		if f.version != f.saved {
			changed = append(changed, history.FormField{Form: key.form, Field: key.field, Text: f.text, Removed: f.removed})
			written[key] = f.version
		}
	}
	read := d.formsRead
	d.mu.Unlock()
	if len(changed) == 0 {
		return nil
	}
	if !read {
		if err := d.loadForms(context.Background()); err != nil {
			return err
		}
		return d.saveForms()
	}
	if err := d.o.Store.SaveFormFields(context.Background(), changed); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for key, version := range written {
		f := d.forms[key]
		if f.saved = version; f.removed && f.version == version {
			delete(d.forms, key)
		}
	}
	return nil
}

// formsLeft reports whether a field is not on disk. The caller holds mu.
func (d *Drafts) formsLeft() bool {
	for _, f := range d.forms {
		if f.version != f.saved {
			return true
		}
	}
	return false
}

// unsavedForms returns the form texts that are not on disk, or with gone all of them, in a fixed
// order. The caller holds mu.
func (d *Drafts) unsavedForms(gone bool) (texts []string) {
	for _, f := range d.forms {
		if !f.secret && (gone || f.version != f.saved) && f.text != "" {
			texts = append(texts, f.text)
		}
	}
	slices.Sort(texts)
	return texts
}
