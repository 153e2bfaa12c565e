package script

import (
	"bytes"
	"sync"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// As in views/markdown a text is read in two steps, first its blocks and then the words of each, so that nothing quadratic
// ever sees more than a few kilobytes. What is not read aloud needs no parsing: there is no emphasis, as its marks are left
// out wherever they stand, and a link is one whether or not its target is defined.

// blockParser reads blocks and leaves their words alone. It is safe for concurrent use.
var blockParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(shallow{parser.NewListParser()}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(formulaParser{}, 750),
			util.Prioritized(shallow{parser.NewBlockquoteParser()}, 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(definitions{}, 100),
			util.Prioritized(tables{extension.NewTableParagraphTransformer()}, 200),
		),
	)
})

// wordParser reads the words of one block. It is safe for concurrent use.
var wordParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 1000)),
		parser.WithInlineParsers(
			util.Prioritized(formulaWords{}, 50),
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(footnoteMark{}, 150),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewRawHTMLParser(), 400),
		),
	)
})

// deepest is how many lists and quotes may lie in each other; what lies deeper is read as plain lines.
const deepest = 16

// shallow keeps a container from being opened too deep: each level is looked at again for every line.
type shallow struct{ parser.BlockParser }

func (s shallow) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if _, ok := parent.(*ast.List); !ok { // a list asked for inside a list only resets a flag
		depth := 0
		for n := parent; n != nil; n = n.Parent() {
			switch n.(type) {
			case *ast.ListItem, *ast.Blockquote:
				depth++
			}
		}
		if depth >= deepest {
			return nil, parser.NoChildren
		}
	}
	return s.BlockParser.Open(parent, reader, pc)
}

const (
	// mostDefinitions is how many lines of definitions may follow each other: each that is not closed is looked for to their
	// end. longestLabel is how long the name of one may be, in bytes.
	mostDefinitions = 500
	longestLabel    = 999
	// mostColumns and mostCells bound a table: rows are filled up to the width of the head.
	mostColumns = 64
	mostCells   = 20_000
)

// definitions takes the definitions of link targets out of a paragraph, but leaves footnotes in it.
type definitions struct{}

func (definitions) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	if node.Lines().Len() > mostDefinitions {
		return
	}
	first := node.Lines().At(0)
	line := bytes.TrimLeft(first.Value(reader.Source()), " \t")
	if len(line) == 0 || line[0] != '[' || bytes.HasPrefix(line, []byte("[^")) {
		return
	}
	if !bytes.Contains(reader.Source()[first.Start:min(first.Start+2*longestLabel, len(reader.Source()))], []byte("]:")) {
		return
	}
	parser.LinkReferenceParagraphTransformer.Transform(node, reader, pc)
}

// tables makes tables of paragraphs whose head looks like one, unless they would grow out of all proportion.
type tables struct{ parser.ParagraphTransformer }

func (t tables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines := node.Lines()
	for i := 1; i < lines.Len(); i++ {
		line := lines.At(i)
		if !isDelimiterRow(line.Value(reader.Source())) {
			continue
		}
		head := lines.At(i - 1)
		columns := bytes.Count(line.Value(reader.Source()), []byte{'|'}) + 1
		if columns > mostColumns || columns*(lines.Len()-i) > mostCells ||
			!isHead(head.Value(reader.Source())) {
			return
		}
	}
	t.ParagraphTransformer.Transform(node, reader, pc)
}

// isHead tells whether a line may be the head of a table: with a "|", and with no end of a sentence before it, as that may
// have been spoken before the "|" was there.
func isHead(line []byte) bool {
	i := bytes.IndexByte(line, '|')
	return i >= 0 && bytes.IndexFunc(line[:i], func(r rune) bool { return unicode.Is(unicode.STerm, r) }) < 0
}

// isDelimiterRow tells whether a line may be the one under the head of a table.
func isDelimiterRow(line []byte) bool {
	return len(bytes.Trim(line, " \t\r\n|:-")) == 0 && bytes.IndexByte(line, '-') >= 0
}

// context takes every label for a defined one.
type context struct{ parser.Context }

func (context) Reference(label string) (parser.Reference, bool) {
	return parser.NewReference([]byte(label), nil, nil), true
}
