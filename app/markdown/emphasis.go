package markdown

import (
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// emphasis lets emphasis marks open and close beside Chinese, Japanese and Korean characters and
// after "**Note:", where CommonMark treats the marks as text because no space is beside them.
type emphasis struct{ parser.InlineParser }

func (e emphasis) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	node := e.InlineParser.Parse(parent, block, pc)
	mark, ok := node.(*parser.Delimiter)
	if !ok || mark.Char == '_' {
		return node
	}
	after := ' '
	if mark.OriginalLength < len(line) {
		after = util.ToRune(line, mark.OriginalLength)
	}
	left, right := flanking(before, after)
	mark.CanOpen = mark.CanOpen || left
	mark.CanClose = mark.CanClose || right || before == ':' && mark.OriginalLength == 2 && endsLabel(mark, block.Source()[:segment.Start])
	return mark
}

// endsLabel reports whether a mark after a colon closes a label such as "**Note:" at the start of a
// line or after a space.
func endsLabel(mark *parser.Delimiter, before []byte) bool {
	for open := mark.PreviousDelimiter; open != nil; open = open.PreviousDelimiter {
		if open.Char == mark.Char && open.CanOpen {
			at := open.Segment.Start
			return open.OriginalLength == 2 && (at == 0 || isSpace(before[at-1]))
		}
	}
	return false
}

// flanking reports whether a mark between two characters may open (left) or close (right) emphasis.
// It follows CommonMark, except that Chinese, Japanese and Korean punctuation counts as letters,
// and that other punctuation is allowed beside Chinese, Japanese and Korean characters.
func flanking(before, after rune) (left, right bool) {
	sign := func(r rune) bool { return util.IsPunctRune(r) && !isEastAsian(r) }
	open := func(r rune) bool { return util.IsSpaceRune(r) || util.IsPunctRune(r) || isEastAsian(r) }
	left = !util.IsSpaceRune(after) && (!sign(after) || open(before))
	right = !util.IsSpaceRune(before) && (!sign(before) || open(after))
	return left, right
}

// isEastAsian reports whether a character only occurs in Chinese, Japanese or Korean text.
func isEastAsian(r rune) bool {
	return r >= 0x1100 && (unicode.In(r, unicode.Han, unicode.Hangul) || r >= 0x3001 && r <= 0x33ff || r >= 0xff01 && r <= 0xffef)
}
