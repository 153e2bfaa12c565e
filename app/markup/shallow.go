package markup

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// deepest is the maximum nesting depth of lists and quotes. Markers of deeper ones are text.
const deepest = 16

// NestingLimit limits the nesting depth of a container (a list, a quote), because for every line
// each level is checked again.
type NestingLimit struct{ parser.BlockParser }

// Open implements parser.BlockParser.
func (s NestingLimit) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	// For a list inside a list the parser opens nothing, but resets a flag.
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
