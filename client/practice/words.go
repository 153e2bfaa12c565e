package practice

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// newWord is where a name such as getWeather or maxResults is taken apart.
var newWord = regexp.MustCompile(`(\p{Ll})(\p{Lu})`)

// wordsOf are the words of a text in lower case, without apostrophes.
func wordsOf(text string) []string {
	text = newWord.ReplaceAllString(strings.NewReplacer("'", "", "’", "").Replace(text), "$1 $2")
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// wordSet makes a set of the words of a text when it is first needed.
func wordSet(text string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for _, w := range strings.Fields(text) {
			set[w] = true
		}
		return set
	})
}

// idle are words that say nothing about what a text is about, or what a tool does.
var idle = wordSet(`a about all also am an and any are as ask at be been being but by call can could current currently did do does
	each every for form from fetch function get gets give given gives had has have he hello help her here hi his how i if in into is it its
	item just let like list look make makes many may me might more most much my need no not now of off on one only or other our out over
	please provide returns return run say see set she should show so some such tell than thank thanks that the their them then there these
	they this those to tool tools up us use used uses using value very want was we were what whats when where which who whose why will with
	would you your specific user information data result results`)

// telling are the words of a text that say what it is about.
func telling(text string) []string {
	return slices.DeleteFunc(wordsOf(text), func(w string) bool {
		return idle()[w] || len(w) < 2 || strings.HasSuffix(w, "s") && idle()[strings.TrimSuffix(strings.TrimSuffix(w, "s"), "'")]
	})
}

// alike reports whether two words are forms of one: calculate, calculator.
func alike(a, b string) bool {
	if a == b || strings.TrimSuffix(a, "s") == strings.TrimSuffix(b, "s") {
		return true
	}
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	return same >= 5 && same >= min(len(a), len(b))-1
}

// mentions reports whether one of the words is a form of w.
func mentions(words []string, w string) bool {
	return slices.ContainsFunc(words, func(one string) bool { return alike(one, w) })
}

// common is how many of the words are mentioned in the others, each word once.
func common(words, others []string) (n int) {
	for _, w := range slices.Compact(slices.Sorted(slices.Values(words))) {
		if mentions(others, w) {
			n++
		}
	}
	return n
}
