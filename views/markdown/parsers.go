package markdown

import (
	"bytes"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A text is read in two steps: first only its blocks, then the words of each block by themselves. So a huge or
// hostile paragraph can be cut before anything quadratic sees it, and a link whose definition comes late costs
// one block. Both parsers are safe for concurrent use.

// blockParser reads blocks and leaves their words alone.
var blockParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(underline{parser.NewSetextHeadingParser()}, 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(shallow{parser.NewListParser()}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(fence{parser.NewFencedCodeBlockParser()}, 700),
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

// wordParser reads the words of one block.
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
			util.Prioritized(parser.NewEmphasisParser(), 500),
			util.Prioritized(extension.NewStrikethroughParser(), 500),
			util.Prioritized(bareLink{}, 999),
		),
	)
})

// deepest is how many lists and quotes may lie in each other; what lies deeper is read as plain lines.
const deepest = 16

// shallow keeps a container from being opened too deep: each level is looked at again for every line.
type shallow struct{ parser.BlockParser }

func (s shallow) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	// A list asked for inside a list only resets a flag.
	if _, ok := parent.(*ast.List); !ok {
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

// underline keeps the line under a table from making a heading of the lines above the table.
type underline struct{ parser.BlockParser }

func (u underline) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if last, ok := pc.LastOpenedBlock().Node.(*ast.Paragraph); ok {
		for i := 2; i < last.Lines().Len(); i++ {
			if s := last.Lines().At(i); isDelimiterRow(reader.Source()[s.Start:s.Stop]) {
				return nil, parser.NoChildren
			}
		}
	}
	return u.BlockParser.Open(parent, reader, pc)
}

// isDelimiterRow tells whether a line may be the one under the head of a table.
func isDelimiterRow(line []byte) bool {
	return len(bytes.Trim(line, " \t\n|:-")) == 0 && bytes.IndexByte(line, '-') >= 0
}

// fence notes where a code block's closing fence ends.
type fence struct{ parser.BlockParser }

var closedKey = []byte("closed")

func (f fence) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	_, segment := reader.PeekLine()
	state := f.BlockParser.Continue(node, reader, pc)
	if state == parser.Close {
		node.SetAttribute(closedKey, segment.Stop)
	}
	return state
}

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
	// A label that does not end soon is none; goldmark would look for its end line by line, again and again.
	from := first.Start
	if !bytes.Contains(reader.Source()[from:min(from+2*longestLabel, len(reader.Source()))], []byte("]:")) {
		return
	}
	parser.LinkReferenceParagraphTransformer.Transform(node, reader, pc)
}

// mostDefinitions is how many lines of definitions may follow each other: each that is not closed is looked for
// to their end.
const mostDefinitions = 500

// longestLabel is how long the name of a definition may be, in bytes.
const longestLabel = 999

const (
	// mostColumns and mostCells bound a table: rows are filled up to the width of the head.
	mostColumns = 64
	mostCells   = 20_000
)

// tables makes tables of paragraphs, unless they would grow out of all proportion.
type tables struct{ parser.ParagraphTransformer }

func (t tables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines := node.Lines()
	for i := 1; i < lines.Len(); i++ {
		s := lines.At(i)
		line := reader.Source()[s.Start:s.Stop]
		if !isDelimiterRow(line) {
			continue
		}
		columns := bytes.Count(line, []byte{'|'}) + 1
		if columns > mostColumns || columns*(lines.Len()-i) > mostCells {
			return
		}
	}
	t.ParagraphTransformer.Transform(node, reader, pc)
}

// definition is a link target that the text names once and uses elsewhere.
type definition struct{ label, target string }

// context is what one parse knows of the definitions of the whole text.
type context struct {
	parser.Context
	target func(label string) (target string, ok bool)
	wants  map[string]struct{}
	found  []definition
}

// AddReference remembers a definition.
func (c *context) AddReference(ref parser.Reference) {
	c.found = append(c.found, definition{util.ToLinkReference(ref.Label()), string(ref.Destination())})
}

// Reference looks a link's label up and remembers that it was wanted, found or not.
func (c *context) Reference(label string) (parser.Reference, bool) {
	if c.wants == nil {
		c.wants = map[string]struct{}{}
	}
	c.wants[label] = struct{}{}
	if target, ok := c.target(label); ok {
		return parser.NewReference([]byte(label), []byte(target), nil), true
	}
	return nil, false
}
