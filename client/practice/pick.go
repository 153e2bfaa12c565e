package practice

import (
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// used tells which facts fill a field already; free takes back what was used since.
func (f *facts) used() []bool {
	all := make([]bool, len(f.all))
	for i, one := range f.all {
		all[i] = one.used
	}
	return all
}

func (f *facts) free(used []bool) {
	for i, one := range f.all {
		one.used = used[i]
	}
}

// kindWords are the words in the names of fields that tell what kind of fact they take.
var kindWords = []struct {
	kinds []factKind
	words []string
}{
	{[]factKind{anEmail}, []string{"email", "mail"}},
	{[]factKind{anURL}, []string{"url", "link", "uri", "website", "webpage", "href", "image"}},
	{[]factKind{aDate}, []string{"date", "day", "deadline", "birthday", "birthdate", "due"}},
	{[]factKind{aTime}, []string{"time", "hour", "clock"}},
	{[]factKind{aSum}, []string{"expression", "formula", "equation", "calculation", "math"}},
	{[]factKind{aPlace, aName}, []string{
		"city", "place", "location", "country", "town", "region", "where", "destination", "origin", "departure", "arrival", "capital", "state",
		"airport", "address", "area", "from", "to", "start", "end",
	}},
	{[]factKind{aName, aPlace, aQuote}, []string{
		"name", "person", "who", "author", "recipient", "contact", "customer", "guest", "attendee", "attendees", "owner", "company", "user", "people",
		"participant", "participants", "friend",
	}},
	{[]factKind{aQuote}, []string{
		"text", "title", "message", "content", "body", "subject", "note", "phrase", "sentence", "query", "term", "keyword", "search", "question",
		"prompt", "input", "string", "word", "description", "summary", "comment", "task", "item", "label",
	}},
}

// kindsFor are the kinds of facts that a field takes, by its name, or else by what is said about it.
func kindsFor(name, about string) []factKind {
	for _, text := range []string{name, about} {
		words := wordsOf(text)
		for _, w := range slices.Backward(words) { // "departure date" is a date
			for _, k := range kindWords {
				if slices.Contains(k.words, w) || slices.Contains(k.words, strings.TrimSuffix(w, "s")) {
					return k.kinds
				}
			}
		}
	}
	return nil
}

// pick finds the fact of one of the kinds that fits a field best: nearest to a word of its name, else the first of the kind
// that is named first. near asks for a word of the name beside it.
func (f *filler) pick(name string, near bool, kinds ...factKind) *fact {
	var best *fact
	most := -1
	words := wordsOf(name)
	for _, one := range f.facts.all {
		rank := slices.Index(kinds, one.kind)
		if one.used || rank < 0 {
			continue
		}
		score := 10 * (len(kinds) - rank)
		beside := false
		for i, w := range slices.Backward(one.before) {
			if mentions(words, w) || wayWords(w, words) {
				score += 70 - 10*(len(one.before)-1-i)
				beside = true
				break
			}
		}
		if mentions(words, one.after) {
			score += 60
			beside = true
		}
		if (beside || !near) && score > most {
			best, most = one, score
		}
	}
	return best
}

// wayWords reports whether a preposition stands for a field: "from Paris" is the origin.
func wayWords(w string, name []string) bool {
	switch w {
	case "from":
		return slices.ContainsFunc(name, func(n string) bool { return slices.Contains([]string{"origin", "departure", "source", "start"}, n) })
	case "to", "into":
		return slices.ContainsFunc(name, func(n string) bool {
			return slices.Contains([]string{"destination", "arrival", "target", "end", "recipient"}, n)
		})
	case "by", "before":
		return slices.Contains(name, "deadline") || slices.Contains(name, "due")
	}
	return false
}

// explicit is what the message says a field is: "title: Holidays", "size is large", "called Rex" for a name.
func (f *filler) explicit(name string) string {
	lower := strings.ToLower(f.facts.text)
	if len(lower) != len(f.facts.text) {
		lower = f.facts.text // a letter that changes its size when it is made small
	}
	labels := []string{strings.ToLower(name), key(name)}
	if words := wordsOf(name); len(words) > 0 && words[len(words)-1] == "name" {
		labels = append(labels, "called", "named")
	}
	for _, label := range labels {
		for _, link := range []string{":", " is ", "=", " = ", " to be ", " as ", " of "} {
			from := -1
			if label == "called" || label == "named" {
				link = " "
			}
			for at := 0; label != ""; {
				i := strings.Index(lower[at:], label+link)
				if i < 0 {
					break
				}
				at += i + len(label) + len(link)
				if begin := at - len(label) - len(link); begin == 0 || strings.ContainsRune(" \n\t\"'({[,;", rune(lower[begin-1])) {
					from = at
					break
				}
			}
			if from < 0 {
				continue
			}
			rest := strings.TrimLeft(f.facts.text[from:], " \t")
			if rest != "" && strings.ContainsRune("\"'“`", []rune(rest)[0]) {
				open := []rune(rest)[0]
				end := strings.ContainsRune
				inner := strings.TrimPrefix(rest, string(open))
				if i := strings.IndexFunc(inner, func(r rune) bool { return end("\"'”`", r) }); i > 0 {
					return inner[:i]
				}
			}
			if i := strings.IndexAny(rest, ",;\n"); i >= 0 {
				rest = rest[:i]
			}
			if i := strings.Index(rest, " and "); i >= 0 {
				rest = rest[:i]
			}
			if i := strings.Index(rest, ". "); i >= 0 {
				rest = rest[:i]
			}
			if rest = strings.Trim(rest, " .!?\"'"); rest != "" {
				return rest
			}
		}
	}
	return ""
}

// names reports whether the message has the words of a field's name.
func (f *filler) names(name string) bool {
	words := telling(name)
	return len(words) > 0 && common(words, f.facts.words) == len(words)
}

// denied reports whether the message says no to a field: "without sugar", "no sugar".
func (f *filler) denied(name string) bool {
	words := telling(name)
	for i, w := range f.facts.words {
		if !mentions(words, w) {
			continue
		}
		for _, before := range f.facts.words[max(0, i-2):i] {
			if slices.Contains([]string{"no", "not", "without", "don't", "dont", "disable", "off", "never", "isn't"}, before) {
				return true
			}
		}
		if after := f.facts.words[i+1 : min(len(f.facts.words), i+3)]; slices.Contains(after, "off") || slices.Contains(after, "false") {
			return true
		}
	}
	return false
}

// property is one that a schema describes; a schema that refers to itself comes to the same one again.
type property struct {
	schema *jsonschema.Schema
	name   string
}

// said reports whether the message says something about a field that need not be filled. Properties in met were looked at before.
func (f *filler) said(s shape, name string, met map[property]bool) bool {
	if _, ok := f.facts.told[key(name)]; ok {
		return true
	}
	if s.fixed {
		return len(f.choices(&s, field{name: name})) > 0
	}
	for _, kind := range s.types {
		switch kind {
		case "boolean":
			if f.names(name) {
				return true
			}
		case "number", "integer":
			if f.pick(name, true, aNumber) != nil {
				return true
			}
		case "string":
			if f.explicit(name) != "" || f.pick(name, true, aQuote, aName, aPlace) != nil {
				return true
			}
			if kinds := f.kinds(&s, name); len(kinds) > 0 && kinds[0] != aQuote && kinds[0] != aName && f.pick(name, false, kinds[0]) != nil {
				return true
			}
		case "array":
			if f.mentioned(&s, field{name: name}) > 0 {
				return true
			}
		case "object":
			for _, inner := range s.names {
				if all := s.properties[inner]; fresh(met, all, inner) && f.said(f.form.shapeOf(flat(all)), inner, met) {
					return true
				}
			}
		}
	}
	return false
}

// fresh reports whether a property has schemas that were not met yet, and notes that they are met now.
func fresh(met map[property]bool, all []*jsonschema.Schema, name string) bool {
	found := false
	for _, one := range all {
		p := property{one, name}
		found = found || !met[p]
		met[p] = true
	}
	return found
}

// kinds are the kinds of facts for a string field.
func (f *filler) kinds(s *shape, name string) []factKind {
	for _, format := range s.formats {
		switch format {
		case "date", "date-time":
			return []factKind{aDate}
		case "time":
			return []factKind{aTime}
		case "email", "idn-email":
			return []factKind{anEmail}
		case "uri", "url", "iri", "uri-reference":
			return []factKind{anURL}
		default:
			return nil
		}
	}
	return kindsFor(name, s.about)
}

// mentioned is how many items of an array the message names.
func (f *filler) mentioned(s *shape, at field) int {
	inner := f.form.shapeOf(flat(s.orAnything(s.item(0))))
	if inner.fixed {
		return len(f.choices(&inner, field{}))
	}
	n := 0
	count := func(kinds ...factKind) {
		for _, one := range f.facts.all {
			if !one.used && slices.Contains(kinds, one.kind) {
				n++
			}
		}
	}
	switch {
	case slices.Contains(inner.types, "object"):
	case slices.Contains(inner.types, "string"):
		count(f.kinds(&inner, at.name)...)
	case slices.Contains(inner.types, "integer") || slices.Contains(inner.types, "number"):
		count(aNumber)
	}
	return n
}
