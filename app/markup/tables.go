package markup

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

const (
	// mostColumns and mostCells limit a table, because rows are padded to the width of the header.
	mostColumns = 64
	mostCells   = 20_000
	// longestHead is the maximum length of its header and of the line below, in bytes. While a text
	// grows, a longer line is shown as a paragraph before it is known what follows.
	longestHead = 4 << 10
)

// TableTransformer converts paragraphs to tables within these limits.
type TableTransformer struct {
	// Head reports whether a line may be a table header; nil means goldmark's rule.
	Head func(line []byte) bool
}

// delimiterRow matches the delimiter rows of goldmark, which are fewer than IsDelimiterRow takes.
var delimiterRow = regexp.MustCompile(`^ {0,3}\|?(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*:?-+:?[ \t]*\|?[ \t]*\r?\n?$`)

var table = extension.NewTableParagraphTransformer()

// Transform implements parser.ParagraphTransformer.
func (t TableTransformer) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, found := node.Lines(), false
	for i := 1; i < lines.Len(); i++ {
		s := lines.At(i)
		line := reader.Source()[s.Start:s.Stop]
		if !IsDelimiterRow(line) {
			continue
		}
		found = true
		columns := bytes.Count(line, []byte{'|'}) + 1
		if columns > mostColumns || columns*(lines.Len()-i) > mostCells {
			return
		}
		head := lines.At(i - 1)
		if len(line) > longestHead || head.Stop-head.Start > longestHead {
			return
		}
		if t.Head != nil && !t.Head(reader.Source()[head.Start:head.Stop]) {
			return
		}
		if delimiterRow.Match(line) {
			break // the table begins here, and all lines below are its rows
		}
	}
	if found {
		table.Transform(node, reader, pc)
	}
}

// IsDelimiterRow reports whether a line may be the delimiter row below a table header.
func IsDelimiterRow(line []byte) bool {
	return bytes.IndexByte(line, '-') >= 0 && len(bytes.Trim(line, " \t\r\n|:-")) == 0
}
