package edit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"parlando/views/textview"
)

// maxCluster is the maximum number of bytes of a character with combining marks; a longer one is
// split.
const maxCluster = 1000

// StringText is a Text whose content is the string that the function returns.
type StringText func() string

// Len implements Text.
func (s StringText) Len() int { return len(s()) }

// Slice implements Text.
func (s StringText) Slice(from, to int) string { return s()[from:to] }

// Next implements Text.
func (s StringText) Next(at int) int { return next(s(), at) }

// Previous implements Text.
func (s StringText) Previous(at int) int { return previous(s(), at) }

// Jump implements Text.
func (s StringText) Jump(at int, forward bool) int { return jump(s(), at, forward) }

func next(text string, at int) int {
	clusters := graphemes.FromString(text[at:])
	if !clusters.Next() {
		return len(text)
	}
	return at + len(clusters.Value())
}

func previous(text string, at int) int {
	from := max(at-maxCluster, 0)
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

// jump returns the end of the next word, or the start of the previous word; if there is none, the
// end or the start of the text.
func jump(text string, at int, forward bool) int {
	if forward {
		if n := strings.IndexFunc(text[at:], textview.IsWordRune); n >= 0 {
			_, to := textview.WordAt(text, at+n)
			return to
		}
		return len(text)
	}
	if n := strings.LastIndexFunc(text[:at], textview.IsWordRune); n >= 0 {
		from, _ := textview.WordAt(text, n)
		return from
	}
	return 0
}

// CleanText converts arbitrary bytes to editable text: lines end with "\n", and tab is the only
// other control character.
func CleanText(s string) string {
	return clean(s, func(r rune) rune { return r })
}

// CleanLine converts arbitrary bytes to text of a single line.
func CleanLine(s string) string {
	return clean(s, func(rune) rune { return ' ' })
}

func clean(s string, space func(rune) rune) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r', r == '\u2028', r == '\u2029':
			return space('\n')
		case r == '\n', r == '\t':
			return space(r)
		case unicode.IsControl(r), r == '\uFEFF':
			return -1
		}
		return r
	}, s)
}
