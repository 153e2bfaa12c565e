package settings

import (
	"slices"
	"strings"

	"parlando/app/chat"
)

// MaxAnswerForms is the maximum number of stored forms.
const MaxAnswerForms = 200

// AnswerForm returns the form with this name.
func (s Settings) AnswerForm(name string) (chat.AnswerForm, bool) {
	i := slices.IndexFunc(s.AnswerForms, func(f chat.AnswerForm) bool { return f.Name == name })
	if i < 0 {
		return chat.AnswerForm{}, false
	}
	return *s.AnswerForms[i].Clone(), true
}

// KeepAnswerForm stores a form as the first one. It replaces the form named was, "" for none.
func (s *Settings) KeepAnswerForm(f chat.AnswerForm, was string) {
	s.RemoveAnswerForm(was)
	s.RemoveAnswerForm(f.Name)
	s.AnswerForms = slices.Insert(slices.Clip(s.AnswerForms), 0, *f.Clone())
}

// RemoveAnswerForm removes the form with this name.
func (s *Settings) RemoveAnswerForm(name string) {
	s.AnswerForms = slices.DeleteFunc(slices.Clone(s.AnswerForms), func(f chat.AnswerForm) bool { return f.Name == name })
}

// holdAnswerForms returns a copy of list without forms that have no name or a duplicate name, which
// an edited file may contain.
func holdAnswerForms(list []chat.AnswerForm) []chat.AnswerForm {
	seen := map[string]bool{}
	var valid []chat.AnswerForm
	for _, f := range list {
		f.Name = strings.TrimSpace(f.Name)
		if f.Name == "" || seen[f.Name] || len(valid) == MaxAnswerForms {
			continue
		}
		seen[f.Name] = true
		f.Once = false
		valid = append(valid, *f.Clone())
	}
	return valid
}
