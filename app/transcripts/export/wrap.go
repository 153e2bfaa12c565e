package export

import (
	"strings"
	"unicode"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"golang.org/x/text/width"
)

// The customary limits of subtitles: two lines of about forty letters each. A Chinese, Japanese or
// Korean character is two letters wide.
const (
	lineWidth = 42
	cueLines  = 2
)

// wide reports whether a character is two letters wide and may begin a line.
func wide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}

// wrapToken is an unbreakable part of a text.
type wrapToken struct {
	text  string
	width int
	space bool // preceded by a space, unless it begins a line
}

// piecesOf splits a text at spaces, between wide characters, and within a word that is longer than
// a line.
func piecesOf(text string) []wrapToken {
	var all []wrapToken
	for word := range strings.FieldsSeq(text) {
		space := true
		p := wrapToken{space: space}
		flush := func() {
			if p.text != "" {
				all = append(all, p)
				space = false
			}
			p = wrapToken{space: space}
		}
		g := graphemes.FromString(word)
		lastWide := false
		for g.Next() {
			c := g.Value()
			r := []rune(c)[0]
			w := 1
			if wide(r) {
				w = 2
			}
			if p.width+w > lineWidth || (lastWide || w == 2) && !unicode.IsPunct(r) {
				flush()
			}
			p.text += c
			p.width += w
			lastWide = w == 2
		}
		flush()
	}
	return all
}

// fill arranges tokens into lines of a maximum width; a wider token gets a line of its own.
func fill(pieces []wrapToken, most int) (lines []string) {
	at := 0
	for i, p := range pieces {
		gap := 0
		if p.space {
			gap = 1
		}
		switch {
		case i == 0 || at+gap+p.width > most:
			lines = append(lines, p.text)
			at = p.width
		default:
			lines[len(lines)-1] += strings.Repeat(" ", gap) + p.text
			at += gap + p.width
		}
	}
	return lines
}

// wrap splits a text into the minimum number of lines, of about equal width.
func wrap(text string) []string {
	pieces := piecesOf(text)
	lines := fill(pieces, lineWidth)
	for most := lineWidth - 1; most > lineWidth/3; most-- {
		narrower := fill(pieces, most)
		if len(narrower) > len(lines) {
			break
		}
		lines = narrower
	}
	return lines
}
