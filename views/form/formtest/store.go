// Package formtest stores the text typed in forms in memory, for tests.
package formtest

import "strings"

// Store is a form.Store in memory. Its keys are the form and the field, separated by a newline.
type Store map[string]string

// FormField implements form.Store.
func (s Store) FormField(form, field string) (text string, ok bool) {
	text, ok = s[form+"\n"+field]
	return text, ok
}

// SetFormField implements form.Store.
func (s Store) SetFormField(form, field, text string) { s[form+"\n"+field] = text }

// SetFormSecret implements form.Store.
func (s Store) SetFormSecret(form, field, text string) { s[form+"\n"+field] = text }

// RemoveFormField implements form.Store.
func (s Store) RemoveFormField(form, field string) { delete(s, form+"\n"+field) }

// RemoveForm implements form.Store.
func (s Store) RemoveForm(form string) {
	for key := range s {
		if strings.HasPrefix(key, form+"\n") {
			delete(s, key)
		}
	}
}
