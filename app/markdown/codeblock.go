package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// fenced adds a fenced code block.
func (p *sectionParser) fenced(n *ast.FencedCodeBlock, at *place) {
	start := p.nodeStart(n)
	b := Block{Kind: CodeBlock, Tight: start < p.shown.skip}
	b.Text, b.Lines = p.lines(n.Lines())
	if n.Info != nil {
		b.Lang = language(n.Info.Segment.Value(p.source))
	}
	end := p.lineEnd(start)
	if k := n.Lines().Len(); k > 0 {
		end = n.Lines().At(k - 1).Stop
	}
	if closed, ok := n.Attribute(closedKey); ok {
		end = closed.(int)
	} else {
		b.Open = isLast(n)
	}
	p.add(b, at, start, p.trimLine(start, end))
}

// code adds an indented code block.
func (p *sectionParser) code(n *ast.CodeBlock, at *place) {
	k := n.Lines().Len()
	if k == 0 {
		return
	}
	start := n.Lines().At(0).Start
	b := Block{Kind: CodeBlock}
	b.Text, b.Lines = p.lines(n.Lines())
	p.add(b, at, start, p.trimLine(start, n.Lines().At(k-1).Stop))
}

// lines returns the text of a code block without the last line end, and the source offset of each
// line.
func (p *sectionParser) lines(lines *text.Segments) (string, []int) {
	var b strings.Builder
	starts := make([]int, 0, lines.Len())
	for i := range lines.Len() {
		s := lines.At(i)
		b.Write(s.Value(p.source))
		starts = append(starts, p.base+p.shown.source(s.Start))
	}
	return strings.TrimSuffix(b.String(), "\n"), starts
}

// language returns the language of a fence: the first word, without attributes or a file name.
func language(info []byte) string {
	info = bytes.TrimLeft(info, " \t{.")
	if i := bytes.IndexAny(info, " \t,:;{}=\"'"); i >= 0 {
		info = info[:i]
	}
	const longest = 40
	if len(info) > longest {
		return ""
	}
	return string(info)
}

// isLast reports whether nothing follows a node in the whole text.
func isLast(n ast.Node) bool {
	for ; n != nil; n = n.Parent() {
		if n.NextSibling() != nil {
			return false
		}
	}
	return true
}
