package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// aRule is a rule, which replaces the content before a boundary.
const aRule = "___\n"

// cutBetweenLines returns the boundary in code or in a table, if it must be divided. Each part of a
// table repeats the header, as on printed pages.
func (p *sectionParser) cutBetweenLines(n ast.Node) (cut boundary, ok bool) {
	start := p.nodeStart(n)
	if len(p.source)-start < bounds.longest {
		return cut, false
	}
	at := p.cutLine(n, max(start, p.shown.skip)+bounds.longest)
	if at < 0 || at >= p.complete {
		return cut, false
	}
	e := entry{prefix: p.containers(n), tight: true}
	switch n := n.(type) {
	case *ast.CodeBlock:
		e.prefix += aRule
	case *ast.FencedCodeBlock:
		opener := p.source[start:p.lineEnd(start)]
		if n.Parent().Kind() == ast.KindDocument || len(opener) > longestLine {
			return cut, false
		}
		e.prefix += string(opener) + "\n"
	case *extast.Table:
		e.prefix += p.header(n, e.prefix)
	}
	return boundary{p.shown.source(at), e}, true
}

// cutLine returns the start of a block's first non-blank line at or after from, or -1.
func (p *sectionParser) cutLine(n ast.Node, from int) int {
	if n.Kind() == extast.KindTable {
		for row := n.FirstChild(); row != nil; row = row.NextSibling() {
			if line := p.lineStart(p.nodeStart(row)); line >= from {
				return line
			}
		}
		return -1
	}
	lines := n.Lines()
	for i := range lines.Len() {
		s := lines.At(i)
		if line := p.lineStart(s.Start); line >= from && strings.TrimSpace(string(s.Value(p.source))) != "" {
			return line
		}
	}
	return -1
}

// header returns the header and delimiter rows of a table, with the markers of containers.
func (p *sectionParser) header(n *extast.Table, containers string) string {
	var head, below strings.Builder
	for c := n.FirstChild().FirstChild(); c != nil; c = c.NextSibling() {
		l := newLeaf(p.source, c.Lines())
		head.WriteString("|" + string(l.text) + " ")
	}
	for _, a := range n.Alignments {
		below.WriteString("|" + map[extast.Alignment]string{
			extast.AlignLeft: ":--", extast.AlignCenter: ":-:", extast.AlignRight: "--:", extast.AlignNone: "---",
		}[a])
	}
	return head.String() + "|\n" + indentation(containers) + below.String() + "|\n"
}
