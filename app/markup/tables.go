package markup

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

const (
	// mostColumns and mostCells limit a table, since each row is padded to the header's width.
	mostColumns = 64
	mostCells   = 20_000
	// longestHead is the maximum length in bytes of the header and of the line below. A longer line
	// of a growing text is shown as a paragraph before the next line is known.
	longestHead = 4 << 10
)

// TableTransformer converts paragraphs to tables of limited size.
type TableTransformer struct {
	// Head reports whether a line may be a table header; nil means that any may.
	Head func(line []byte) bool
}

// delimiterRow matches delimiter rows. IsDelimiterRow accepts more lines.
var delimiterRow = regexp.MustCompile(`^ {0,3}\|?(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*:?-+:?[ \t]*\|?[ \t]*\r?\n?$`)

// Transform implements parser.ParagraphTransformer.
func (t TableTransformer) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines := node.Lines()
	for i := 1; i < lines.Len(); i++ {
		s := lines.At(i)
		line := s.Value(reader.Source())
		if !IsDelimiterRow(line) {
			continue
		}
		columns := bytes.Count(line, []byte{'|'}) + 1
		if columns > mostColumns || columns*(lines.Len()-i) > mostCells {
			return
		}
		head := lines.At(i - 1)
		if len(line) > longestHead || head.Stop-head.Start > longestHead {
			return
		}
		if t.Head != nil && !t.Head(lineOf(reader.Source(), head)) {
			return
		}
		if bytes.ContainsAny(line, "|:") && delimiterRow.Match(line) {
			makeTable(node, i, reader.Source()) // all lines below become rows
			return
		}
	}
}

// lineOf returns the bytes of a line without its padding.
func lineOf(source []byte, line text.Segment) []byte { return source[line.Start:line.Stop] }

// makeTable turns the lines of a paragraph into a table, from the line before the delimiter row on,
// unless that line has more cells than the delimiter row.
func makeTable(paragraph *ast.Paragraph, delimiters int, source []byte) {
	lines := paragraph.Lines()
	aligns := alignments(lineOf(source, lines.At(delimiters)))
	head := lines.At(delimiters - 1)
	if n := len(Cells(lineOf(source, head))); n == 0 || n > len(aligns) {
		return
	}
	table := extast.NewTable()
	table.Alignments = aligns
	table.SetPos(paragraph.Pos())
	table.AppendChild(table, extast.NewTableHeader(makeRow(head, aligns, source)))
	for i := delimiters + 1; i < lines.Len(); i++ {
		table.AppendChild(table, makeRow(lines.At(i), aligns, source))
	}
	lines.SetSliced(0, delimiters-1)
	paragraph.Parent().InsertAfter(paragraph.Parent(), paragraph, table)
	if lines.Len() == 0 {
		paragraph.Parent().RemoveChild(paragraph.Parent(), paragraph)
		return
	}
	last := lines.At(lines.Len() - 1)
	last.Stop-- // the line end
	lines.Set(lines.Len()-1, last)
}

// makeRow makes a row with a cell for each column. Surplus cells are added to the last cell.
func makeRow(line text.Segment, aligns []extast.Alignment, source []byte) *extast.TableRow {
	row := extast.NewTableRow(aligns)
	row.SetPos(line.Start)
	cells := Cells(lineOf(source, line))
	if last := len(aligns) - 1; len(cells) > last+1 {
		for _, c := range cells[last+1:] {
			if c[1] > c[0] {
				cells[last][1] = c[1]
			}
		}
	}
	for i, align := range aligns {
		cell := extast.NewTableCell()
		if i < len(cells) {
			cell.Alignment = align
			cell.SetPos(line.Start + cells[i][0])
			cell.Lines().Append(text.NewSegment(line.Start+cells[i][0], line.Start+cells[i][1]))
		}
		row.AppendChild(row, cell)
	}
	return row
}

// alignments returns the column alignments in a delimiter row.
func alignments(row []byte) []extast.Alignment {
	var out []extast.Alignment
	for _, c := range Cells(row) {
		align := extast.AlignNone
		switch left, right := row[c[0]] == ':', row[c[1]-1] == ':'; {
		case left && right:
			align = extast.AlignCenter
		case left:
			align = extast.AlignLeft
		case right:
			align = extast.AlignRight
		}
		out = append(out, align)
	}
	return out
}

// IsDelimiterRow reports whether a line may be the delimiter row below a table header.
func IsDelimiterRow(line []byte) bool {
	return bytes.IndexByte(line, '-') >= 0 && len(bytes.Trim(line, " \t\r\n|:-")) == 0
}
