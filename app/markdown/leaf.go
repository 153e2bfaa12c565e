package markdown

import (
	"sort"

	"github.com/yuin/goldmark/text"
)

// leaf is the text of one paragraph, heading or cell without the markup of the lists and quotes
// around it.
type leaf struct {
	text  []byte
	spans []span
}

// span maps bytes of the leaf from at on to display offsets from from on.
type span struct{ at, from int }

// newLeaf collects the lines of a block from the displayed text.
func newLeaf(source []byte, lines *text.Segments) leaf {
	var l leaf
	for i := range lines.Len() {
		s := lines.At(i)
		for range s.Padding {
			l.add([]byte{' '}, s.Start-1) // padding is the remaining columns of the tab before s
		}
		l.add(source[s.Start:s.Stop], s.Start)
	}
	return l
}

func (l *leaf) add(text []byte, from int) {
	if len(text) == 0 {
		return
	}
	if n := len(l.spans); n == 0 || l.spans[n-1].from+len(l.text)-l.spans[n-1].at != from {
		l.spans = append(l.spans, span{len(l.text), from})
	}
	l.text = append(l.text, text...)
}

// from returns the display offset of the byte at.
func (l *leaf) from(at int) int {
	if len(l.spans) == 0 {
		return 0
	}
	i := sort.Search(len(l.spans), func(i int) bool { return l.spans[i].at > at })
	if i == 0 {
		return l.spans[0].from
	}
	s := l.spans[i-1]
	return s.from + at - s.at
}

// fromEnd returns the display offset of the end of the text before the byte at.
func (l *leaf) fromEnd(at int) int {
	if at == 0 {
		return l.from(0)
	}
	return l.from(at-1) + 1
}

// trim removes white space from both ends.
func (l *leaf) trim() {
	end := len(l.text)
	for end > 0 && isSpace(l.text[end-1]) {
		end--
	}
	start := 0
	for start < end && isSpace(l.text[start]) {
		start++
	}
	*l = l.slice(start, end)
}

// slice returns a part of the leaf.
func (l *leaf) slice(start, end int) leaf {
	if start == 0 {
		return leaf{text: l.text[:end], spans: l.spans}
	}
	part := leaf{text: l.text[start:end]}
	part.spans = append(part.spans, span{0, l.from(start)})
	for _, s := range l.spans {
		if s.at > start && s.at < end {
			part.spans = append(part.spans, span{s.at - start, s.from})
		}
	}
	return part
}

// unescapePipes replaces "\|" by "|", which must be done in table cells before inline parsing.
func (l *leaf) unescapePipes() {
	out := leaf{}
	start := 0
	for i := 0; i+1 < len(l.text); i++ {
		if l.text[i] == '\\' && l.text[i+1] == '|' {
			out.add(l.text[start:i], l.from(start))
			start = i + 1
		}
	}
	if start == 0 {
		return
	}
	out.add(l.text[start:], l.from(start))
	*l = out
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' }
