package markdown

import (
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"parlando/app/markup"
)

// A text is parsed in two steps: first only the blocks, then the words of each block separately. So
// a huge or hostile paragraph can be divided before any quadratic step, and a late link definition
// costs only one block. Both parsers are safe for concurrent use. Reading aloud follows the rules
// of package markup, too. Only this package shows emphasis and bare addresses, and must keep
// headings from swallowing tables.

// blockParser parses blocks without their inline content.
var blockParser = sync.OnceValue(func() parser.Parser {
	return markup.NewBlockParser(underline{parser.NewSetextHeadingParser()}, fence{markup.NewFenceParser()}, markup.TableTransformer{})
})

// wordParser parses the inline content of one block.
var wordParser = sync.OnceValue(func() parser.Parser {
	return markup.NewInlineParser(markup.FootnoteParser{},
		util.Prioritized(emphasis{parser.NewEmphasisParser()}, 500),
		util.Prioritized(emphasis{extension.NewStrikethroughParser()}, 500),
		util.Prioritized(bareLink{}, 999),
	)
})

// underline prevents the line under a table from turning the lines above the table into a heading.
type underline struct{ parser.BlockParser }

func (u underline) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if last, ok := pc.LastOpenedBlock().Node.(*ast.Paragraph); ok {
		for i := 2; i < last.Lines().Len(); i++ {
			if s := last.Lines().At(i); markup.IsDelimiterRow(reader.Source()[s.Start:s.Stop]) {
				return nil, parser.NoChildren
			}
		}
	}
	return u.BlockParser.Open(parent, reader, pc)
}

// fence records the end of a code block's closing fence.
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

// definition is a link reference definition.
type definition struct{ label, target string }

// context provides the link definitions of the whole text to one parse.
type context struct {
	parser.Context
	target func(label string) (target string, ok bool)
	wants  map[string]struct{}
	found  []definition
}

// AddReference records a definition.
func (c *context) AddReference(ref parser.Reference) {
	c.found = append(c.found, definition{util.ToLinkReference(ref.Label()), string(ref.Destination())})
}

// Reference looks up a link label, and records the label whether or not it is defined.
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
