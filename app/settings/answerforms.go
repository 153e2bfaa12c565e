package settings

import (
	"slices"
	"strings"

	"parlando/app/chat"
)

// AnswerFormsMost is the greatest number of forms that are kept.
const AnswerFormsMost = 200

// AnswerForm returns the form with this name.
func (s Settings) AnswerForm(name string) (chat.AnswerForm, bool) {
	i := slices.IndexFunc(s.AnswerForms, func(f chat.AnswerForm) bool { return f.Name == name })
	if i < 0 {
		return chat.AnswerForm{}, false
	}
	return *s.AnswerForms[i].Clone(), true
}

// KeepAnswerForm keeps a form under its name, first of all, in place of the one that was called so;
// "" for a new one.
func (s *Settings) KeepAnswerForm(f chat.AnswerForm, was string) {
	s.RemoveAnswerForm(was)
	s.RemoveAnswerForm(f.Name)
	s.AnswerForms = slices.Insert(slices.Clip(s.AnswerForms), 0, *f.Clone())
}

// RemoveAnswerForm removes the form with this name.
func (s *Settings) RemoveAnswerForm(name string) {
	s.AnswerForms = slices.DeleteFunc(slices.Clone(s.AnswerForms), func(f chat.AnswerForm) bool { return f.Name == name })
}

// holdAnswerForms returns a copy of list without what a file mended by hand may have: no name, or
// one that is there twice.
func holdAnswerForms(list []chat.AnswerForm) []chat.AnswerForm {
	seen := map[string]bool{}
	var valid []chat.AnswerForm
	for _, f := range list {
		f.Name = strings.TrimSpace(f.Name)
		if f.Name == "" || seen[f.Name] || len(valid) == AnswerFormsMost {
			continue
		}
		seen[f.Name] = true
		f.Once = false
		valid = append(valid, *f.Clone())
	}
	return valid
}
