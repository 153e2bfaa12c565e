package textview

import (
	"unicode"
	"unicode/utf8"
)

// IsWordRune reports whether a character belongs to a word.
func IsWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '\'' || r == '’' || unicode.Is(unicode.M, r)
}

// WordAt returns the bounds of the word at an offset; from equals to if there is none.
func WordAt(text string, at int) (from, to int) {
	from, to = at, at
	for from > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:from])
		if !IsWordRune(r) {
			break
		}
		from -= n
	}
	for to < len(text) {
		r, n := utf8.DecodeRuneInString(text[to:])
		if !IsWordRune(r) {
			break
		}
		to += n
	}
	return from, to
}
