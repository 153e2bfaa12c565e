package find

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// Span is a range of bytes [from, to) in the text of a message (answers.Text).
type Span [2]int

// Needle finds occurrences of words in messages. The zero value finds nothing. It is safe for
// concurrent use.
type Needle struct {
	// phrase is the folded text to find; a query sets query and terms instead.
	phrase []rune
	query  sqlite.Query
	terms  []sqlite.Query
	// letters are the letters and digits that every matching message contains.
	letters []string
}

// Phrase returns a needle for a literal text, also within words. White space matches any other.
func Phrase(text string) Needle {
	var n Needle
	for _, r := range strings.Join(strings.Fields(text), " ") {
		if r, ok := fold(r); ok {
			n.phrase = append(n.phrase, r)
		}
	}
	n.letters = []string{letters(text)}
	return n
}

// Query returns a needle for the results of history.Store.Search: all occurrences of its words, in
// messages that contain each of them.
func Query(typed string) Needle {
	n := Needle{query: sqlite.NewQuery(typed)}
	fields := strings.Fields(typed)
	for i, field := range fields {
		if i < len(fields)-1 || strings.HasSuffix(typed, " ") {
			field += " " // a whole word
		}
		if q := sqlite.NewQuery(field); !q.Empty() {
			n.terms, n.letters = append(n.terms, q), append(n.letters, letters(field))
		}
	}
	return n
}

// Empty reports whether there is nothing to find.
func (n Needle) Empty() bool { return len(n.phrase) == 0 && n.query.Empty() }

// In returns the matches in a message in reading order, without overlaps.
func (n Needle) In(m chat.Message) []Span {
	if n.Empty() || !n.mayStandIn(m) {
		return nil
	}
	var out []Span
	missing := n.terms
	for _, t := range shown(m) {
		text := t.text.String()
		out = append(out, n.in(&t, text)...)
		var still []sqlite.Query
		for _, q := range missing {
			if len(q.Matches(text)) == 0 {
				still = append(still, q)
			}
		}
		missing = still
	}
	if len(missing) > 0 {
		return nil
	}
	return out
}

// InSources reports whether words of a query stand in the titles or addresses of a message's
// sources.
func (n Needle) InSources(m chat.Message) bool {
	return slices.ContainsFunc(m.Parts, func(p chat.Part) bool { return len(n.query.Matches(p.TextFor(chat.UseSources))) > 0 })
}

// mayStandIn quickly rules out most messages that do not match, because parsing Markdown takes a
// hundred times as long. It returns true if the displayed text may differ from the source.
func (n Needle) mayStandIn(m chat.Message) bool {
	for _, p := range m.Parts {
		if p.Kind == chat.PartText && (!utf8.ValidString(p.Text) || strings.ContainsAny(p.Text, "&$\\[]<\x00")) {
			return true
		}
	}
	has := letters(m.Text())
	for _, l := range n.letters {
		if !strings.Contains(has, l) {
			return false
		}
	}
	return true
}

// letters returns the folded letters and digits of a text, without all other characters.
func letters(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		if r, ok := fold(r); ok && (r < utf8.RuneSelf && (r >= 'a' && r <= 'z' || r >= '0' && r <= '9') || r >= utf8.RuneSelf && unicode.In(r, unicode.L, unicode.N)) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// in returns the matches in one displayed text. Adjacent words of a query are one match.
func (n Needle) in(t *shownText, text string) (out []Span) {
	if len(n.phrase) == 0 {
		places := n.query.Matches(text)
		for i := 0; i < len(places); i++ {
			place := places[i]
			for len(n.terms) > 1 && i+1 < len(places) && strings.TrimSpace(text[place[1]:places[i+1][0]]) == "" {
				i++
				place[1] = places[i][1]
			}
			out = append(out, t.source(place[0], place[1]))
		}
		return out
	}
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if r, ok := fold(r); ok && r == n.phrase[0] {
			if end := begins(text, at, n.phrase); end > 0 {
				out = append(out, t.source(at, end))
				at = end
				continue
			}
		}
		at += size
	}
	return out
}

// begins returns the end of a folded phrase that starts at byte at, 0 if another text does.
func begins(text string, at int, phrase []rune) int {
	for i := 0; i < len(phrase); {
		if at >= len(text) {
			return 0
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		at += size
		switch r, ok := fold(r); {
		case !ok: // skip a combining accent
			continue
		case r != phrase[i]:
			return 0
		case r == ' ':
			at += len(text[at:]) - len(strings.TrimLeftFunc(text[at:], unicode.IsSpace))
		}
		i++
	}
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if _, ok := fold(r); ok {
			break
		}
		at += size
	}
	return at
}

// fold returns a character without case and accents, and a space for all white space; ok is false
// for a combining accent.
func fold(r rune) (folded rune, ok bool) {
	switch {
	case r >= 'a' && r <= 'z':
		return r, true
	case r >= 'A' && r <= 'Z':
		return r + 'a' - 'A', true
	case unicode.IsSpace(r):
		return ' ', true
	case r < utf8.RuneSelf:
		return r, true
	case unicode.Is(unicode.Mn, r):
		return 0, false
	}
	return sqlite.FoldLetter(r), true
}
