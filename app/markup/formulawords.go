package markup

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

var formulaWordsKind = ast.NewNodeKind("FormulaWords")

// InlineFormula is an inline formula from byte Start to Stop of the parsed text, including
// delimiters.
type InlineFormula struct {
	ast.BaseInline
	Start, Stop int
}

// Kind implements ast.Node.
func (*InlineFormula) Kind() ast.NodeKind { return formulaWordsKind }

// Dump implements ast.Node.
func (f *InlineFormula) Dump(src []byte, level int) { ast.DumpHelper(f, src, level, nil, nil) }

// MaxInlineFormula is the maximum length of an inline formula, in bytes.
const MaxInlineFormula = 2000

// InlineFormulaParser parses InlineFormula nodes. It must run before the code span parser.
type InlineFormulaParser struct{}

// Trigger implements parser.InlineParser.
func (InlineFormulaParser) Trigger() []byte { return []byte{'\\', '$'} }

// Parse implements parser.InlineParser.
func (InlineFormulaParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	ahead := block.Source()[segment.Start:]
	ahead = ahead[:min(len(ahead), MaxInlineFormula)]
	length := formulaLength(line, ahead)
	if length == 0 {
		return nil
	}
	node := &InlineFormula{Start: segment.Start, Stop: segment.Start + length}
	for {
		_, s := block.PeekLine()
		if s.Stop >= node.Stop {
			block.Advance(node.Stop - s.Start)
			return node
		}
		block.AdvanceLine()
		if next, _ := block.PeekLine(); next == nil {
			return node
		}
	}
}

// formulaLength returns the length of a formula at the start of line, 0 if there is none. A formula
// between single dollars must end in line, any other formula in ahead.
func formulaLength(line, ahead []byte) int {
	closer := closerOf(line)
	if closer == nil {
		return dollarFormula(line)
	}
	i := bytes.Index(ahead[2:], closer)
	if i <= 0 || line[1] == '[' && !isFormula(ahead[2:2+i]) {
		return 0
	}
	return 2 + i + len(closer)
}

// dollarFormula returns the length of a formula between single dollars at the start of line, 0 if
// there is none. Prices are more common than formulas, so the text must have a formula's signs.
func dollarFormula(line []byte) int {
	if len(line) < 3 || line[0] != '$' || isSpace(line[1]) || line[1] == '$' {
		return 0
	}
	end := 1
	for ; end < len(line) && line[end] != '$'; end++ {
		if line[end] == '\\' {
			end++ // "\$" is a dollar sign within the formula
		}
	}
	if end >= len(line) {
		return 0
	}
	body, after := line[1:end], line[end+1:]
	if isSpace(body[len(body)-1]) || len(after) > 0 && after[0] >= '0' && after[0] <= '9' ||
		!bytes.ContainsAny(body, `\^_{=+`) && !(bytes.IndexByte(body, '|') >= 0 && pairedBars(body)) {
		return 0
	}
	return end + 1
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
