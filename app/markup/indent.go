package markup

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// indentedCode parses indented code, except right after the marker of a list item, because models
// align the text of items with many spaces.
type indentedCode struct{ parser.BlockParser }

func (c indentedCode) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if item, ok := parent.(*ast.ListItem); ok && !item.HasChildren() {
		_, segment := reader.PeekLine()
		line := bytes.LastIndexByte(reader.Source()[:segment.Start], '\n') + 1
		if len(bytes.Trim(reader.Source()[line:segment.Start], " \t>")) > 0 {
			return nil, parser.NoChildren
		}
	}
	return c.BlockParser.Open(parent, reader, pc)
}

// paragraph parses paragraphs, even if their first line is one that indentedCode refused.
type paragraph struct{ parser.BlockParser }

func (paragraph) CanAcceptIndentedLine() bool { return true }
