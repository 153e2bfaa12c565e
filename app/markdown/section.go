package markdown

import (
	"bytes"
	"strconv"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"parlando/app/markup"
)

// entry is the parser state before a section: the list that continues, and whether no blank line
// precedes.
type entry struct {
	list   bool
	marker byte
	number int
	tight  bool
	// prefix is a text that opens the containers of a block divided before the section. Its last
	// word or line replaces the block's preceding content; heading is the level if the block is a
	// heading. See longCut and boundaryWithin.
	prefix  string
	heading int
	// alert is the name of the alert if the top-level quote is one, "" otherwise.
	alert string
}

// boundary is a place where a text can be divided into parts that are parsed independently.
type boundary struct {
	at    int // source offset in the section
	entry entry
}

// parsedSection is the parsed form of a section. Offsets are in the whole source.
type parsedSection struct {
	start, end int
	entry      entry
	// blocks are the blocks of an unfinished section, count is their number in a finished one.
	blocks []Block
	count  int
	// wants are the link labels that were looked up: a later definition of one changes the section.
	wants  map[string]struct{}
	found  []definition
	hidden int
	// divided reports that parsing stopped at a block that must be divided; the result is only the
	// boundary at which the section must end.
	divided bool
}

// sectionParser walks the syntax tree of one section.
type sectionParser struct {
	shown  display
	source []byte
	base   int
	entry  entry
	ctx    *context
	cache  map[string]cachedLeaf
	blocks []Block
	seams  []boundary
	// complete is the start of the last line in the displayed text, which may be unfinished.
	complete int
	// fresh is set before the first block of a top-level list, which is never tight.
	fresh bool
	// line is the start of the last block's line in the displayed text.
	line int
	// sought is the argument of the last call of lineStart, soughtLine its result.
	sought, soughtLine int
	// first is the index of the first block in that line, begin its start, including the marker.
	first, begin int
	sequel       sequel
}

// sequel is the kind of content after a text.
type sequel uint8

const (
	followed sequel = iota // more text, after a boundary
	unread                 // more text, which is parsed later
	growing                // text still being written
	ended                  // the end of the text
	cutOff                 // the end of a truncated text
)

// place is the position of a block in lists and quotes.
type place struct {
	quote, depth int
	alert        string
	// marker is the marker for the first block of a list item, and item the item's start in the
	// displayed text.
	marker string
	item   int
}

// parse parses a section that begins at base in the source.
func parse(source string, base int, in entry, target func(string) (string, bool), cache map[string]cachedLeaf, end sequel) (parsedSection, []boundary) {
	p := sectionParser{base: base, entry: in, cache: cache, shown: newDisplay(source), sequel: end}
	if in.prefix != "" {
		p.shown.text, p.shown.skip = in.prefix+p.shown.text, len(in.prefix)
	}
	p.source = []byte(p.shown.text)
	p.complete = bytes.LastIndexByte(p.source, '\n') + 1
	p.ctx = &context{Context: parser.NewContext()}
	root := blockParser().Parse(text.NewReader(p.source), parser.WithContext(p.ctx))
	if end != followed {
		if cut, ok := p.longCut(root); ok {
			cut.entry.alert = p.alertBefore(root, cut.at)
			return parsedSection{divided: true}, []boundary{cut}
		}
	}
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
		p.boundaryBefore(n)
		p.block(n, &at)
	}
	if end == ended || end == cutOff {
		p.endHalf()
	}
	out := parsedSection{start: base, end: base + len(source), entry: in, blocks: p.blocks, wants: p.ctx.wants, found: p.ctx.found, hidden: p.shown.hidden}
	return out, p.seams
}

