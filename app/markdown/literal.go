package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"parlando/app/markup"
)

// literal adds the lines of a block as typed, except that <br> is a line break.
func (p *sectionParser) literal(n ast.Node, closure text.Segment, style Style, at *place) {
	l, continues := p.leaf(n.Lines())
	if closure.Stop > closure.Start {
		l.add(p.source[closure.Start:closure.Stop], closure.Start)
	}
	l.trim()
	if continues && len(l.text) == 0 {
		return
	}
	r := reader{text: l.text}
	for start := 0; start < len(l.text); {
		i := -1
		if style&Monospace == 0 {
			i = bytes.IndexByte(l.text[start:], '<')
		}
		if i < 0 {
			r.add(l.text[start:], start, len(l.text), style, "")
			break
		}
		i += start
		if length := markup.BreakTagLength(l.text[i:]); length > 0 {
			r.add(l.text[start:i], start, i, style, "")
			r.add([]byte{'\n'}, i, i+length, style, "")
			start = i + length
			continue
		}
		r.add(l.text[start:i+1], start, i+1, style, "")
		start = i + 1
	}
	p.add(Block{Kind: Paragraph, Tight: continues, Runs: p.place(r.done()[0].runs, &l)}, at, l.from(0), l.fromEnd(len(l.text)))
}
