package markup

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

var footnoteKind = ast.NewNodeKind("FootnoteMark")

// Footnote is "[^name]" from byte Start to Stop of the parsed text. It is never a link.
type Footnote struct {
	ast.BaseInline
	Start, Stop int
}

// Kind implements ast.Node.
func (*Footnote) Kind() ast.NodeKind { return footnoteKind }

// Dump implements ast.Node.
func (f *Footnote) Dump(src []byte, level int) { ast.DumpHelper(f, src, level, nil, nil) }

// FootnoteParser parses inlines of type Footnote. It must run before the link parser.
type FootnoteParser struct {
	// Colon includes the colon after the mark at the beginning of a footnote's text. The colon is
	// shown, but not read aloud.
	Colon bool
}

// longestFootnote is the maximum length of a footnote's name, in bytes.
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
