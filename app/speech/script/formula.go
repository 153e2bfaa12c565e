package script

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// What a formula is follows views/markdown, so that what is announced is what is shown as one.

var (
	formulaKind  = ast.NewNodeKind("SpokenFormula")
	skippedKind  = ast.NewNodeKind("SpokenFootnote")
	formulaWKind = ast.NewNodeKind("SpokenFormulaWords")
)

// formula is a block from a line that opens with \[ or $$ to the line that closes it, or to a blank line.
type formula struct {
	ast.BaseBlock
	closer []byte
	done   bool
}

func (*formula) Kind() ast.NodeKind           { return formulaKind }
func (*formula) IsRaw() bool                  { return true }
func (f *formula) Dump(src []byte, level int) { ast.DumpHelper(f, src, level, nil, nil) }

type formulaParser struct{}

func (formulaParser) Trigger() []byte { return []byte{'\\', '$'} }

func (formulaParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
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
	if bytes.Contains(rest, closer) || ast.IsParagraph(pc.LastOpenedBlock().Node) && len(bytes.TrimSpace(rest)) > 0 {
		return nil, parser.NoChildren
	}
	node := &formula{closer: closer}
	node.Lines().Append(segment.WithStart(segment.Start + at - segment.Padding))
	reader.AdvanceToEOL()
	return node, parser.NoChildren
}

func (formulaParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	f := node.(*formula)
	line, segment := reader.PeekLine()
	if f.done || len(bytes.TrimSpace(line)) == 0 {
		return parser.Close
	}
	f.done = bytes.Contains(line, f.closer)
	f.Lines().Append(segment)
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (formulaParser) Close(ast.Node, text.Reader, parser.Context) {}
func (formulaParser) CanInterruptParagraph() bool                 { return true }
func (formulaParser) CanAcceptIndentedLine() bool                 { return false }

// closerOf gives what closes the formula that opens at the start of line, nil if none does.
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

// stretch is a formula or the mark of a footnote among words, from Start to Stop in what was parsed.
type stretch struct {
	ast.BaseInline
	kind        ast.NodeKind
	Start, Stop int
}

func (s *stretch) Kind() ast.NodeKind         { return s.kind }
func (s *stretch) Dump(src []byte, level int) { ast.DumpHelper(s, src, level, nil, nil) }

// longestFormula bounds how far the end of a formula is looked for, in bytes.
const longestFormula = 2000

type formulaWords struct{}

func (formulaWords) Trigger() []byte { return []byte{'\\', '$'} }

func (formulaWords) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	ahead := block.Source()[segment.Start:]
	ahead = ahead[:min(len(ahead), longestFormula)]
	length := 0
	if closer := closerOf(line); closer != nil {
		i := bytes.Index(ahead[2:], closer)
		if i <= 0 {
			return nil
		}
		length = 2 + i + len(closer)
	} else if length = dollarFormula(line); length == 0 {
		return nil
	}
	node := &stretch{kind: formulaWKind, Start: segment.Start, Stop: segment.Start + length}
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

// dollarFormula gives the length of a formula between single dollars at the start of line, 0 if there is none: prices are
// more common than formulas, so it has to look like one.
func dollarFormula(line []byte) int {
	if len(line) < 3 || line[0] != '$' || isSpace(line[1]) || line[1] == '$' {
		return 0
	}
	i := bytes.IndexByte(line[1:], '$')
	if i <= 0 {
		return 0
	}
	body, after := line[1:1+i], line[2+i:]
	if isSpace(body[len(body)-1]) || len(after) > 0 && after[0] >= '0' && after[0] <= '9' || !bytes.ContainsAny(body, `\^_{=+`) {
		return 0
	}
	return i + 2
}

// footnoteMark reads "[^name]", which is not read aloud, and the colon after it where a footnote begins.
type footnoteMark struct{}

func (footnoteMark) Trigger() []byte { return []byte{'['} }

func (footnoteMark) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	if len(line) < 4 || line[1] != '^' {
		return nil
	}
	end := bytes.IndexAny(line[2:], "] \t\n[")
	if end <= 0 || end > 60 || line[2+end] != ']' {
		return nil
	}
	length := end + 3
	if before := segment.Start - 1; length < len(line) && line[length] == ':' && (before < 0 || block.Source()[before] == '\n') {
		length++
	}
	block.Advance(length)
	return &stretch{kind: skippedKind, Start: segment.Start, Stop: segment.Start + length}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
