package practice

import (
	"slices"
	"strings"
	"unicode"
)

// wordsOf returns the words of a text in lower case; names such as get_weather are split.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// idle lists words that carry no meaning in a message or tool description.
var idle = strings.Fields(`a about all also an and any are as at be by can could do does find for from get give had has have he hello her his how i if in into
	is it its like list look make me my no not now of on or our please read search see set she should show so some such take tell that the their them then
	there these they this those to tool up use user using was we were what when where which who why will with would write you your`)

// telling returns the words of a text except idle ones.
func telling(text string) []string {
	return slices.DeleteFunc(wordsOf(text), func(w string) bool { return len(w) < 2 || slices.Contains(idle, w) })
}

// common returns the number of distinct words that are also in others, ignoring a final s.
func common(words, others []string) (n int) {
	for _, w := range slices.Compact(slices.Sorted(slices.Values(words))) {
		if slices.ContainsFunc(others, func(o string) bool { return strings.TrimSuffix(o, "s") == strings.TrimSuffix(w, "s") }) {
			n++
		}
	}
	return n
}
