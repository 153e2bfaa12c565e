package documents

import (
	"fmt"
	"strings"
)

// table collects the cells of a table. A table with one column or row, or with headings, listings
// or nested tables, is treated as layout: its cells are written one after the other. So is a table
// with long cells, unless the writer allows long tables.
type table struct {
	rows [][]tableCell
	// depth is the number of open tables.
	depth int
	// parts counts rows, cells, and the blocks after the first of each cell.
	parts int
	loose bool
	// left counts the rows left out at the end.
	left int
	// until is, for each column, the first row below a merged cell.
	until [maxTableColumns]int
}

// tableCell holds the blocks of a cell.
type tableCell struct{ blocks []block }

// The limits of tables.
const (
	// maxTableRows is the maximum number of rows; the rest is left out.
	maxTableRows = 4000
	// maxTableColumns is the maximum number of columns; a wider table is written cell by cell.
	maxTableColumns = 64
	// maxTableCellBytes is the maximum length of a cell; the rest is left out.
	maxTableCellBytes = 20_000
	// maxCellBlocks is the maximum number of blocks in a cell; a table with a larger cell is
	// written cell by cell.
	maxCellBlocks = 10_000
	// maxTableParts limits the memory of a table; a larger one is written cell by cell. It is
	// enough for maxTableRows rows of 36 columns.
	maxTableParts = 150_000
	// maxVoiceCellBytes and maxVoiceParts limit the tables announced when reading aloud; larger
	// ones are written cell by cell.
	maxVoiceCellBytes = 200
	maxVoiceParts     = 4000
)

func (w *writer) beginTable() {
	w.end()
	if w.table == nil {
		w.table = &table{depth: 1}
		return
	}
	w.table.depth++
	w.loosen()
}

func (w *writer) beginRow() {
	w.end()
	t := w.table
	if t == nil || t.depth > 1 || t.loose {
		return
	}
	if len(t.rows) == maxTableRows {
		if t.left > 0 || t.tabular() {
			t.left++
		} else {
			w.loosen()
		}
		return
	}
	t.rows = append(t.rows, nil)
	w.countPart()
}

func (w *writer) beginCell() {
	w.end()
	t := w.table
	if t == nil || t.depth > 1 || t.loose || t.left > 0 {
		return
	}
	if len(t.rows) == 0 {
		t.rows = append(t.rows, nil)
	}
	last := len(t.rows) - 1
	for merged := true; merged && !t.loose; {
		column := len(t.rows[last])
		if column >= maxTableColumns {
			t.rows[last] = append(t.rows[last], tableCell{})
			w.loosen()
			return
		}
		merged = t.until[column] > last
		t.rows[last] = append(t.rows[last], tableCell{})
		w.countPart()
	}
}

// mergeCells extends the current cell over several columns and rows, whose other cells are empty.
func (w *writer) mergeCells(columns, rows int) {
	t := w.table
	if t == nil || t.depth > 1 || t.loose || t.left > 0 {
		return
	}
	last := len(t.rows) - 1
	for i := len(t.rows[last]) - 1; columns > 0 && i < maxTableColumns; i++ {
		t.until[i] = max(t.until[i], last+min(rows, maxTableRows))
		columns--
	}
}

// countPart counts one more part of the table and handles exceeding the limit.
func (w *writer) countPart() {
	most := maxVoiceParts
	if w.longTables {
		most = maxTableParts
	}
	if w.table.parts++; w.table.parts > most {
		w.loosen()
	}
}

func (w *writer) endTable() {
	w.end()
	t := w.table
	if t == nil {
		return
	}
	if t.depth--; t.depth > 0 {
		return
	}
	if !t.loose && !t.tabular() {
		w.loosen()
	}
	w.table = nil
	if !t.loose {
		w.writeTable(t)
	}
}

