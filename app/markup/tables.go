package markup

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

const (
	// mostColumns and mostCells bound a table: rows are filled up to the width of the head.
	mostColumns = 64
	mostCells   = 20_000
)

// Tables makes tables of paragraphs, unless they would grow out of all proportion.
type Tables struct {
	// Head reports whether a line may be the head of a table; nil takes the same as goldmark.
	Head func(line []byte) bool
}

var table = extension.NewTableParagraphTransformer()

// Transform implements parser.ParagraphTransformer.
func (t Tables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines := node.Lines()
	for i := 1; i < lines.Len(); i++ {
		s := lines.At(i)
		line := reader.Source()[s.Start:s.Stop]
		if !IsDelimiterRow(line) {
			continue
		}
		columns := bytes.Count(line, []byte{'|'}) + 1
		if columns > mostColumns || columns*(lines.Len()-i) > mostCells {
			return
		}
		if head := lines.At(i - 1); t.Head != nil && !t.Head(reader.Source()[head.Start:head.Stop]) {
			return
		}
	}
	table.Transform(node, reader, pc)
}

// IsDelimiterRow reports whether a line may be the one under the head of a table.
func IsDelimiterRow(line []byte) bool {
	return len(bytes.Trim(line, " \t\r\n|:-")) == 0 && bytes.IndexByte(line, '-') >= 0
}
