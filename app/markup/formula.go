package markup

import (
	"bytes"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// The source of a formula is preserved: it has no emphasis or lists.

var formulaKind = ast.NewNodeKind("Formula")

// Formula is a block from a line that opens with \[ or $$ to the line that closes the formula, or
// to a blank line. Its lines are the lines of the source, including delimiters. A formula on a
// single line is a block if the line contains nothing else.
type Formula struct {
	ast.BaseBlock
	closer []byte
	done   bool
}

// Closed reports whether the closing delimiter was found.
func (f *Formula) Closed() bool { return f.done }

// Kind implements ast.Node.
func (*Formula) Kind() ast.NodeKind { return formulaKind }

// IsRaw implements ast.Node.
func (*Formula) IsRaw() bool { return true }

// Dump implements ast.Node.
func (f *Formula) Dump(src []byte, level int) { ast.DumpHelper(f, src, level, nil, nil) }

// FormulaParser parses blocks of type Formula.
type FormulaParser struct{}

// Trigger implements parser.BlockParser.
func (FormulaParser) Trigger() []byte { return []byte{'\\', '$'} }

// Open implements parser.BlockParser.
func (FormulaParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	at := pc.BlockOffset()
	if at < 0 || at+2 > len(line) {
		return nil, parser.NoChildren
	}
	closer := closerOf(line[at:])
	if closer == nil || line[at+1] == '(' {
		return nil, parser.NoChildren
	}
	rest := line[at+2:]
	inside, after, done := bytes.Cut(rest, closer)
	if line[at+1] == '[' && len(bytes.TrimSpace(inside)) > 0 {
		// otherwise its last letter may begin a word
		written := done || line[len(line)-1] == '\n'
		if written && !isFormula(inside) || !written && !hasSign(bytes.TrimRight(inside, `\`)) {
			return nil, parser.NoChildren
		}
	}
	if done {
		if len(bytes.TrimSpace(inside)) == 0 || len(bytes.TrimSpace(after)) > 0 {
			return nil, parser.NoChildren
		}
	} else if ast.IsParagraph(pc.LastOpenedBlock().Node) && len(bytes.TrimSpace(rest)) > 0 {
		return nil, parser.NoChildren
	}
	node := &Formula{closer: closer, done: done}
	node.Lines().Append(segment.WithStart(segment.Start + at - segment.Padding))
	reader.AdvanceToEOL()
	return node, parser.NoChildren
}

// Continue implements parser.BlockParser.
func (FormulaParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	f := node.(*Formula)
	line, segment := reader.PeekLine()
	if f.done || len(bytes.TrimSpace(line)) == 0 {
		return parser.Close
	}
	f.done = bytes.Contains(line, f.closer)
	f.Lines().Append(segment)
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

// Close implements parser.BlockParser.
func (FormulaParser) Close(ast.Node, text.Reader, parser.Context) {}

// CanInterruptParagraph implements parser.BlockParser.
func (FormulaParser) CanInterruptParagraph() bool { return true }

// CanAcceptIndentedLine implements parser.BlockParser.
func (FormulaParser) CanAcceptIndentedLine() bool { return false }

// isFormula reports whether the text between \[ and \] is a formula. Prose contains escaped
// brackets, too: "\[1\]", "\[citation needed\]".
func isFormula(inside []byte) bool { return hasSign(inside) || isSymbol(inside) }

// hasSign reports whether text contains a character that occurs in formulas but not in prose.
func hasSign(text []byte) bool { return bytes.ContainsAny(text, `\^_={}+<>`) }

// isSymbol reports whether text has letters and all of them are isolated.
func isSymbol(text []byte) bool {
	letters, inWord := false, false
	for _, r := range string(text) {
		isLetter := unicode.IsLetter(r)
		if isLetter && inWord {
			return false
		}
		letters, inWord = letters || isLetter, isLetter
	}
	return letters
}

// closerOf returns the closing delimiter of the formula that opens at the start of line, nil if
// there is none.
func closerOf(line []byte) []byte {
	switch {
	case bytes.HasPrefix(line, []byte(`\(`)):
		return []byte(`\)`)
	case bytes.HasPrefix(line, []byte(`\[`)):
		return []byte(`\]`)
	case bytes.HasPrefix(line, []byte(`$$`)):
		return []byte(`$$`)
	}
	return nil
}