// addToTable adds a block to the current cell.
func (w *writer) addToTable(b block) {
	t := w.table
	if t.left > 0 {
		return
	}
	row := &t.rows[len(t.rows)-1]
	if len(*row) == 0 {
		*row = []tableCell{{}}
	}
	c := &(*row)[len(*row)-1]
	c.blocks = append(c.blocks, b)
	long := b.list.depth > 0 || len(c.blocks) > 1 || len(b.text) > maxVoiceCellBytes
	switch {
	case b.heading > 0, b.listing, long && !w.longTables, len(c.blocks) > maxCellBlocks:
		w.loosen()
	case len(c.blocks) > 1:
		w.countPart()
	}
}

// loosen writes the cells collected so far; from now on each block is written at once. A table of
// which rows were left out already stays a table.
func (w *writer) loosen() {
	t := w.table
	if t.left > 0 {
		return
	}
	t.loose = true
	rows := t.rows
	t.rows = nil
	w.table = nil
	for _, row := range rows {
		for _, c := range row {
			for _, b := range c.blocks {
				w.write(b)
			}
		}
	}
	w.table = t
}

// columns returns the number of columns.
func (t *table) columns() int {
	columns := 0
	for _, row := range t.rows {
		columns = max(columns, len(row))
	}
	return columns
}

// tabular reports whether the table has more than one row and more than one column.
func (t *table) tabular() bool { return len(t.rows) > 1 && t.columns() > 1 }

func (w *writer) writeTable(t *table) {
	columns, cellsCut := t.columns(), 0
	if w.some {
		w.out.WriteString("\n\n")
	}
	for i, row := range t.rows {
		line := make([]string, columns)
		for n, c := range row {
			text, cut := c.markdown()
			if line[n] = text; cut {
				cellsCut++
			}
		}
		w.tableRow(i, line)
		w.size += len("|  ") * columns // the markup of a short row in a wide table exceeds its text
	}
	w.last, w.some = block{}, true
	if t.left > 0 {
		w.cuts = append(w.cuts, Omission{Kind: OmittedTableRows, Kept: len(t.rows), Of: len(t.rows) + t.left})
		w.write(block{text: fmt.Sprintf("(The rows after these %d are left out.)", len(t.rows))})
	}
	if cellsCut > 0 {
		w.cuts = append(w.cuts, Omission{Kind: OmittedTableCells, Kept: cellsCut})
		w.write(block{text: fmt.Sprintf("(Cells of more than %d bytes were cut off and end in “…”.)", maxTableCellBytes)})
	}
}

// markdown returns the blocks of the cell as lines of a Markdown cell, and whether they were
// truncated.
func (c tableCell) markdown() (text string, cut bool) {
	switch len(c.blocks) {
	case 0:
		return "", false
	case 1:
		text = c.blocks[0].marked()
	default:
		var b strings.Builder
		for i, block := range c.blocks {
			if b.Len() > maxTableCellBytes {
				break
			}
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(block.marked())
		}
		text = b.String()
	}
	if cut = len(text) > maxTableCellBytes; !cut {
		return cell(text), false
	}
	text = strings.ToValidUTF8(text[:maxTableCellBytes], "")
	if i := strings.LastIndex(text, noteStart); i > strings.LastIndex(text, noteEnd) {
		text = text[:i]
	}
	return cell(strings.TrimSpace(text) + "…"), true
}

// marked returns the text of a block in a cell, with its list marker.
func (b block) marked() string {
	switch {
	case !b.list.first:
		return b.text
	case b.list.ordered:
		return b.list.label() + ". " + b.text
	}
	return "• " + b.text
}

// tableRow writes a table row in Markdown, the first one as the header.
func (w *writer) tableRow(i int, cells []string) {
	if i > 0 {
		w.out.WriteByte('\n')
	}
	for _, text := range cells {
		w.out.WriteString("| ")
		w.out.WriteString(text)
		w.out.WriteByte(' ')
	}
	w.out.WriteByte('|')
	if i == 0 {
		w.out.WriteString("\n" + strings.Repeat("| --- ", len(cells)) + "|")
	}
}
