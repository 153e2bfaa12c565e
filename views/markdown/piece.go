package markdown

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// entry is what a piece of text has to know of the text before it: whether it goes on with a list.
type entry struct {
	list   bool
	marker byte
	number int
	tight  bool
}

// seam is a place where a text may be cut: what stands before it can no longer change what follows is parsed
// as, and nothing that follows can change how what stands before it was parsed.
type seam struct {
	at    int // in the source of the piece
	entry entry
}

// piece is what a piece of the text was read as. Offsets are in the whole source.
type piece struct {
	start, end int
	entry      entry
	blocks     []Block
	// wants are the link labels that were looked up, for each block, so that a definition that comes later is
	// known to matter.
	wants  map[string]struct{}
	found  []definition
	hidden int
}

// parsing walks the tree of one piece.
type parsing struct {
	shown  display
	source []byte
	base   int
	entry  entry
	ctx    *context
	cache  map[string][]words
	blocks []Block
	seams  []seam
	// complete is where the last, unfinished line starts, in the shown text.
	complete int
	// fresh is set before the first block of an outermost list, which is never tight.
	fresh bool
	// line is where the line of the last block starts, in the shown text.
	line int
}

// place is where in lists and quotes a block lies.
type place struct {
	quote, depth int
	// marker waits for the first block of an item, which starts at item in the shown text.
	marker string
	item   int
}

// parse reads a piece of text that lies at base in the source.
func parse(source string, base int, in entry, target func(string) (string, bool), cache map[string][]words) (piece, []seam) {
	p := parsing{base: base, entry: in, cache: cache, shown: newDisplay(source)}
	p.source = []byte(p.shown.text)
	p.complete = bytes.LastIndexByte(p.source, '\n') + 1
	p.ctx = &context{Context: parser.NewContext()}
	root := blockParser().Parse(text.NewReader(p.source), parser.WithContext(p.ctx))
	own := map[string]string{}
	for _, d := range p.ctx.found {
		if _, ok := own[d.label]; !ok {
			own[d.label] = d.target
		}
	}
	p.ctx.target = func(label string) (string, bool) {
		if t, ok := target(label); ok {
			return t, true
		}
		t, ok := own[label]
		return t, ok
	}
	at := place{}
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		p.seamBefore(n)
		p.block(n, &at)
	}
	out := piece{start: base, end: base + len(source), entry: in, blocks: p.blocks, wants: p.ctx.wants, found: p.ctx.found, hidden: p.shown.hidden}
	return out, p.seams
}

// block adds what a node shows.
func (p *parsing) block(n ast.Node, at *place) {
	switch n := n.(type) {
	case *ast.Paragraph, *ast.TextBlock:
		p.paragraph(n, at)
	case *ast.Heading:
		p.words(newLeaf(p.source, n.Lines()), Block{Kind: Heading, Level: n.Level}, at, p.nodeStart(n))
	case *ast.FencedCodeBlock:
		p.fenced(n, at)
	case *ast.CodeBlock:
		p.code(n, at)
	case *ast.ThematicBreak:
		start := p.nodeStart(n)
		p.add(Block{Kind: Rule}, at, start, p.lineEnd(start))
	case *ast.HTMLBlock:
		p.literal(n, n.ClosureLine, 0, at)
	case *formula:
		p.literal(n, text.Segment{}, Mono, at)
	case *extast.Table:
		p.table(n, at)
	case *ast.Blockquote:
		inner := *at
		inner.quote++
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if n.Parent().Kind() == ast.KindDocument {
				p.seamInQuote(c)
			}
			p.block(c, &inner)
		}
		at.marker = inner.marker
	case *ast.List:
		p.list(n, at)
	}
}

