package chat

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// OneLine returns a name or a sentence on one line: white space is joined to single spaces, and
// control and direction characters are removed.
func OneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, text))
}
