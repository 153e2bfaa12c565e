package textview

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"

	"parlando/views/textview/textflow"
)

// longestWord is the maximum distance, in bytes, at which the beginning of a word is searched.
const longestWord = 1000

// IsWordRune reports whether a character belongs to words, unlike spaces and punctuation.
func IsWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// WordAt returns the bounds of the word at an offset, or of the word that ends there; from equals
// to if there is none. Words follow UAX 29. Scripts without spaces between words are divided into
// syllables, because UAX 29 would require a dictionary for them.
func WordAt(text string, at int) (from, to int) {
	start := at
	for start > 0 && at-start < longestWord {
		r, n := utf8.DecodeLastRuneInString(text[:start])
		if unicode.IsSpace(r) {
			break
		}
		start -= n
	}
	from, to = at, at
	for start <= at && start < len(text) {
		end := start + wordLength(text[start:])
		if end >= at && strings.ContainsFunc(text[start:end], IsWordRune) {
			from, to = start, end
		}
		start = end
	}
	return from, to
}

// wordLength returns the length of the word, or of the text between words, at the start of text.
func wordLength(text string) int {
	if n := textflow.Syllable(text); n > 0 {
		return n
	}
	parts := words.FromString(text)
	parts.Next()
	return max(len(parts.Value()), 1)
}
