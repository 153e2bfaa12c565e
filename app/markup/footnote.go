package markup

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

var footnoteKind = ast.NewNodeKind("FootnoteMark")

// Footnote is "[^name]" from Start to Stop in what was parsed, in bytes. It never is a link.
type Footnote struct {
	ast.BaseInline
	Start, Stop int
}

// Kind implements ast.Node.
func (*Footnote) Kind() ast.NodeKind { return footnoteKind }

// Dump implements ast.Node.
func (f *Footnote) Dump(src []byte, level int) { ast.DumpHelper(f, src, level, nil, nil) }

// FootnoteParser makes inlines of type Footnote. It goes before the parser of links.
type FootnoteParser struct {
	// Colon takes in the colon after the mark where the text of the footnote begins: it is shown,
	// but not read aloud.
	Colon bool
}

// longestFootnote is the longest name of a footnote, in bytes.
const longestFootnote = 60

// Trigger implements parser.InlineParser.
func (FootnoteParser) Trigger() []byte { return []byte{'['} }

// Parse implements parser.InlineParser.
func (p FootnoteParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	if len(line) < 4 || line[1] != '^' {
		return nil
	}
	end := bytes.IndexAny(line[2:], "] \t\n[")
	if end <= 0 || end > longestFootnote || line[2+end] != ']' {
		return nil
	}
	length := end + 3
	if before := segment.Start - 1; p.Colon && length < len(line) && line[length] == ':' && (before < 0 || block.Source()[before] == '\n') {
		length++
	}
	block.Advance(length)
	return &Footnote{Start: segment.Start, Stop: segment.Start + length}
}
