package markup

import (
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"
)

// NewBlockParser returns a parser for blocks without their inline content. underlined parses setext
// headings, fenced parses fenced code.
func NewBlockParser(underlined, fenced parser.BlockParser, tables TableTransformer) parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(underlined, 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(NestingLimit{BlockParser: parser.NewListParser()}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(indentedCode{parser.NewCodeBlockParser()}, 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(fenced, 700),
			util.Prioritized(FormulaParser{}, 750),
			util.Prioritized(NestingLimit{BlockParser: parser.NewBlockquoteParser()}, 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(paragraph{parser.NewParagraphParser()}, 1000),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(DefinitionTransformer{}, 100),
			util.Prioritized(tables, 200),
		),
	)
}

// NewInlineParser returns a parser for the inline content of one block. more are parsers of inlines
// that only one caller supports.
func NewInlineParser(footnotes FootnoteParser, more ...util.PrioritizedValue) parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 1000)),
		parser.WithInlineParsers(
			util.Prioritized(InlineFormulaParser{}, 50),
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(footnotes, 150),
			util.Prioritized(bracketLimit{parser.NewLinkParser()}, 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewRawHTMLParser(), 400),
		),
		parser.WithInlineParsers(more...),
	)
}

// NodeStart returns the offset of a node in a source of size bytes.
func NodeStart(n ast.Node, size int) int {
	for c := n; c != nil; c = c.FirstChild() {
		// The position of a table is that of its paragraph, which may have lines before the table.
		if at := c.Pos(); at >= 0 && c.Kind() != extast.KindTable {
			return min(at, size)
		}
		if c.Type() != ast.TypeInline && c.Lines() != nil && c.Lines().Len() > 0 {
			return c.Lines().At(0).Start
		}
	}
	return 0
}
