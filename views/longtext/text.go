package longtext

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"parley/views/conversation/textflow"
)

// longestSegment is how many bytes a segment has at most: a paragraph that is longer is cut, at a space where there is one.
const longestSegment = 4000

// segment is a paragraph, or a part of a long one. It never changes but for its layout.
type segment struct {
	text string
	// broken says that a line break follows.
	broken bool
	// flow is its layout at the width of the box; nil while it was not needed.
	flow *textflow.Flow
}

// text is the words, in segments; there is always one.
type text struct {
	segments []*segment
	// starts has the place where each segment begins; size is the length of it all.
	starts     []int
	size       int
	characters int
}

func newText(body string) *text {
	t := &text{}
	t.segments = split(body)
	t.characters = utf8.RuneCountInString(body)
	t.count(0)
	return t
}

// split makes segments of a text.
func split(body string) []*segment {
	var out []*segment
	for {
		line, rest, broken := strings.Cut(body, "\n")
		for len(line) > longestSegment {
			n := cut(line)
			out = append(out, &segment{text: line[:n]})
			line = line[n:]
		}
		out = append(out, &segment{text: line, broken: broken})
		if !broken {
			return out
		}
		body = rest
	}
}

// cut is where a line that is too long is cut: behind a space, else between two characters.
func cut(line string) int {
	if n := strings.LastIndexByte(line[:longestSegment], ' '); n > longestSegment/2 {
		return n + 1
	}
	n := longestSegment
	for n > 0 && !utf8.RuneStart(line[n]) {
		n--
	}
	return n
}

// count finds the places of the segments from one on.
func (t *text) count(from int) {
	t.starts = append(t.starts[:min(from, len(t.starts))], make([]int, len(t.segments)-min(from, len(t.starts)))...)
	at := 0
	if from > 0 {
		at = t.after(from - 1)
	}
	for i := from; i < len(t.segments); i++ {
		t.starts[i] = at
		at = t.after(i)
	}
	t.size = at
}

// after is where the segment behind i begins.
func (t *text) after(i int) int {
	n := t.starts[i] + len(t.segments[i].text)
	if t.segments[i].broken {
		n++
	}
	return n
}

// find is the segment that holds a place, and the place in it.
func (t *text) find(at int) (which, inside int) {
	i := max(sort.SearchInts(t.starts, at+1)-1, 0)
	return i, min(at-t.starts[i], len(t.segments[i].text))
}

// slice is the words from one place to another.
func (t *text) slice(from, to int) string {
	a, in := t.find(from)
	b, end := t.find(to)
	if a == b {
		return t.segments[a].text[in:end]
	}
	var s strings.Builder
	s.Grow(to - from)
	for i := a; i <= b; i++ {
		piece := t.segments[i].text
		if i == b {
			piece = piece[:end]
		}
		if i == a {
			piece = piece[in:]
		}
		s.WriteString(piece)
		if i < b && t.segments[i].broken {
			s.WriteByte('\n')
		}
	}
	return s.String()
}

// replace puts words in place of others and returns those.
func (t *text) replace(from, to int, with string) (removed string) {
	removed = t.slice(from, to)
	a, in := t.find(from)
	b, end := t.find(to)
	fresh := split(t.segments[a].text[:in] + with + t.segments[b].text[end:])
	last := fresh[len(fresh)-1]
	last.broken = t.segments[b].broken
	if last.text == "" && !last.broken && b+1 < len(t.segments) {
		fresh = fresh[:len(fresh)-1] // nothing is left of a part of a long paragraph
	}
	if len(fresh) == 1 && a == b {
		fresh[0].flow = t.segments[a].flow // most of it stays; lay finds out
	}
	if len(fresh) == b-a+1 {
		copy(t.segments[a:], fresh)
	} else {
		t.segments = append(t.segments[:a:a], append(fresh, t.segments[b+1:]...)...)
	}
	t.characters += utf8.RuneCountInString(with) - utf8.RuneCountInString(removed)
	t.count(a)
	return removed
}

// next is the place behind the character at a place, previous that of the character before it. A letter and its marks are one.
func (t *text) next(at int) int {
	i, in := t.find(at)
	clusters := graphemes.FromString(t.segments[i].text[in:])
	if !clusters.Next() {
		return min(t.after(i), t.size)
	}
	return at + len(clusters.Value())
}

func (t *text) previous(at int) int {
	i, in := t.find(at)
	if in == 0 {
		if i == 0 {
			return 0
		}
		if t.segments[i-1].broken {
			return at - 1
		}
		i--
		in = len(t.segments[i].text)
	}
	clusters := graphemes.FromString(t.segments[i].text)
	from := 0
	for clusters.Next() {
		n := len(clusters.Value())
		if from+n >= in {
			break
		}
		from += n
	}
	return t.starts[i] + from
}

// word finds the word around a place.
func (t *text) word(at int) (from, to int) {
	i, in := t.find(at)
	s := t.segments[i].text
	from, to = in, in
	for from > 0 {
		r, n := utf8.DecodeLastRuneInString(s[:from])
		if !wordly(r) {
			break
		}
		from -= n
	}
	for to < len(s) {
		r, n := utf8.DecodeRuneInString(s[to:])
		if !wordly(r) {
			break
		}
		to += n
	}
	return t.starts[i] + from, t.starts[i] + to
}

func wordly(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '’' || unicode.Is(unicode.M, r)
}

// jump is the place a word further on, or back.
func (t *text) jump(at int, forward bool) int {
	step, here := t.previous, func(p int) int { return t.previous(p) }
	if forward {
		step, here = t.next, func(p int) int { return p }
	}
	inWord := false
	for {
		to := step(at)
		if to == at {
			return at
		}
		i, in := t.find(here(at))
		r, _ := utf8.DecodeRuneInString(t.segments[i].text[in:])
		if inWord && !wordly(r) {
			return at
		}
		inWord = inWord || wordly(r)
		at = to
	}
}

// clean makes of any bytes a text that can be written in: lines end with "\n", and there is no other control character but the tab.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r', r == '\u2028', r == '\u2029':
			return '\n'
		case r == '\n', r == '\t':
			return r
		case unicode.IsControl(r), r == '\uFEFF':
			return -1
		}
		return r
	}, s)
}