// block adds the blocks of a node.
func (p *sectionParser) block(n ast.Node, at *place) {
	switch n := n.(type) {
	case *ast.Paragraph, *ast.TextBlock:
		p.paragraph(n, at)
	case *ast.Heading:
		l, continues := p.leaf(n.Lines())
		b := Block{Kind: Heading, Level: n.Level, Tight: continues}
		if continues && p.entry.heading == 0 {
			b.Kind, b.Level = Paragraph, 0 // the previous section began this block as a paragraph
		}
		p.words(l, b, at, p.nodeStart(n), p.after(n, &l, "\n"))
	case *ast.FencedCodeBlock:
		p.fenced(n, at)
	case *ast.CodeBlock:
		p.code(n, at)
	case *ast.ThematicBreak:
		// otherwise it is the rule added by boundaryWithin
		if start := p.nodeStart(n); start >= p.shown.skip {
			p.add(Block{Kind: Rule}, at, start, p.lineEnd(start))
		}
	case *ast.HTMLBlock:
		if p.details(n, at) {
			return
		}
		p.literal(n, n.ClosureLine, 0, at)
	case *markup.Formula:
		p.formula(n, at)
	case *extast.Table:
		p.table(n, at)
	case *ast.Blockquote:
		inner := *at
		inner.quote++
		top := n.Parent().Kind() == ast.KindDocument
		if top && n.PreviousSibling() == nil {
			inner.alert = p.entry.alert
		}
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if top {
				p.boundaryInQuote(c, inner.alert)
			}
			p.boundaryWithin(c, inner.alert)
			p.block(c, &inner)
		}
		at.marker = inner.marker
	case *ast.List:
		p.list(n, at)
	}
}

func (p *sectionParser) list(n *ast.List, at *place) {
	number, resumed := p.firstNumber(n)
	top := n.Parent().Kind() == ast.KindDocument
	if !resumed && at.depth == 0 && p.nodeStart(n) >= p.shown.skip {
		p.fresh = true
	}
	p.flushMarker(at)
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if top {
			p.boundaryInList(n, c, number)
		} else if isSibling(p.source[p.nodeStart(c):], n, c) {
			p.boundaryWithin(c, at.alert)
		}
		inner := place{quote: at.quote, alert: at.alert, depth: at.depth + 1, marker: "•", item: p.itemStart(n, c)}
		if n.IsOrdered() {
			inner.marker = strconv.Itoa(number) + "."
		}
		if inner.item < p.shown.skip {
			inner.marker = ""
		}
		number++
		for gc := c.FirstChild(); gc != nil; gc = gc.NextSibling() {
			p.boundaryWithin(gc, at.alert)
			p.block(gc, &inner)
		}
		p.flushMarker(&inner)
	}
}

// firstNumber returns the number of a list's first item in this section; resumed reports that the
// list began before the section.
func (p *sectionParser) firstNumber(n *ast.List) (number int, resumed bool) {
	if p.entry.list && n.Parent().Kind() == ast.KindDocument && n == n.Parent().FirstChild() && n.Marker == p.entry.marker {
		return p.entry.number, true
	}
	return n.Start, false
}

// itemStart returns the start of an item in the displayed text. Goldmark counts a tab before an
// empty item as several spaces, so its own position may be inside or after the marker.
func (p *sectionParser) itemStart(list *ast.List, item ast.Node) int {
	start := p.nodeStart(item)
	if item.HasChildren() {
		return start
	}
	at := bytes.IndexByte(p.source[start:p.lineEnd(start)], list.Marker) + start
	if at < start {
		at = bytes.LastIndexByte(p.source[:start], list.Marker)
	}
	return len(bytes.TrimRight(p.source[:max(at, 0)], "0123456789"))
}

// flushMarker adds an empty block for an unused marker: of an empty item, or before a nested list.
func (p *sectionParser) flushMarker(at *place) {
	if at.marker != "" {
		p.add(Block{Kind: Paragraph}, at, at.item, at.item)
	}
}

