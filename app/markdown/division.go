package markdown

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// A long text is parsed in pieces that end at boundaries. A very long paragraph, which has none, is
// divided where its words are divided into blocks anyway (leafCut), so that what was parsed of it
// is finished, whether the text grows or is whole. The price: no line below can make a heading of
// it.

const (
	// advanceSize is the number of bytes that Document.Advance parses at once, if it finds a
	// boundary in them.
	advanceSize = 128 << 10
	// longestParagraph is the number of bytes after which a paragraph or a heading is divided for
	// the first time, continuedSize that for what then continues it.
	longestParagraph = 64 << 10
	continuedSize    = 16 << 10
	// decisive is the number of bytes of a paragraph after which what precedes them is certain to
	// be part of it.
	decisive = 8 << 10
)

// advanceEnd returns where the first size bytes are best divided: at a line end, otherwise between
// two characters.
func advanceEnd(source string, size int) int {
	if i := strings.LastIndexByte(source[:size], '\n'); i >= size/2 {
		return i + 1
	}
	for size > 0 && !utf8.RuneStart(source[size]) {
		size--
	}
	return size
}

// leaf returns the text of the lines of a block. continues means that the block continues one that
// was divided before the section.
func (p *sectionParser) leaf(lines *text.Segments) (l leaf, continues bool) {
	l = newLeaf(p.source, lines)
	if before := p.shown.skip - l.from(0); len(l.text) > 0 && before > 0 {
		return l.slice(min(before, len(l.text)), len(l.text)), true
	}
	return l, false
}

// longCut returns the boundary in the first paragraph or heading that must be divided.
func (p *sectionParser) longCut(parent ast.Node) (cut boundary, ok bool) {
	for n := parent.FirstChild(); n != nil && !ok; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Paragraph, *ast.TextBlock:
			cut, ok = p.cutIn(n, 0)
		case *ast.Heading:
			cut, ok = p.cutIn(n, n.Level)
		case *ast.List, *ast.ListItem, *ast.Blockquote:
			cut, ok = p.longCut(n)
		}
	}
	return cut, ok
}

// cutIn returns the boundary in one paragraph or heading, if it must be divided.
func (p *sectionParser) cutIn(n ast.Node, level int) (cut boundary, ok bool) {
	lines := n.Lines()
	count := lines.Len()
	if count == 0 || lines.At(count-1).Stop-lines.At(0).Start < continuedSize {
		return cut, false
	}
	l, continues := p.leaf(lines)
	l.trim()
	certain := len(l.text) - decisive
	if last := lines.At(count - 1); last.Stop >= p.complete && last.Stop-last.Start < longestLine {
		certain -= last.Stop - last.Start
	}
	least, at := longestParagraph, 0
	if continues {
		least = continuedSize - decisive
	}
	for next := 0; next < certain; {
		next += leafCut(l.text[next:])
		if next >= certain {
			break
		}
		if next >= least {
			at = next
			if !continues {
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
	case l.text[at-1] == '\n':
		e.prefix += "a\n"
	default:
		e.prefix += "a"
	}
	return boundary{p.shown.source(l.fromEnd(at)), e}, true
}

// containers returns the markers of the lists and quotes around a block.
func (p *sectionParser) containers(n ast.Node) string {
	out := ""
	for n = n.Parent(); n != nil; n = n.Parent() {
		switch n := n.(type) {
		case *ast.Blockquote:
			out = "> " + out
		case *ast.ListItem:
			out = p.itemMarker(n) + out
		}
	}
	return out
}

// itemMarker returns a marker of a list item that is as wide as the item's own, so that the lines
// below continue it.
func (p *sectionParser) itemMarker(item *ast.ListItem) string {
	list := item.Parent().(*ast.List)
	marker := string(list.Marker)
	if list.IsOrdered() {
		number, _ := p.firstNumber(list)
		for n := item.PreviousSibling(); n != nil; n = n.PreviousSibling() {
			number++
		}
		marker = strconv.Itoa(number) + marker
	}
	room := max(item.Offset-len(marker), 1)
	gap := min(room, 4)
	return strings.Repeat(" ", min(room-gap, 3)) + marker + strings.Repeat(" ", gap)
}
