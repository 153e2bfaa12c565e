package markdown

import (
	"github.com/yuin/goldmark/text"

	"parlando/app/formula"
	"parlando/app/markup"
)

// formula adds a formula block: as a paragraph if it can be written in Unicode, otherwise as a code
// block, and as typed if it is unclosed or very long. While it is being written it is hidden.
func (p *sectionParser) formula(n *markup.Formula, at *place) {
	if !n.Closed() && p.sequel == growing && isLast(n) && len(p.source)-p.nodeStart(n) <= formula.MaxBytes {
		return
	}
	if _, continues := p.leaf(n.Lines()); continues || !n.Closed() {
		p.literal(n, text.Segment{}, Monospace, at)
		return
	}
	l := newLeaf(p.source, n.Lines())
	l.trim()
	start, end := l.from(0), l.fromEnd(len(l.text))
	source := string(l.text)
	shown, ok := formula.ToUnicode(source)
	if !ok {
		b := Block{Kind: CodeBlock, Lang: FormulaLang}
		b.Text, b.Lines = p.lines(n.Lines())
		p.add(b, at, start, end)
		return
	}
	inner := *at
	if inner.marker == "" {
		inner.depth++ // indent the formula
	}
	run := p.placeRun(Run{Text: shown, Formula: source, Start: 0, End: len(l.text)}, &l)
	p.add(Block{Kind: Paragraph, Runs: []Run{run}}, &inner, start, end)
	at.marker = inner.marker
}

// formula adds an inline formula.
func (r *reader) formula(start, end int, style Style, link string) {
	r.flush()
	source := string(r.text[start:end])
	shown, ok := formula.ToUnicode(source)
	if !ok {
		shown = source
		style |= Monospace
	}
	r.runs = append(r.runs, Run{Text: shown, Style: style, Link: link, Formula: source, Start: start, End: end})
}

// IsSource reports whether a run's text equals its source.
func (r *Run) IsSource() bool {
	return r.End-r.Start == len(r.Text) && (r.Formula == "" || r.Style&Monospace != 0)
}
