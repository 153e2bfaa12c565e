package markdown

import extast "github.com/yuin/goldmark/extension/ast"

// table adds a table. Every row has as many cells as the header.
func (p *sectionParser) table(n *extast.Table, at *place) {
	t := &Table{Align: make([]Align, len(n.Alignments))}
	for i, a := range n.Alignments {
		switch a {
		case extast.AlignCenter:
			t.Align[i] = AlignCenter
		case extast.AlignRight:
			t.Align[i] = AlignRight
		}
	}
	start, end := p.nodeStart(n), 0
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		cells := make([]Cell, 0, len(t.Align))
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			l := newLeaf(p.source, c.Lines())
			l.unescapePipes()
			l.trim()
			cells = append(cells, Cell{Runs: p.cell(&l, p.after(n, &l, "|\n"))})
		}
		end = p.lineEnd(p.nodeStart(row))
		if row == n.FirstChild() {
			t.Head = cells
			end = p.lineEnd(min(end+1, len(p.source)))
		} else {
			t.Rows = append(t.Rows, cells)
		}
	}
	p.add(Block{Kind: TableBlock, Table: t, Tight: start < p.shown.skip}, at, start, end)
}

// cell returns the runs of a cell, with alternative texts for pictures.
func (p *sectionParser) cell(l *leaf, end sequel) []Run {
	if len(l.text) > bounds.longestLeaf {
		r := reader{text: l.text}
		r.plain(0, len(l.text), 0)
		return p.place(r.done()[0].runs, l)
	}
	var runs []Run
	for _, w := range wordsOf(l, p.ctx, end) {
		if w.picture && len(w.runs) > 0 && w.runs[0].Text == "" {
			w.runs[0].Text = escape(w.target)
		}
		runs = append(runs, w.runs...)
	}
	return p.place(runs, l)
}
