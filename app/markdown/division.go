package markdown

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"parlando/app/markup"
)

// A long text is parsed in pieces that end at boundaries. A very long paragraph has no boundary
// inside. It is divided where its words are split into blocks anyway (leafCut), so that its parsed
// part is finished. The price: a following underline cannot turn it into a heading. HTML and
// formulas are divided in the same way and are then shown as typed. Code and tables become several
// blocks (longlines.go), but a fence outside lists and quotes stays a single block (openFence).

// sizes are limits in bytes.
type sizes struct {
	// advance is the size of the piece that Document.Advance parses, if it contains a boundary.
	advance int
	// longest is the size at which a block is divided for the first time, continued the size at
	// which the rest of a divided block is divided again.
	longest, continued int
	// decisive is the number of bytes of a paragraph that must follow a text before the text
	// certainly belongs to that paragraph.
	decisive int
	// longestLeaf is the maximum size of a paragraph that is parsed at once; a longer one is
	// divided into blocks of about leaf.
	longestLeaf, leaf int
}

// bounds are the sizes in use. Only tests change them, to test the division with short texts.
var bounds = sizes{
	advance: 128 << 10, longest: 64 << 10, continued: 16 << 10, decisive: 8 << 10, longestLeaf: 6 << 10, leaf: 4 << 10,
}

// advanceEnd returns the best place to divide source within its first size bytes: a line end, or
// else between two characters.
func advanceEnd(source string, size int) int {
	if i := strings.LastIndexByte(source[:size], '\n'); i >= size/2 {
		return i + 1
	}
	return edge(source, size)
}

// leaf returns the text of the lines of a block. continues reports that the block is the rest of a
// block that was divided before this section.
func (p *sectionParser) leaf(lines *text.Segments) (l leaf, continues bool) {
	l = newLeaf(p.source, lines)
	if before := p.shown.skip - l.from(0); len(l.text) > 0 && before > 0 {
		return l.slice(min(before, len(l.text)), len(l.text)), true
	}
	return l, false
}

// longCut returns the boundary in the first block below parent that must be divided.
func (p *sectionParser) longCut(parent ast.Node) (cut boundary, ok bool) {
	for n := parent.FirstChild(); n != nil && !ok; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Paragraph, *ast.TextBlock:
			cut, ok = p.cutIn(n, 0)
		case *ast.Heading:
			cut, ok = p.cutIn(n, n.Level)
		case *ast.HTMLBlock, *markup.Formula:
			cut, ok = p.cutIn(n, 0)
		case *ast.CodeBlock, *ast.FencedCodeBlock, *extast.Table:
			cut, ok = p.cutBetweenLines(n)
		case *ast.List, *ast.ListItem, *ast.Blockquote:
			cut, ok = p.longCut(n)
		}
	}
	return cut, ok
}

// cutIn returns the boundary in a paragraph, heading, HTML block or formula, if it must be divided.
func (p *sectionParser) cutIn(n ast.Node, level int) (cut boundary, ok bool) {
	lines := n.Lines()
	count := lines.Len()
	if count == 0 || lines.At(count-1).Stop-lines.At(0).Start < bounds.continued {
		return cut, false
	}
	l, continues := p.leaf(lines)
	l.trim()
	alertOf(n, &l, continues, followed)
	certain := len(l.text) - bounds.decisive
	if last := lines.At(count - 1); last.Stop >= p.complete && last.Stop-last.Start < longestLine {
		certain -= last.Stop - last.Start
	}
	least, at := bounds.longest, 0
	if continues {
		least = bounds.continued - bounds.decisive
	}
	for next := 0; next < certain; {
		next += leafCut(l.text[next:])
		if next >= certain {
			break
		}
		if next >= least && !(level > 0 && endsInNumberSign(l.text[:next])) {
			at = next
			if !continues || n.IsRaw() { // raw blocks are not split by leafCut
				break
			}
		}
		for next < certain && isSpace(l.text[next]) {
			next++
		}
	}
	if at == 0 {
		return cut, false
	}
	e := entry{prefix: p.containers(n)}
	switch {
	case level > 0 && bytes.HasSuffix(bytes.TrimRight(p.source[:lines.At(0).Start], " \t"), []byte{'#'}):
		e.prefix += strings.Repeat("#", level) + " a"
		e.heading = level
	case n.IsRaw(): // HTML or a formula
		e.prefix += p.opener(n, l.text[at-1] == '\n')
	case l.text[at-1] == '\n':
		e.prefix += "a\n"
	default:
		e.prefix += "a"
	}
	return boundary{p.shown.source(l.fromEnd(at)), e}, true
}

// endsInNumberSign reports whether a heading with this text would lose its last characters, because
// they would be its closing sequence.
func endsInNumberSign(text []byte) bool {
	return bytes.HasSuffix(bytes.TrimRight(text, " \t"), []byte{'#'})
}

// opener returns the beginning of HTML or of a formula for the rest of n to continue. newline means
// that the rest begins with a new line.
func (p *sectionParser) opener(n ast.Node, newline bool) string {
	html, ok := n.(*ast.HTMLBlock)
	switch start := n.Lines().At(0).Start; {
	case ok && newline:
		return htmlOpeners[html.HTMLBlockType] + ">\n"
	case ok:
		return htmlOpeners[html.HTMLBlockType] + " "
	case newline:
		return string(p.source[start:start+2]) + "\n"
	default:
		return string(p.source[start:start+2]) + "=" // with "=" it is parsed as a formula
	}
}

// htmlOpeners are texts that begin an HTML block, by the block types of CommonMark.
var htmlOpeners = map[ast.HTMLBlockType]string{
	ast.HTMLBlockType1: "<pre", ast.HTMLBlockType2: "<!-- ", ast.HTMLBlockType3: "<? ", ast.HTMLBlockType4: "<!A ",
	ast.HTMLBlockType5: "<![CDATA[ ", ast.HTMLBlockType6: "<div", ast.HTMLBlockType7: "<a",
}

// containers returns the markers of the lists and quotes around a block.
func (p *sectionParser) containers(n ast.Node) string {
	parent := n.Parent()
	if parent == nil {
		return ""
	}
	out := p.containers(parent)
	switch parent := parent.(type) {
	case *ast.Blockquote:
		out += "> "
	case *ast.ListItem:
		out += p.itemMarker(parent, out)
	}
	return out
}

// itemMarker returns a marker as wide as the list item's own, after the markers of the containers
// around the item, so that the lines below continue the item. For a number too wide for the item's
// indentation, such as that of the tenth "1.", an empty item with the previous number is put first.
func (p *sectionParser) itemMarker(item *ast.ListItem, containers string) string {
	list := item.Parent().(*ast.List)
	before, marker := "", string(list.Marker)
	if list.IsOrdered() {
		number, _ := p.firstNumber(list)
		for n := item.PreviousSibling(); n != nil; n = n.PreviousSibling() {
			number++
		}
		marker = strconv.Itoa(number) + marker
		if len(marker) >= item.Offset {
			before = strconv.Itoa(number-1) + string(list.Marker) + "\n" + indentation(containers)
			marker = "1" + string(list.Marker)
		}
	}
	room := max(item.Offset-len(marker), 1)
	gap := min(room, 4)
	return before + strings.Repeat(" ", min(room-gap, 3)) + marker + strings.Repeat(" ", gap)
}

// indentation returns the beginning of a further line in containers: their quote markers, and
// spaces in place of list markers.
func indentation(containers string) string {
	return strings.Map(func(r rune) rune {
		if r == '>' {
			return r
		}
		return ' '
	}, containers[strings.LastIndexByte(containers, '\n')+1:])
}
