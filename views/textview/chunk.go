package textview

import (
	"sort"
	"strings"

	"parlando/views/textview/textflow"
)

// maxEager is the number of leading chunks of a paragraph that are laid out immediately. The line
// counts of later chunks are estimates until these chunks are needed.
const maxEager = 8

// chunk is a part of a paragraph that is laid out in one step. It begins a new line.
type chunk struct {
	text  string
	start int
	// flow is the chunk's layout, was an earlier layout to reuse lines of. Both may be nil.
	flow, was *textflow.Flow
	// line is the index of the chunk's first line in the paragraph, lines the number of its lines.
	// Both may be estimates.
	line, lines int
	// up and down are the growth of the chunk's lines, see Paragraph.
	up, down float32
}

// divide splits a text into at least one chunk; old are the chunks of the previous text. In a long
// text, unchanged chunks keep their bounds, so that typing in one chunk does not move the text of
// all later ones.
func divide(text string, old []chunk) []chunk {
	var out []chunk
	if len(text) > maxEager*maxChunk && len(old) > maxEager {
		first, last := unchanged(text, old)
		out = append(out, old[:first]...)
		from, until := old[first].start, len(text)
		if last < len(old) {
			until += old[last].start - old[len(old)-1].start - len(old[len(old)-1].text)
		}
		for was := old[first].flow; from < until; was = nil {
			most := maxChunk
			if left := until - from; left > maxChunk && left < 2*maxChunk {
				most = left/2 + 1 // so that no short chunk is left over
			}
			n := Beginning(text[from:until], most)
			out = append(out, chunk{text: text[from : from+n], start: from, was: was})
			from += n
		}
		for _, c := range old[last:] {
			c.start = from
			out = append(out, c)
			from += len(c.text)
		}
		return out
	}
	for start := 0; ; {
		c := chunk{text: text[start : start+FirstChunk(text[start:])], start: start}
		if i := len(out); i < len(old) {
			c.was = old[i].flow
			if old[i].text == c.text {
				c.flow, c.lines, c.up, c.down = old[i].flow, old[i].lines, old[i].up, old[i].down
			}
		}
		out = append(out, c)
		if start += len(c.text); start == len(text) {
			return out
		}
	}
}

// unchanged returns the range [first, last) of at least one chunk of old that must be divided
// again: text begins with the chunks before first and ends with the chunks from last on.
func unchanged(text string, old []chunk) (first, last int) {
	from, until := 0, len(text)
	for first < len(old)-1 && strings.HasPrefix(text[from:], old[first].text) {
		from += len(old[first].text)
		first++
	}
	last = len(old)
	for last > first+1 && until-len(old[last-1].text) >= from && strings.HasSuffix(text[from:until], old[last-1].text) {
		last--
		until -= len(old[last].text)
	}
	for last < len(old) && until-from < maxChunk/2 {
		until += len(old[last].text)
		last++
	}
	return first, last
}

// layOut lays out chunk i.
func (p *Paragraph) layOut(i int) {
	c := &p.chunks[i]
	if c.flow == nil {
		run := textflow.Run{Text: c.text, Style: p.format.Style, End: len(c.text)}
		c.flow, c.was = textflow.LayOut(c.was, []textflow.Run{run}, p.width, p.format.Ruler), nil
		c.lines = max(len(c.flow.Lines), 1)
		if p.format.Grows {
			above := p.format.baseline(0)
			for n := range c.flow.Lines {
				up, down := c.flow.Growth(n, above, p.format.LineHeight-above, p.format.Ruler)
				c.up, c.down = max(c.up, up), max(c.down, down)
			}
		}
	}
	p.up, p.down = max(p.up, c.up), max(p.down, c.down)
}

// number sets the line number of each chunk, and estimates the lines of chunks without a layout.
func (p *Paragraph) number() {
	bytes, lines := 0, 0
	for i := range min(len(p.chunks), maxEager) {
		bytes += len(p.chunks[i].text)
		lines += p.chunks[i].lines
	}
	p.lines, p.up, p.down = 0, 0, 0
	for i := range p.chunks {
		c := &p.chunks[i]
		p.up, p.down = max(p.up, c.up), max(p.down, c.down)
		if c.flow == nil {
			c.lines = max(len(c.text)*lines/max(bytes, 1), 1)
		}
		c.line = p.lines
		p.lines += c.lines
	}
}

// ensure lays out chunk i if necessary, and reports whether line numbers have changed.
func (p *Paragraph) ensure(i int) (changed bool) {
	if p.chunks[i].flow != nil {
		return false
	}
	before := p.chunks[i].lines
	p.layOut(i)
	by := p.chunks[i].lines - before
	for n := range p.chunks[i+1:] {
		p.chunks[i+1+n].line += by
	}
	p.lines += by
	return by != 0
}

// chunkOf returns the chunk that contains an offset.
func (p *Paragraph) chunkOf(at int) int {
	return max(sort.Search(len(p.chunks), func(i int) bool { return p.chunks[i].start > at })-1, 0)
}

// chunkAtLine returns the chunk that contains a line.
func (p *Paragraph) chunkAtLine(n int) int {
	return max(sort.Search(len(p.chunks), func(i int) bool { return p.chunks[i].line > n })-1, 0)
}

// IsLaidOut reports whether the line number of an offset is known rather than estimated.
func (p *Paragraph) IsLaidOut(at int) bool { return p.chunks[p.chunkOf(at)].flow != nil }

// LayOutLines lays out the lines from from to until, and reports whether any of them were
// estimated. by is the number of lines by which this moves the line from down, or with upward the
// line until.
func (p *Paragraph) LayOutLines(from, until int, upward bool) (by int, found bool) {
	for i := p.chunkAtLine(until); i >= 0; i-- {
		c := &p.chunks[i]
		if c.line+c.lines <= from {
			break
		}
		before := p.lines
		found = found || c.flow == nil
		if p.ensure(i) && (upward || c.line < from) {
			by += p.lines - before
		}
	}
	return by, found
}
