package markdown

import (
	"bytes"
	"regexp"
	"slices"
)

// halfUnderline matches a last line that may be a truncated bullet or rule, but that Markdown would
// take for the underline of a heading.
var halfUnderline = regexp.MustCompile(`\n[ \t>]*(-{1,2}|={1,2})\s*$`)

// endHalf shows markup at the very end of a truncated text as typed: an empty bullet or heading, or
// a table header without rows.
func (p *sectionParser) endHalf() {
	if len(p.blocks) == 0 {
		return
	}
	last := &p.blocks[len(p.blocks)-1]
	if last.Kind == Heading && len(last.Runs) > 0 {
		if at := halfUnderline.FindSubmatchIndex(p.source[p.begin:]); at != nil {
			l := leaf{}
			l.add([]byte{'\n'}, p.begin+at[0])
			l.add(p.source[p.begin+at[2]:p.begin+at[3]], p.begin+at[2])
			last.Kind, last.Level, last.End = Paragraph, 0, p.base+p.shown.sourceEnd(p.begin+at[3])
			last.Runs = append(slices.Clip(last.Runs), p.typed(l)...)
		}
		return
	}
	lines := bytes.Split(bytes.TrimRight(p.source[p.begin:], " \t\r\n"), []byte{'\n'})
	for i := p.first; i < len(p.blocks); i++ {
		if want := p.blocks[i].emptyLines(); want != len(lines) {
			return
		}
	}
	l, at := leaf{}, p.begin
	for i, line := range lines {
		typed := bytes.TrimLeft(line, " \t>")
		if i > 0 {
			l.add(p.source[at-1:at], at-1)
		}
		l.add(bytes.TrimRight(typed, "\r"), at+len(line)-len(typed))
		at += len(line) + 1
	}
	half := p.blocks[p.first]
	if half.Marker != "" {
		half.Depth--
	}
	p.blocks = append(p.blocks[:p.first], Block{
		Quote: half.Quote, Alert: half.Alert, Depth: half.Depth, Tight: half.Tight && half.Depth > 0, Runs: p.typed(l),
		Start: p.base + p.shown.source(l.from(0)), End: p.base + p.shown.sourceEnd(l.fromEnd(len(l.text))),
	})
}

// emptyLines returns the number of lines of a block with markup but no text, 0 for any other.
func (b *Block) emptyLines() int {
	switch {
	case b.Kind == TableBlock && !slices.ContainsFunc(b.Table.Rows, hasWords):
		return 2 + len(b.Table.Rows)
	case b.Kind == Heading && len(b.Runs) == 0, b.Kind == Paragraph && b.Marker != "" && len(b.Runs) == 0:
		return 1
	}
	return 0
}

func hasWords(row []Cell) bool {
	return slices.ContainsFunc(row, func(c Cell) bool { return len(c.Runs) > 0 })
}

// typed returns the runs of a leaf that is shown as typed, including its markup.
func (p *sectionParser) typed(l leaf) []Run {
	return p.place([]Run{{Text: string(l.text), End: len(l.text)}}, &l)
}
