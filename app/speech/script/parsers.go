package script

import (
	"bytes"
	"sync"
	"unicode"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"

	"parley/app/markup"
)

// As in app/markdown a text is read in two steps, first its blocks and then the words of each, so that nothing quadratic
// ever sees more than a few kilobytes; package markup keeps what is announced the same as what is shown. What is not read
// aloud needs no parsing: there is no emphasis, as its marks are left out wherever they stand, and a link is one whether or
// not its target is defined.

// blockParser reads blocks and leaves their words alone. It is safe for concurrent use.
var blockParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(markup.Shallow{BlockParser: parser.NewListParser()}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(markup.FormulaParser{}, 750),
			util.Prioritized(markup.Shallow{BlockParser: parser.NewBlockquoteParser()}, 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(markup.Definitions{}, 100),
			util.Prioritized(markup.Tables{Head: isHead}, 200),
		),
	)
})

// wordParser reads the words of one block. It is safe for concurrent use.
var wordParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 1000)),
		parser.WithInlineParsers(
			util.Prioritized(markup.FormulaWordsParser{}, 50),
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(markup.FootnoteParser{Colon: true}, 150),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewRawHTMLParser(), 400),
		),
	)
})

// isHead tells whether a line may be the head of a table: with a "|", and with no end of a sentence before it, as that may
// have been spoken before the "|" was there. The window shows such a table as one: what is painted can still be changed.
func isHead(line []byte) bool {
	i := bytes.IndexByte(line, '|')
	return i >= 0 && bytes.IndexFunc(line[:i], func(r rune) bool { return unicode.Is(unicode.STerm, r) }) < 0
}

// context takes every label for a defined one.
type context struct{ parser.Context }

func (context) Reference(label string) (parser.Reference, bool) {
	return parser.NewReference([]byte(label), nil, nil), true
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
