package sqlite

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// snippetBytes is the length of a snippet in a list of hits.
const snippetBytes = 200

// Snippet returns the text around the first match on one line, and the byte ranges of the matches
// in that line.
func (q Query) Snippet(text string) (string, [][2]int) { return q.Excerpt(text, snippetBytes) }

// Excerpt is Snippet with a length of about size bytes, a fifth of them before the first match.
func (q Query) Excerpt(text string, size int) (string, [][2]int) {
	first := 0
	if marks := q.Matches(text); len(marks) > 0 {
		first = marks[0][0]
	}
	from := wordStart(text, first-size/5, first)
	to := min(from+size, len(text))
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to--
	}
	if to < len(text) {
		if cut := strings.LastIndexFunc(text[from:to], unicode.IsSpace); cut > size/2 {
			to = from + cut
		}
	}
	line := OneLine(text[from:to])
	if from > 0 {
		line = "…" + line
	}
	if to < len(text) {
		line += "…"
	}
	return line, q.Matches(line)
}

// wordStart returns the beginning of the first word between from and limit, or, in a text without
// spaces, of the first character.
func wordStart(text string, from, limit int) int {
	if from <= 0 {
		return 0
	}
	for from < limit && !utf8.RuneStart(text[from]) {
		from++
	}
	if space := strings.IndexFunc(text[from:limit], unicode.IsSpace); space >= 0 {
		if next := strings.IndexFunc(text[from+space:limit], func(r rune) bool { return !unicode.IsSpace(r) }); next >= 0 {
			return from + space + next
		}
		return limit
	}
	return from
}

// OneLine returns a text on one line, without invisible characters and simple Markdown markup.
func OneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if VisibleRune(r) < 0 {
			return ' ' // the index separates words at such characters, too
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	text = strings.NewReplacer("**", "", "`", "").Replace(text)
	return strings.Join(strings.Fields(text), " ")
}

// VisibleRune is for strings.Map: it drops control characters and characters that change the text
// direction, whose effect would extend beyond the line.
func VisibleRune(r rune) rune {
	switch {
	case r == '\t' || r == '\n' || r == '\r':
		return ' '
	case unicode.IsControl(r), r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0xFEFF:
		return -1
	}
	return r
}
