package textview

import (
	"sort"
	"strings"

	"parlando/views/textview/textflow"
)

// maxEager is the number of chunks at the beginning of a paragraph that are laid out at once; the
// lines of the others are estimated until they are asked for.
const maxEager = 8

// chunk is a part of a paragraph that is laid out at once. It begins a line.
type chunk struct {
	text  string
	start int
	// flow is its layout, was an earlier one from which most can be taken. Either may be nil.
	flow, was *textflow.Flow
	// line is the index of its first line in the paragraph, lines the number of its lines; both may
	// be estimated.
	line, lines int
	// up and down are the growth of its lines, see Paragraph.
	up, down float32
}

// divide divides a text into chunks, at least one; old are those of an earlier state. A long text
// keeps all that do not change, so that typing in it does not move all that follow.
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
				most = left/2 + 1 // no short line at its end
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

// unchanged returns the bounds of the chunks to divide anew, at least one: text begins with those
// before first and ends with those from last on.
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

// layOut lays out a chunk.
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

// number counts the lines before each chunk, and estimates those of the chunks without a layout.
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

// ensure lays out a chunk, and reports whether that has changed the numbers of lines.
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

// IsLaidOut reports whether the line of an offset is known and not estimated.
func (p *Paragraph) IsLaidOut(at int) bool { return p.chunks[p.chunkOf(at)].flow != nil }

// LayOutLines replaces the estimates for the lines from from until until, and reports whether there
// were any. by is the number of lines by which that moves the line from down; with upward, by which
// it moves the line until.
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
