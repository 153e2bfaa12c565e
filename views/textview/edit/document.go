package edit

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"parlando/views/textview"
)

// segment is a paragraph, or a part of a long paragraph. It is immutable except for its layout.
type segment struct {
	text string
	// broken means that a line break follows.
	broken bool
	// laid is the layout of the segment, nil until it is needed.
	laid *textview.Paragraph
}

// document is a text divided into at least one segment. It implements Text.
type document struct {
	segments []*segment
	// starts has the start offset of each segment; size is the total length.
	starts     []int
	size       int
	characters int
	// whole caches the concatenated text; known means that it is up to date.
	whole string
	known bool
}

func newDocument(body string) *document {
	d := &document{}
	d.segments = split(body)
	d.characters = utf8.RuneCountInString(body)
	d.count(0)
	return d
}

// split splits a text into segments.
func split(body string) []*segment {
	n := strings.Count(body, "\n") + 1
	out := make([]*segment, 0, n)
	// allocated at once, because single allocations are slow with short lines
	fresh := make([]segment, n)
	for {
		line, rest, broken := strings.Cut(body, "\n")
		for n := textview.FirstChunk(line); n < len(line); n = textview.FirstChunk(line) {
			out = append(out, &segment{text: line[:n]})
			line = line[n:]
		}
		fresh[0] = segment{text: line, broken: broken}
		out, fresh = append(out, &fresh[0]), fresh[1:]
		if !broken {
			return out
		}
		body = rest
	}
}

// count updates the start offsets of the segments from index from on.
func (d *document) count(from int) {
	d.starts = slices.Grow(d.starts[:from], len(d.segments)-from)[:len(d.segments)]
	at := 0
	if from > 0 {
		at = d.after(from - 1)
	}
	for i := from; i < len(d.segments); i++ {
		d.starts[i] = at
		at = d.after(i)
	}
	d.size = at
}

// after returns the offset at which the segment after segment i starts.
func (d *document) after(i int) int {
	n := d.starts[i] + len(d.segments[i].text)
	if d.segments[i].broken {
		n++
	}
	return n
}

// find returns the index of the segment that contains an offset, and the offset in that segment.
func (d *document) find(at int) (which, inside int) {
	i := max(sort.SearchInts(d.starts, at+1)-1, 0)
	return i, min(at-d.starts[i], len(d.segments[i].text))
}

// Slice implements Text.
func (d *document) Slice(from, to int) string {
	a, in := d.find(from)
	b, end := d.find(to)
	if a == b {
		return d.segments[a].text[in:end]
	}
	var s strings.Builder
	s.Grow(to - from)
	for i := a; i <= b; i++ {
		text := d.segments[i].text
		if i == b {
			text = text[:end]
		}
		if i == a {
			text = text[in:]
		}
		s.WriteString(text)
		if i < b && d.segments[i].broken {
			s.WriteByte('\n')
		}
	}
	return s.String()
}

// replace replaces a range of the text and returns the removed part.
func (d *document) replace(from, to int, with string) (removed string) {
	d.whole, d.known = "", false
	removed = d.Slice(from, to)
	a, in := d.find(from)
	b, end := d.find(to)
	fresh := split(d.segments[a].text[:in] + with + d.segments[b].text[end:])
	last := fresh[len(fresh)-1]
	last.broken = d.segments[b].broken
	if last.text == "" && !last.broken && b+1 < len(d.segments) {
		fresh = fresh[:len(fresh)-1] // drop the empty rest of a part of a long paragraph
	}
	if len(fresh) == 1 && a == b {
		fresh[0].laid = d.segments[a].laid // the old layout, for lay to update
	}
	d.segments = slices.Replace(d.segments, a, b+1, fresh...)
	d.characters += utf8.RuneCountInString(with) - utf8.RuneCountInString(removed)
	d.count(a)
	return removed
}

// text returns the whole text. After a change, only the first call concatenates the text.
func (d *document) text() string {
	if !d.known {
		d.whole, d.known = d.Slice(0, d.size), true
	}
	return d.whole
}

// Len implements Text.
func (d *document) Len() int { return d.size }

// Next implements Text.
func (d *document) Next(at int) int {
	i, in := d.find(at)
	if in == len(d.segments[i].text) {
		return min(d.after(i), d.size)
	}
	return d.starts[i] + next(d.segments[i].text, in)
}

// Previous implements Text.
func (d *document) Previous(at int) int {
	i, in := d.find(at)
	if in == 0 {
		if i == 0 {
			return 0
		}
		if i--; d.segments[i].broken {
			return at - 1
		}
		in = len(d.segments[i].text)
	}
	return d.starts[i] + previous(d.segments[i].text, in)
}

// Word implements Text.
func (d *document) Word(at int) (from, to int) {
	i, in := d.find(at)
	from, to = textview.WordAt(d.segments[i].text, in)
	return d.starts[i] + from, d.starts[i] + to
}

// Jump implements Text.
func (d *document) Jump(at int, forward bool) int {
	i, in := d.find(at)
	for {
		text := d.segments[i].text
		switch {
		case forward && i+1 < len(d.segments) && !strings.ContainsFunc(text[in:], textview.IsWordRune):
			i++
			in = 0
		case !forward && i > 0 && !strings.ContainsFunc(text[:in], textview.IsWordRune):
			i--
			in = len(d.segments[i].text)
		default:
			return d.starts[i] + jump(text, in, forward)
		}
	}
}
