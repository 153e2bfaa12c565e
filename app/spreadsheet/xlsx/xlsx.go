// Package xlsx writes .xlsx files with the library excelize. It is linked only into the helper
// program, because that library is large.
package xlsx

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode"

	"github.com/xuri/excelize/v2"

	"parlando/app/spreadsheet"
)

// Serve reads sheets from in, in the format of spreadsheet.Begin, and writes them as an .xlsx file
// to out. Rows that do not fit into memory are stored in folder until then.
func Serve(folder string, in io.Reader, out io.Writer) (err error) {
	b := book{file: excelize.NewFile(excelize.Options{TmpDir: folder}), styles: map[look]int{}}
	defer func() { err = errors.Join(err, b.file.Close()) }()
	lines := json.NewDecoder(bufio.NewReader(in))
	for {
		var line json.RawMessage
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		if line[0] == '{' {
			err = b.begin(line)
		} else {
			err = b.row(line)
		}
		if err != nil {
			return err
		}
	}
	if err := b.end(); err != nil {
		return err
	}
	return b.file.Write(out)
}

// book is the file that is written.
type book struct {
	file *excelize.File
	// sheet is the sheet being written, nil before the first one.
	sheet *excelize.StreamWriter
	// at is the number of rows written to the sheet, links the number of links in it.
	at, links int
	widths    []float64
	styles    map[look]int
}

// look is the appearance of a cell, the key of a style.
type look struct {
	kind   spreadsheet.Kind
	format string
	head   bool
}

// errNoSheet means that a row came before its sheet.
var errNoSheet = errors.New("xlsx: a row without a sheet")

// begin begins a sheet with its header.
func (b *book) begin(line []byte) error {
	var begin spreadsheet.Begin
	if err := json.Unmarshal(line, &begin); err != nil {
		return err
	}
	first := b.sheet == nil
	if err := b.end(); err != nil {
		return err
	}
	var err error
	if first {
		err = b.file.SetSheetName(b.file.GetSheetName(0), begin.Name)
	} else {
		_, err = b.file.NewSheet(begin.Name)
	}
	if err != nil {
		return err
	}
	if begin.FromRight {
		if err := b.file.SetSheetView(begin.Name, 0, &excelize.ViewOptions{RightToLeft: &begin.FromRight}); err != nil {
			return err
		}
	}
	if b.sheet, err = b.file.NewStreamWriter(begin.Name); err != nil {
		return err
	}
	b.at, b.links, b.widths = 0, 0, begin.Widths
	for i, width := range begin.Widths {
		if err := b.sheet.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
	}
	if err := b.sheet.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	style, err := b.style(look{head: true})
	if err != nil {
		return err
	}
	cells, lines := make([]any, len(begin.Head)), 1
	for i, name := range begin.Head {
		lines = max(lines, b.lines(i, name))
		cells[i] = excelize.Cell{StyleID: style, Value: readable(name)}
	}
	return b.set(cells, lines)
}

// row writes a row.
func (b *book) row(line []byte) error {
	if b.sheet == nil {
		return errNoSheet
	}
	var row []spreadsheet.Cell
	if err := json.Unmarshal(line, &row); err != nil {
		return err
	}
	cells, lines := make([]any, len(row)), 1
	for i, c := range row {
		if c == (spreadsheet.Cell{}) {
			continue
		}
		style, err := b.style(look{kind: c.Kind, format: c.Format})
		if err != nil {
			return err
		}
		cell := excelize.Cell{StyleID: style, Value: readable(c.Text)}
		switch c.Kind {
		case spreadsheet.KindNumber, spreadsheet.KindDate:
			cell.Value = c.Value
		case spreadsheet.KindLink:
			if err := b.link(i+1, c.URL); err != nil {
				return err
			}
			lines = max(lines, b.lines(i, c.Text))
		case spreadsheet.KindText:
			lines = max(lines, b.lines(i, c.Text))
		}
		cells[i] = cell
	}
	return b.set(cells, lines)
}

// lines returns the number of lines of a text in a column.
func (b *book) lines(column int, text string) int {
	if column >= len(b.widths) {
		return 1
	}
	return spreadsheet.CountLines(text, b.widths[column])
}

// The height of a line, and the maximum of a row, in points.
const (
	lineHeight = 15
	maxHeight  = 409
)

// set writes the next row. A row of several lines needs a height, since LibreOffice would otherwise
// show only one line.
func (b *book) set(cells []any, lines int) error {
	b.at++
	name, err := excelize.CoordinatesToCellName(1, b.at)
	if err != nil {
		return err
	}
	if lines < 2 {
		return b.sheet.SetRow(name, cells)
	}
	return b.sheet.SetRow(name, cells, excelize.RowOpts{Height: float64(min(lines*lineHeight, maxHeight))})
}

// maxLinks is the maximum number of links of a sheet; further links become text. Excelize takes
// minutes to write as many links as the format allows.
const maxLinks = 10_000

// link adds a link to a cell of the next row.
func (b *book) link(column int, address string) error {
	if b.links++; b.links > maxLinks {
		return nil
	}
	name, err := excelize.CoordinatesToCellName(column, b.at+1)
	if err != nil {
		return err
	}
	return b.file.SetCellHyperLink(b.sheet.Sheet, name, address, "External")
}

// end ends the sheet.
func (b *book) end() error {
	if b.sheet == nil {
		return nil
	}
	return b.sheet.Flush()
}

// textFormat is the number format of text, which stays text when its cell is edited.
const textFormat = "@"

// The font of excelize's other cells, and its size in points.
const (
	font     = "Calibri"
	fontSize = 11
)

// style returns the number of a style, made when it is first used.
func (b *book) style(l look) (int, error) {
	if id, ok := b.styles[l]; ok {
		return id, nil
	}
	s := &excelize.Style{Alignment: &excelize.Alignment{Vertical: "top"}, CustomNumFmt: &l.format}
	switch {
	case l.head:
		s.Font = &excelize.Font{Bold: true, Family: font, Size: fontSize}
		fallthrough
	case l.kind == spreadsheet.KindText, l.kind == spreadsheet.KindLink:
		s.Alignment.WrapText = true
		format := textFormat
		s.CustomNumFmt = &format
	}
	if l.kind == spreadsheet.KindLink {
		s.Font = &excelize.Font{Color: "0563C1", Underline: "single", Family: font, Size: fontSize}
	}
	id, err := b.file.NewStyle(s)
	b.styles[l] = id
	return id, err
}

// readable removes control characters that a file cannot contain, and converts line ends to "\n".
func readable(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || r == '\ufffe' || r == '\uffff') {
			return -1
		}
		return r
	}, strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text))
}
