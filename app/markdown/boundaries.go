package markdown

import (
	"bytes"

	"parlando/app/markup"

	"github.com/yuin/goldmark/ast"
)

// Boundaries are found in the syntax tree, since a blank line inside a fence or a list ends
// nothing. A boundary is recorded only if a complete line follows, since "-" may still become
// "---".

// boundaryBefore records a boundary before a top-level block.
func (p *sectionParser) boundaryBefore(n ast.Node) {
	previous := n.PreviousSibling()
	if previous == nil {
		return
	}
	start := p.nodeStart(n)
	line := p.lineStart(start)
	if start < 0 || line == 0 || line >= p.complete {
		return
	}
	switch previous.(type) {
	case *ast.Heading, *ast.FencedCodeBlock, *ast.ThematicBreak:
	default:
		if !p.blankBefore(start) {
			return
		}
	}
	p.addBoundary(line, entry{})
}

// boundaryInList records a boundary before an item of a top-level list, so that a long list is not
// parsed again each time it grows.
func (p *sectionParser) boundaryInList(list *ast.List, item ast.Node, number int) {
	start := p.nodeStart(item)
	if start <= 0 || p.source[start-1] != '\n' || start >= p.complete || !isSibling(p.source[start:], list, item) {
		return
	}
	p.addBoundary(start, entry{list: true, marker: list.Marker, number: number})
}

// isSibling reports whether an item with this source is recognized as one without its neighbors. An
// item that begins with a blank or an indented line is not.
func isSibling(source []byte, list *ast.List, item ast.Node) bool {
	previous := item.PreviousSibling()
	if previous == nil || !previous.HasChildren() || !item.HasChildren() {
		return false
	}
	marker := bytes.IndexByte(source, list.Marker)
	rest := source[marker+1:]
	return marker >= 0 && len(rest) >= 2 && rest[0] == ' ' && !isSpace(rest[1])
}

// boundaryWithin records a boundary before a block or an item in lists and quotes, if the last
// boundary is so far away that parsing from there again would cost more than reopening the
// containers. A rule replaces what precedes in the innermost, because no line continues a rule.
func (p *sectionParser) boundaryWithin(n ast.Node, alert string) {
	previous := n.PreviousSibling()
	start := p.nodeStart(n)
	if previous == nil || start <= p.shown.skip {
		return
	}
	line, last := p.lineStart(start), 0
	if k := len(p.seams); k > 0 {
		last = p.seams[k-1].at
	}
	if line <= p.shown.skip || line >= p.complete || p.shown.source(line)-last < bounds.continued {
		return
	}
	inner := n
	switch previous.(type) {
	case *ast.ListItem:
		inner = previous.FirstChild()
	case *ast.Heading, *ast.FencedCodeBlock, *ast.ThematicBreak:
	default:
		if !p.blankBefore(start) {
			return
		}
	}
	p.addBoundary(line, entry{prefix: p.containers(inner) + aRule, alert: alert})
}

// boundaryInQuote records a boundary before a block of a top-level quote, after a line that
// contains only the quote marker.
func (p *sectionParser) boundaryInQuote(n ast.Node, alert string) {
	if n.PreviousSibling() == nil {
		return
	}
	start := p.nodeStart(n)
	if start <= 0 {
		return
	}
	line := p.lineStart(start)
	if line == 0 || line >= p.complete || p.source[line] != '>' || !p.blankBefore(start) ||
		bytes.IndexByte(p.source[p.lineStart(line-1):line], '>') != 0 {
		return
	}
	p.addBoundary(line, entry{alert: alert})
}

func (p *sectionParser) addBoundary(at int, e entry) {
	if n := len(p.seams); n > 0 && p.seams[n-1].at >= p.shown.source(at) {
		return
	}
	cut := p.shown.source(at)
	// Goldmark counts a tab before an empty item as several spaces, and so puts the item after its
	// line.
	for i := len(p.blocks) - 1; i >= 0 && p.blocks[i].Start >= p.base+cut; i-- {
		p.blocks[i].Start, p.blocks[i].End = p.base+cut-1, p.base+cut-1
	}
	e.tight = !p.blankBefore(at)
	p.seams = append(p.seams, boundary{cut, e})
}

// nodeStart returns the start of a node in the displayed text.
func (p *sectionParser) nodeStart(n ast.Node) int { return markup.NodeStart(n, len(p.source)) }

// lineStart returns the start of the line that contains at. It searches back only to the argument
// of the last call, since blocks are found in order and a line may be very long.
func (p *sectionParser) lineStart(at int) int {
	at = max(at, 0)
	if at < p.sought {
		return bytes.LastIndexByte(p.source[:at], '\n') + 1
	}
	if i := bytes.LastIndexByte(p.source[p.sought:at], '\n'); i >= 0 {
		p.soughtLine = p.sought + i + 1
	}
	p.sought = at
	return p.soughtLine
}

func (p *sectionParser) lineEnd(at int) int {
	at = max(at, 0)
	if i := bytes.IndexByte(p.source[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(p.source)
}

// trimLine removes white space from the end of a range, and returns the new end.
func (p *sectionParser) trimLine(start, end int) int {
	for end > start && isSpace(p.source[end-1]) {
		end--
	}
	return end
}

// blankBefore reports whether the line before the line of at is blank or has only quote markers.
func (p *sectionParser) blankBefore(at int) bool {
	line := p.lineStart(at)
	if line == 0 {
		return false
	}
	before := p.source[p.lineStart(line-1):line]
	return len(bytes.Trim(before, "> \t\n")) == 0
}
