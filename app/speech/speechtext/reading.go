package speechtext

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"parlando/app/markup"
)

// reading walks the syntax tree of a text that begins at base in the source.
type reading struct {
	source []byte
	base   int
	words  Words
	blocks []block
	// top has the offset in source of each top-level block.
	top []int
}

// read parses a text and returns its blocks.
func read(source string, base int, words Words) *reading {
	r := &reading{source: []byte(source), base: base, words: words}
	root := blockParser().Parse(text.NewReader(r.source), parser.WithContext(context{parser.NewContext()}))
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		r.top = append(r.top, r.startOf(n))
		r.node(n)
	}
	return r
}

func (r *reading) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Paragraph, *ast.TextBlock:
		r.leaf(n, true)
	case *ast.Heading:
		r.leaf(n, true)
		r.blocks[len(r.blocks)-1].heading = true
	case *ast.HTMLBlock:
		if !silentTag(n, r.source) {
			r.leaf(n, false)
			return
		}
		r.announce("", n)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		r.announce(r.words.Code, n)
	case *extast.Table:
		r.table(n)
	case *markup.Formula:
		r.announce(r.words.Formula, n)
	case *ast.ThematicBreak:
		r.announce("", n)
	default:
		if n.FirstChild() == nil { // an empty item, a definition
			r.announce("", n)
		}
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			r.node(c)
		}
	}
}

// table announces a table and reads its rows, each cell after its heading.
func (r *reading) table(n *extast.Table) {
	head, ok := n.FirstChild().(*extast.TableHeader)
	if !ok || head.NextSibling() == nil {
		r.announce(r.words.Table, n)
		return
	}
	r.announce(r.words.Table, head)
	var headings []string
	for c := head.FirstChild(); c != nil; c = c.NextSibling() {
		w := r.cell(c, c.Lines(), block{open: -1})
		headings = append(headings, strings.TrimSpace(string(w.text)))
	}
	for row := head.NextSibling(); row != nil; row = row.NextSibling() {
		b := block{start: r.base + r.startOf(row), open: -1}
		b.end = b.start
		column := 0
		for c := row.FirstChild(); c != nil; c, column = c.NextSibling(), column+1 {
			if c.Lines().Len() == 0 || column >= len(headings) {
				continue
			}
			at := r.base + c.Lines().At(0).Start
			if len(b.text) > 0 {
				b.add(", ", at, at)
			}
			if headings[column] != "" {
				b.add(headings[column]+": ", at, at)
			}
			for i, part := range r.cellParts(c) {
				if i > 0 {
					b.add(", ", r.base+part.At(0).Start, r.base+part.At(0).Start)
				}
				b = r.cell(c, part, b)
			}
			b.end = r.base + c.Lines().At(c.Lines().Len()-1).Stop
		}
		r.blocks = append(r.blocks, b)
	}
}

// cellParts returns the lines of a cell, separately for each surplus cell that was joined to it.
func (r *reading) cellParts(n ast.Node) []*text.Segments {
	s := n.Lines().At(0)
	var parts []*text.Segments
	for _, at := range markup.Cells(s.Value(r.source)) {
		part := text.NewSegments()
		part.Append(text.NewSegment(s.Start+at[0], s.Start+at[1]))
		parts = append(parts, part)
	}
	return parts
}

// cell adds the text of some lines of a table cell to a block.
func (r *reading) cell(n ast.Node, lines *text.Segments, b block) block {
	w := wordReader{leaf: newLeaf(r.source, lines, r.base), words: r.words, out: b}
	w.read(n)
	return w.out
}

// silentTag reports whether a block contains a comment, script or style and no words.
func silentTag(n *ast.HTMLBlock, source []byte) bool {
	switch n.HTMLBlockType {
	case ast.HTMLBlockType2, ast.HTMLBlockType3, ast.HTMLBlockType4, ast.HTMLBlockType5:
		return true
	case ast.HTMLBlockType1:
		if n.Lines().Len() == 0 {
			return true
		}
		first := n.Lines().At(0)
		line := bytes.ToLower(bytes.TrimLeft(first.Value(source), " "))
		return bytes.HasPrefix(line, []byte("<script")) || bytes.HasPrefix(line, []byte("<style"))
	}
	return false
}

// startOf returns the offset of a node in source.
func (r *reading) startOf(n ast.Node) int { return markup.NodeStart(n, len(r.source)) }

// announce adds a block with words that replace the content of n.
func (r *reading) announce(words string, n ast.Node) {
	start := r.startOf(n)
	end := start
	if lines := n.Lines(); lines.Len() > 0 {
		end = lines.At(lines.Len() - 1).Stop
	}
	for c := n.LastChild(); c != nil; c = c.LastChild() { // find the end of the last row of a table
		if c.Type() == ast.TypeBlock && c.Lines().Len() > 0 {
			end = max(end, c.Lines().At(c.Lines().Len()-1).Stop)
		}
	}
	if i := bytes.IndexByte(r.source[start:], '\n'); i >= 0 {
		end = max(end, start+i)
	} else {
		end = len(r.source)
	}
	for end > start && isSpace(r.source[end-1]) {
		end--
	}
	b := block{start: r.base + start, end: r.base + end, open: -1}
	b.announce(words, b.start, b.end)
	r.blocks = append(r.blocks, b)
}

// leaf adds a block with the text of a paragraph or heading.
func (r *reading) leaf(n ast.Node, firm bool) {
	lines := n.Lines()
	start := r.base + r.startOf(n)
	w := wordReader{leaf: newLeaf(r.source, lines, r.base), words: r.words}
	w.out.open = -1
	w.out.start, w.out.end, w.out.firm = start, start, firm
	if n := lines.Len(); n > 0 {
		w.out.end = r.base + lines.At(n-1).Stop
	}
	w.read(n)
	r.blocks = append(r.blocks, w.out)
}
