package sqlite

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTerms and maxQuery limit a pasted text to what a user would type; the rest is ignored.
const (
	maxTerms = 16
	maxQuery = 400 // bytes
)

// Query is a parsed search text. Any text is a valid query; it has no operators.
type Query struct {
	terms []term
}

// term is the text between two spaces: words that must be adjacent.
type term struct {
	words []Word
	// begins reports that the last word may be incomplete because it is still being typed.
	begins bool
}

// NewQuery parses typed text. All its terms must match; the last may be the beginning of a word,
// unless a space follows it.
func NewQuery(typed string) Query {
	if len(typed) > maxQuery {
		cut := maxQuery
		for cut > 0 && !utf8.RuneStart(typed[cut]) {
			cut--
		}
		typed = typed[:cut]
	}
	var q Query
	for _, field := range strings.Fields(typed) {
		if words := Words(field); len(words) > 0 && len(q.terms) < maxTerms {
			q.terms = append(q.terms, term{words: words})
		}
	}
	last, _ := utf8.DecodeLastRuneInString(typed)
	if n := len(q.terms); n > 0 && !unicode.IsSpace(last) {
		q.terms[n-1].begins = true
	}
	return q
}

// Empty reports whether the query has no terms.
func (q Query) Empty() bool { return len(q.terms) == 0 }

// Match returns the query in the syntax of the full-text index, with only quoted letters and
// digits.
func (q Query) Match() string {
	var b strings.Builder
	for i, t := range q.terms {
		if i > 0 {
			b.WriteByte(' ')
		}
		t.write(&b)
	}
	return b.String()
}

func (t term) write(b *strings.Builder) {
	b.WriteByte('"')
	begins := t.begins
	for i := 0; i < len(t.words); {
		if !t.words[i].Single {
			b.WriteString(" " + t.words[i].Folded)
			i++
			continue
		}
		end := runEnd(t.words, i)
		// A following word of the same term ends the run. At the end of the term, the text's run
		// may be longer.
		writePairs(b, t.words[i:end], end < len(t.words))
		// the index stores a single character as the beginning of a pair
		begins = begins || end == len(t.words) && end-i == 1
		i = end
	}
	b.WriteByte('"')
	if begins {
		b.WriteByte('*')
	}
}

// Matches returns the byte ranges of the query's terms in text, in order and without overlaps.
func (q Query) Matches(text string) [][2]int {
	words := Words(text)
	var marks [][2]int
	for i := 0; i < len(words); {
		best := 0
		for _, t := range q.terms {
			if n := t.at(words[i:]); n > best {
				best = n
			}
		}
		if best == 0 {
			i++
			continue
		}
		start, end := words[i].Start, words[i+best-1].End
		if n := len(marks); n > 0 && marks[n-1][1] == start {
			marks[n-1][1] = end
		} else {
			marks = append(marks, [2]int{start, end})
		}
		i += best
	}
	return slices.Clip(marks)
}

// at returns the number of words, from the first of words on, that the term matches, or 0.
func (t term) at(words []Word) int {
	if len(words) < len(t.words) {
		return 0
	}
	last := len(t.words) - 1
	for i, w := range t.words {
		got := words[i]
		if i > 0 && w.Single && got.Joined != w.Joined {
			return 0
		}
		if got.Folded != w.Folded && (i < last || !t.begins || got.Single || !strings.HasPrefix(got.Folded, w.Folded)) {
			return 0
		}
	}
	return len(t.words)
}