func (p *parsing) list(n *ast.List, at *place) {
	number := n.Start
	top := n.Parent().Kind() == ast.KindDocument
	if top && p.entry.list && n == n.Parent().FirstChild() && n.Marker == p.entry.marker {
		number = p.entry.number
	} else if at.depth == 0 {
		p.fresh = true
	}
	p.flushMarker(at)
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if top {
			p.seamInList(n, c, number)
		}
		inner := place{quote: at.quote, depth: at.depth + 1, marker: "•", item: p.nodeStart(c)}
		if n.IsOrdered() {
			inner.marker = strconv.Itoa(number) + "."
		}
		number++
		for gc := c.FirstChild(); gc != nil; gc = gc.NextSibling() {
			p.block(gc, &inner)
		}
		p.flushMarker(&inner)
	}
}

// flushMarker shows a marker that no block has taken, of an empty item or before a list in a list.
func (p *parsing) flushMarker(at *place) {
	if at.marker != "" {
		p.add(Block{Kind: Paragraph}, at, at.item, at.item)
	}
}

// add completes a block and keeps it. start and end are in the shown text.
func (p *parsing) add(b Block, at *place, start, end int) {
	b.Quote, b.Depth, b.Marker = at.quote, at.depth, at.marker
	line := p.lineStart(start)
	if at.marker != "" {
		line = p.lineStart(at.item)
	}
	at.marker = ""
	b.Start, b.End = p.base+p.shown.source(start), p.base+p.shown.sourceEnd(max(start, end))
	b.End = max(b.Start, b.End)
	if b.Depth > 0 && !b.Tight {
		switch {
		case p.fresh:
		case len(p.blocks) == 0:
			b.Tight = p.entry.tight
		default:
			b.Tight = line == p.line || !p.blankBefore(line)
		}
	}
	p.fresh = false
	p.line = line
	p.blocks = append(p.blocks, b)
}

func (p *parsing) paragraph(n ast.Node, at *place) {
	l := newLeaf(p.source, n.Lines())
	l.trim()
	if at.marker != "" {
		if box := taskBox(l.text); box != "" {
			at.marker = box
			l = l.slice(3, len(l.text))
			l.trim()
		}
	}
	p.words(l, Block{Kind: Paragraph}, at, p.nodeStart(n))
}

// taskBox gives the box a task item starts with, "" for any other.
func taskBox(text []byte) string {
	if len(text) < 3 || text[0] != '[' || text[2] != ']' || len(text) > 3 && !isSpace(text[3]) {
		return ""
	}
	switch text[1] {
	case ' ':
		return "☐"
	case 'x', 'X':
		return "☑"
	}
	return ""
}

const (
	// longestLeaf is how long a paragraph may be, in bytes, to be read in one piece; a longer one is read in
	// pieces of about leafPiece, each a block of its own.
	longestLeaf = 6 << 10
	leafPiece   = 4 << 10
)

// words adds the blocks a leaf becomes: more than one if pictures stand in it or if it is huge.
func (p *parsing) words(l leaf, b Block, at *place, start int) {
	if len(l.text) == 0 {
		p.add(b, at, start, start)
		return
	}
	huge := len(l.text) > longestLeaf
	for more := false; len(l.text) > 0; more = true {
		part := l
		if huge {
			cut := leafCut(l.text)
			part, l = l.slice(0, cut), l.slice(cut, len(l.text))
			part.trim()
			l.trim()
			if len(part.text) == 0 {
				continue
			}
		} else {
			l.text = nil
		}
		for i, w := range p.read(&part, huge) {
			b := b
			b.Tight = more || i > 0
			b.Runs = p.place(w.runs, &part)
			if w.picture {
				b.Kind, b.Level = Picture, 0
				b.Link, _ = Clean(w.target)
			}
			first, last := 0, len(part.text)
			if len(w.runs) > 0 {
				first, last = w.runs[0].Start, w.runs[len(w.runs)-1].End
			}
			p.add(b, at, part.from(first), part.fromEnd(last))
		}
	}
}

// leafCut gives where to cut a huge text: at a line end if there is one in the second half of a piece, else at
// a space, else between two characters.
func leafCut(text []byte) int {
	if len(text) <= leafPiece {
		return len(text)
	}
	for _, c := range []byte{'\n', ' '} {
		if i := bytes.LastIndexByte(text[:leafPiece], c); i > leafPiece/2 {
			return i + 1
		}
	}
	cut := leafPiece
	for cut > 0 && text[cut]&0xc0 == 0x80 {
		cut--
	}
	return max(cut, 1)
}