// add completes a block and appends it. start and end are offsets in the displayed text.
func (p *sectionParser) add(b Block, at *place, start, end int) {
	b.Quote, b.Alert, b.Depth, b.Marker = at.quote, at.alert, at.depth, at.marker
	begin := start
	if at.marker != "" {
		begin = at.item
	}
	line := p.lineStart(begin)
	if len(p.blocks) == 0 || line != p.line {
		p.first, p.begin = len(p.blocks), begin
	}
	at.marker = ""
	b.Start, b.End = p.base+p.shown.source(start), p.base+p.shown.sourceEnd(max(start, end))
	b.End = max(b.Start, b.End)
	if b.Depth > 0 && !b.Tight {
		switch {
		case p.fresh:
		case len(p.blocks) == 0 && line <= p.shown.skip:
			b.Tight = p.entry.tight
		default:
			b.Tight = line == p.line || !p.blankBefore(line)
		}
	}
	p.fresh = false
	p.line = line
	p.blocks = append(p.blocks, b)
}

func (p *sectionParser) paragraph(n ast.Node, at *place) {
	l, continues := p.leaf(n.Lines())
	l.trim()
	start, end := p.nodeStart(n), p.after(n, &l, "")
	if mark := alertOf(n, &l, continues, end); mark != nil {
		if at.quote == 1 && at.depth == 0 {
			at.alert = mark.runs[0].Text
		}
		b := Block{Kind: AlertName, Runs: p.place(mark.runs, &mark.leaf)}
		p.add(b, at, mark.leaf.from(0), mark.leaf.fromEnd(mark.runs[0].End))
		if start = l.from(0); len(l.text) == 0 {
			return
		}
	}
	p.words(l, Block{Kind: Paragraph, Tight: continues}, at, start, end)
}

// alert is the mark at the beginning of an alert, and its name as runs.
type alert struct {
	leaf leaf
	runs []Run
}

// alertOf removes the mark of an alert from the start of a quoted paragraph and returns it, nil if
// there is none. A mark that is still being written is ignored, since it may become a link.
func alertOf(n ast.Node, l *leaf, continues bool, end sequel) *alert {
	if continues || n.Parent().Kind() != ast.KindBlockquote {
		return nil
	}
	name, mark, line := markup.Alert(l.text)
	if mark == 0 || end == growing && line == len(l.text) {
		return nil
	}
	a := &alert{l.slice(0, mark), []Run{{Text: name, Style: Bold, End: mark}}}
	*l = l.slice(line, len(l.text))
	l.trim()
	return a
}

// alertBefore returns the name of the alert around an offset in the section's source, "" for none.
func (p *sectionParser) alertBefore(root ast.Node, at int) (name string) {
	quote := root.LastChild()
	for quote != nil && p.shown.source(p.nodeStart(quote)) >= at {
		quote = quote.PreviousSibling()
	}
	if quote == nil || quote.Kind() != ast.KindBlockquote {
		return ""
	}
	if quote.PreviousSibling() == nil {
		name = p.entry.alert
	}
	for n := quote.FirstChild(); n != nil && p.shown.source(p.nodeStart(n)) < at; n = n.NextSibling() {
		if n.Kind() != ast.KindParagraph {
			continue
		}
		l, continues := p.leaf(n.Lines())
		l.trim()
		if mark := alertOf(n, &l, continues, followed); mark != nil {
			name = mark.runs[0].Text
		}
	}
	return name
}

// after returns the sequel of a block's leaf. It is the section's sequel if the leaf is the last of
// the text and no character of ends follows; a blank line ends a paragraph.
func (p *sectionParser) after(n ast.Node, l *leaf, ends string) sequel {
	if p.sequel == followed || p.sequel == unread || len(l.text) == 0 || !isLast(n) {
		return followed
	}
	rest := p.source[l.fromEnd(len(l.text)):]
	if bytes.Count(rest, []byte{'\n'}) >= 2 || bytes.ContainsAny(rest, ends) {
		return followed
	}
	return p.sequel
}

// taskBox returns the checkbox at the start of a task item, "" for other items.
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
