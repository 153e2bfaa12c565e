package practice

import (
	"slices"
	"strings"
	"time"
)

// usualField tells what fields with one of some names take: which hints of a message, and examples,
// one for each row.
type usualField struct {
	names    string
	kinds    []hintKind
	examples []string
}

// usualFields are the names that tools and tables have most often.
var usualFields = []usualField{
	{"email mail", []hintKind{hintEmail}, []string{"anna@example.org", "ben@example.org", "carla@example.org"}},
	{
		"url uri link website webpage page href",
		[]hintKind{hintURL},
		[]string{"https://example.org/", "https://example.org/news", "https://example.org/help"},
	},
	{"date day deadline birthday due", []hintKind{hintDate}, nil},
	{"expression formula calculation equation", []hintKind{hintSum}, []string{"17 * 23", "12 % 340", "2 ^ 10"}},
	{"country nation", []hintKind{hintPlace, hintName, hintWhere}, []string{"France", "Italy", "Portugal"}},
	{
		"city place location town region where destination origin departure arrival capital airport address from to",
		[]hintKind{hintPlace, hintName, hintWhere},
		[]string{"Paris", "Rome", "Lisbon"},
	},
	{
		"name person who author recipient contact customer guest attendee owner company user participant friend",
		[]hintKind{hintName, hintPlace, hintQuote},
		[]string{"Anna", "Ben", "Carla"},
	},
	{"age years", []hintKind{hintNumber}, []string{"34", "28", "51"}},
	{"year", []hintKind{hintNumber}, []string{"2026", "1999", "1970"}},
	{"price cost amount total", []hintKind{hintNumber}, []string{"4.5", "12", "19.9"}},
	{"unit units", []hintKind{hintQuote}, []string{"km", "kg", "°C"}},
	{"language", []hintKind{hintQuote, hintName}, []string{"English", "Spanish", "German"}},
	{"color colour", []hintKind{hintQuote}, []string{"red", "green", "blue"}}, //nolint:misspell // what users write
	{"file filename path", []hintKind{hintName}, []string{"notes.txt", "list.txt", "letter.txt"}},
	{"query search question term keyword phrase", []hintKind{hintQuote}, []string{"pear tree", "butterflies", "lighthouse"}},
	{"title subject task item label", []hintKind{hintQuote}, []string{"Science fair", "Market day", "Boat trip"}},
	{
		"text content body message note description summary comment",
		[]hintKind{hintQuote},
		[]string{"It begins at nine.", "Bring a basket.", "Everybody is welcome."},
	},
}

// usualFor finds a field by its name, or else by what is said about it; the last word counts first:
// "departure date" is a date.
func usualFor(name, about string) usualField {
	for _, text := range []string{name, about} {
		for _, word := range slices.Backward(wordsOf(text)) {
			for _, u := range usualFields {
				if names := strings.Fields(u.names); slices.Contains(names, word) || slices.Contains(names, strings.TrimSuffix(word, "s")) {
					return u
				}
			}
		}
	}
	return usualField{kinds: []hintKind{hintQuote}}
}

// free reports whether a field takes any text.
func (u usualField) free() bool { return u.kinds[0] == hintQuote }

// specific reports whether a hint of a kind of the field hardly means anything else.
func (u usualField) specific() bool {
	return u.kinds[0] != hintQuote && u.kinds[0] != hintName && u.kinds[0] != hintNumber
}

// example is what stands in a row when the message says nothing, or "".
func (u usualField) example(row int, today time.Time) string {
	switch {
	case u.kinds[0] == hintDate:
		return today.AddDate(0, 0, row).Format(time.DateOnly)
	case len(u.examples) == 0:
		return ""
	}
	return u.examples[row%len(u.examples)]
}