// read gives the words of a leaf. Those of pieces of a huge one are kept while its end grows.
func (p *parsing) read(l *leaf, keep bool) []words {
	if !keep || p.cache == nil {
		return wordsOf(l, p.ctx)
	}
	if w, ok := p.cache[string(l.text)]; ok {
		return w
	}
	w := wordsOf(l, p.ctx)
	p.cache[string(l.text)] = w
	return w
}

// place gives runs their offsets in the source. A run is cut where something of the source is not in it, such
// as the mark of a quote or an invisible character, so that a run as long as its source is its source.
func (p *parsing) place(runs []Run, l *leaf) []Run {
	if len(runs) == 0 {
		return nil
	}
	out := make([]Run, 0, len(runs))
	for _, r := range runs {
		from := 0
		if (len(p.shown.steps) > 0 || len(l.spans) > 1) && r.End-r.Start == len(r.Text) {
			for i := 1; i < len(r.Text); i++ {
				at := r.Start + i
				if utf8.RuneStart(r.Text[i]) && p.shown.source(l.from(at)) != p.shown.source(l.from(at-1))+1 {
					part := r
					part.Text, part.Start, part.End = r.Text[from:i], r.Start+from, at
					out = append(out, p.placeRun(part, l))
					from = i
				}
			}
		}
		r.Text = r.Text[from:]
		r.Start += from
		out = append(out, p.placeRun(r, l))
	}
	return out
}

func (p *parsing) placeRun(r Run, l *leaf) Run {
	r.Start, r.End = p.base+p.shown.source(l.from(r.Start)), p.base+p.shown.sourceEnd(l.fromEnd(r.End))
	r.End = max(r.Start, r.End)
	return r
}

// literal adds lines as they were typed. A <br> in them is a line break.
func (p *parsing) literal(n ast.Node, closure text.Segment, style Style, at *place) {
	l := newLeaf(p.source, n.Lines())
	if closure.Stop > closure.Start {
		l.add(p.source[closure.Start:closure.Stop], closure.Start)
	}
	l.trim()
	r := reader{text: l.text}
	for start := 0; start < len(l.text); {
		i := -1
		if style&Mono == 0 {
			i = bytes.IndexByte(l.text[start:], '<')
		}
		if i < 0 {
			r.add(l.text[start:], start, len(l.text), style, "")
			break
		}
		i += start
		end := bytes.IndexByte(l.text[i:], '>') + 1
		if end > 0 && isBreakTag(l.text[i:i+end]) {
			r.add(l.text[start:i], start, i, style, "")
			r.add([]byte{'\n'}, i, i+end, style, "")
			start = i + end
			continue
		}
		r.add(l.text[start:i+1], start, i+1, style, "")
		start = i + 1
	}
	p.add(Block{Kind: Paragraph, Runs: p.place(r.done()[0].runs, &l)}, at, l.from(0), l.fromEnd(len(l.text)))
}

func (p *parsing) table(n *extast.Table, at *place) {
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
			cells = append(cells, Cell{Runs: p.cell(&l)})
		}
		end = p.lineEnd(p.nodeStart(row))
		if row == n.FirstChild() {
			t.Head = cells
			end = p.lineEnd(min(end+1, len(p.source)))
		} else {
			t.Rows = append(t.Rows, cells)
		}
	}
	p.add(Block{Kind: TableBlock, Table: t}, at, start, end)
}

// cell gives the runs of a cell; a picture in it is its alternative text.
func (p *parsing) cell(l *leaf) []Run {
	if len(l.text) > longestLeaf {
		r := reader{text: l.text}
		r.plain(0, len(l.text), 0)
		return p.place(r.done()[0].runs, l)
	}
	var runs []Run
	for _, w := range wordsOf(l, p.ctx) {
		if w.picture && len(w.runs) > 0 && w.runs[0].Text == "" {
			w.runs[0].Text, _ = Clean(w.target)
		}
		runs = append(runs, w.runs...)
	}
	return p.place(runs, l)
}
