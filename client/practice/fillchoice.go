package practice

import (
	"fmt"
	"slices"
)

// chosen are the values of an enum: those that the message mentions, then the default, then all. The items of an array begin
// with one after the other.
func (f *filler) chosen(s *shape, at field, yield func(any) bool) {
	said := f.choices(s, at)
	order := slices.Concat(said, s.defaults, s.values)
	if skip := min(at.item, len(order)-1); at.item > 0 && skip >= 0 {
		order = slices.Concat(order[skip:], order[:skip])
	}
	for i, v := range order {
		if !yield(v) {
			if at.required && i >= len(said) && len(s.values) > 1 && len(s.defaults) == 0 {
				f.invented++
			}
			return
		}
	}
}

// choices are the values of an enum that the message mentions, in its order, those of more words first.
func (f *filler) choices(s *shape, at field) []any {
	if told, ok := f.facts.told[key(at.name)]; ok {
		return []any{told}
	}
	type mention struct {
		value     any
		words, at int
	}
	var found []mention
	for _, v := range s.values {
		words := wordsOf(fmt.Sprint(v))
		if len(words) == 0 || common(words, f.facts.words) < len(words) {
			continue
		}
		place := slices.IndexFunc(f.facts.words, func(w string) bool { return alike(w, words[0]) })
		found = append(found, mention{v, len(words), place})
	}
	slices.SortStableFunc(found, func(a, b mention) int {
		if a.words != b.words {
			return b.words - a.words
		}
		return a.at - b.at
	})
	values := make([]any, len(found))
	for i, m := range found {
		values[i] = m.value
	}
	return values
}

// flags are the truth values, the one that the message means first.
func (f *filler) flags(s *shape, at field, yield func(any) bool) {
	said := f.names(at.name)
	meant := said && !f.denied(at.name)
	order := []any{meant, !meant}
	if !said {
		order = slices.Concat(s.defaults, order)
	}
	for _, v := range order {
		if !yield(v) {
			return
		}
	}
}
