package documents

import (
	"fmt"
	"strconv"
	"strings"
)

// table gathers the cells of a table. A table with one column or row, or with headings, listings or
// other tables in its cells, is only a layout: its cells are read one after the other. So is a
// table with much text in its cells, unless the writer allows long tables.
type table struct {
	rows [][]tableCell
	// depth is the number of open tables.
	depth int
	// parts counts the rows, the cells, and the blocks after the first of each cell.
	parts int
	loose bool
	// left counts the rows that were left out, after the gathered ones.
	left int
}

// tableCell holds the blocks of a cell.
type tableCell struct{ blocks []block }

// The bounds on tables.
const (
	// maxTableRows bounds the rows of a table; the rest is left out.
	maxTableRows = 4000
	// maxTableColumns bounds the columns of a table; a wider one is read cell by cell.
	maxTableColumns = 64
	// maxTableCellBytes is the longest text of a cell; the rest is left out.
	maxTableCellBytes = 20_000
	// maxCellBlocks bounds the blocks of a cell; a table with a larger one is read cell by cell.
	maxCellBlocks = 10_000
	// maxTableParts bounds the memory of a table; a larger one is read cell by cell. It allows
	// maxTableRows of 36 columns.
	maxTableParts = 150_000
	// maxVoiceCellBytes and maxVoiceParts bound the tables that a voice announces; larger ones are
	// read cell by cell.
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
	t.rows[last] = append(t.rows[last], tableCell{})
	if len(t.rows[last]) > maxTableColumns {
		w.loosen()
		return
	}
	w.countPart()
}

// countPart counts one more part of the table, which may be too many.
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

// addToTable takes a block of the cell that was begun last.
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

// loosen writes the cells so far, and from now on each block at once. A table whose rows are left
// out already stays one.
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

// columns is the number of columns.
func (t *table) columns() int {
	columns := 0
	for _, row := range t.rows {
		columns = max(columns, len(row))
	}
	return columns
}

// tabular reports whether the table has rows and columns.
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
		w.size += len("|  ") * columns // a short row of a wide table is longer than its words
	}
	w.last, w.some = block{}, true
	if t.left > 0 {
		w.cuts = append(w.cuts, Cut{Kind: CutTableRows, Kept: len(t.rows), Of: len(t.rows) + t.left})
		w.write(block{text: fmt.Sprintf("(The rows after these %d are left out.)", len(t.rows))})
	}
	if cellsCut > 0 {
		w.cuts = append(w.cuts, Cut{Kind: CutTableCells, Kept: cellsCut})
		w.write(block{text: fmt.Sprintf("(Cells of more than %d bytes were cut off and end in “…”.)", maxTableCellBytes)})
	}
}

// markdown returns the blocks of the cell as lines of one cell in Markdown, and whether they were
// cut off.
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

// marked returns the text of a block in a cell, with the mark of its item.
func (b block) marked() string {
	switch {
	case !b.list.first:
		return b.text
	case b.list.ordered:
		return strconv.Itoa(b.list.number) + ". " + b.text
	}
	return "• " + b.text
}

// tableRow writes a row of a table in Markdown, the first one as its head.
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
