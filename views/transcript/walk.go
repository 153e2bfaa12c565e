package transcript

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// next is the place behind the character at a place, previous that of the one before it. A letter and its marks are one.
func next(text string, at int) int {
	clusters := graphemes.FromString(text[at:])
	if !clusters.Next() {
		return len(text)
	}
	return at + len(clusters.Value())
}

func previous(text string, at int) int {
	// No cluster of a person's writing is longer; a longer one is cut.
	from := max(at-200, 0)
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	clusters := graphemes.FromString(text[from:at])
	for clusters.Next() {
		n := len(clusters.Value())
		if from+n >= at {
			break
		}
		from += n
	}
	return from
}

func wordly(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '’' || unicode.Is(unicode.M, r)
}

// word finds the word around a place.
func word(text string, at int) (from, to int) {
	from, to = at, at
	for from > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:from])
		if !wordly(r) {
			break
		}
		from -= n
	}
	for to < len(text) {
		r, n := utf8.DecodeRuneInString(text[to:])
		if !wordly(r) {
			break
		}
		to += n
	}
	return from, to
}

// jump is the place a word further on, or back.
func jump(text string, at int, forward bool) int {
	if forward {
		for at < len(text) {
			r, n := utf8.DecodeRuneInString(text[at:])
			if wordly(r) {
				break
			}
			at += n
		}
		_, to := word(text, at)
		return to
	}
	for at > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:at])
		if wordly(r) {
			break
		}
		at -= n
	}
	from, _ := word(text, at)
	return from
}

// clean makes of any bytes what can stand in a line: one line, without control characters.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', r == '\u2028', r == '\u2029':
			return ' '
		case unicode.IsControl(r), r == '\uFEFF':
			return -1
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
}
