package markup

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// deepestBracket is the maximum number of open brackets. Deeper ones, and the brackets that close
// them, are text.
const deepestBracket = 32

// bracketLimit limits the nesting of brackets for a link parser, which scans the content of each
// bracket again at its end.
type bracketLimit struct{ parser.InlineParser }

var bracketsKey = parser.NewContextKey()

// brackets counts the open brackets of one block: those passed to the link parser, and those beyond
// the limit.
type brackets struct{ open, beyond int }

// Parse implements parser.InlineParser.
func (b bracketLimit) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	count, _ := pc.Get(bracketsKey).(*brackets)
	if count == nil {
		count = &brackets{}
		pc.Set(bracketsKey, count)
	}
	line, _ := block.PeekLine()
	switch {
	case line[0] == ']' && count.beyond > 0:
		count.beyond--
		return nil
	case line[0] == ']':
		count.open = max(count.open-1, 0)
	case line[0] == '!' && (len(line) < 2 || line[1] != '['):
		return nil
	case count.open < deepestBracket:
		count.open++
	case line[0] == '[':
		count.beyond++
		return nil
	default: // a "!" whose "[" follows and is counted then
		return nil
	}
	return b.InlineParser.Parse(parent, block, pc)
}

// CloseBlock implements parser.CloseBlocker.
func (b bracketLimit) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	pc.Set(bracketsKey, nil)
	if c, ok := b.InlineParser.(parser.CloseBlocker); ok {
		c.CloseBlock(parent, block, pc)
	}
}
