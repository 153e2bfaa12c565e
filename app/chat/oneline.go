package chat

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// OneLine returns a name or a sentence on one line: white space is joined to single spaces, and
// control characters are removed, as are invisible ones, which could hide a part of it or reverse
// its direction.
func OneLine(text string) string {
	const joiner, nonJoiner = '\u200d', '\u200c' // parts of words and emoji
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == joiner, r == nonJoiner:
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == utf8.RuneError:
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}
