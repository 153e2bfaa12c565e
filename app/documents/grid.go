package documents

import (
	"fmt"
	"slices"
	"strings"
)

// The limits of worksheets.
const (
	maxRows    = 2000
	maxColumns = 60
	maxSheets  = 200
	// maxCellText is the maximum length of a cell's text in bytes; the rest is left out.
	maxCellText = 32 << 10
)

// gridCell is a cell with content.
type gridCell struct {
	column int // from 0
	text   string
}

// grid collects the cells of a worksheet. It leaves out empty rows, and the empty columns to the
// left of all cells.
type grid struct {
	rows [][]gridCell
	row  []gridCell
	// of is the number of rows, 0 if unknown.
	of int
	// moreRows and moreColumns report that rows or columns were left out.
	moreRows, moreColumns bool
	bytes, most           int

	// hiddenRow reports that the current row is hidden, and hiddenCells that it has content.
	hiddenRow, hiddenCells bool
	hiddenRows             int // number of hidden rows with content
	// hidden reports for each column so far whether it is hidden; hiddenColumns are the hidden
	// columns with content.
	hidden        []bool
	hiddenColumns map[int]bool
	// merged are the ranges of merged cells, moreMerged is the number of ranges beyond maxMerged.
	merged     []string
	moreMerged int
}

// maxMerged is the maximum number of ranges of merged cells that are listed.
const maxMerged = 30

// describeColumns records a range of columns, counted from 0; ranges are described in order.
func (g *grid) describeColumns(from, to int, hidden bool) {
	for to = min(to, maxExcelColumn-1); hidden && len(g.hidden) <= to; {
		g.hidden = append(g.hidden, len(g.hidden) >= from)
	}
}

// merge notes a range of merged cells.
func (g *grid) merge(cells string) {
	if len(g.merged) < maxMerged {
		g.merged = append(g.merged, cells)
	} else {
		g.moreMerged++
	}
}

// beginRow begins a row.
func (g *grid) beginRow(hidden bool) { g.hiddenRow, g.hiddenCells = hidden, false }

// add adds a cell to the current row.
func (g *grid) add(column int, text string) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return
	case g.hiddenRow:
		g.hiddenCells = true
		return
	case column < len(g.hidden) && g.hidden[column]:
		if g.hiddenColumns == nil {
			g.hiddenColumns = map[int]bool{}
		}
		g.hiddenColumns[column] = true
		return
	case g.full():
		return
	}
	if len(g.row) >= maxColumns {
		g.moreColumns = true
		return
	}
	if len(text) > maxCellText {
		text = strings.ToValidUTF8(text[:maxCellText], "") + "…"
	}
	g.bytes += len(text) + 3
	g.row = append(g.row, gridCell{column, text})
}

// endRow ends a row, which is repeated the given number of times.
func (g *grid) endRow(times int) {
	row := g.row
	g.row = nil
	if g.hiddenCells {
		g.hiddenRows += times
		g.hiddenCells = false
	}
	if len(row) == 0 {
		return
	}
	for range times {
		if g.full() {
			g.moreRows = true
			return
		}
		g.rows = append(g.rows, row)
		g.bytes += 2 * len(row)
	}
}

// full reports whether no more rows fit.
func (g *grid) full() bool {
	if len(g.rows) >= maxRows || g.most > 0 && g.bytes > g.most {
		g.moreRows = true
		return true
	}
	return false
}

// write writes the sheet as a table under its name, and returns the parts left out.
func (g *grid) write(w *writer, name string) (cuts []Omission, err error) {
	if len(g.rows) == 0 && g.hiddenRows+len(g.hiddenColumns) == 0 {
		return nil, nil
	}
	w.write(block{heading: 2, text: name})
	say := func(kind OmissionKind, kept, of int, format string) {
		cuts = append(cuts, Omission{Kind: kind, Name: name, Kept: kept, Of: of})
		w.write(block{text: fmt.Sprintf(format, kept)})
	}
	columns := 0
	if len(g.rows) > 0 {
		if columns, err = g.writeTable(w); err != nil {
			return nil, err
		}
	}
	if g.moreRows {
		of := g.of
		if of <= len(g.rows) {
			of = 0
		}
		say(OmittedRows, len(g.rows), of, "(The rows after these %d are left out.)")
	}
	if g.moreColumns {
		say(OmittedColumns, columns, 0, "(The columns after these %d are left out.)")
	}
	if g.hiddenRows > 0 {
		say(OmittedHiddenRows, g.hiddenRows, 0, "(Hidden rows left out: %d.)")
	}
	if n := len(g.hiddenColumns); n > 0 {
		say(OmittedHiddenColumns, n, 0, "(Hidden columns left out: %d.)")
	}
	if len(g.merged) > 0 && w.longTables { // useless when read aloud
		text := "(Merged cells: " + strings.Join(g.merged, ", ")
		if g.moreMerged > 0 {
			text += fmt.Sprintf(" and %d others", g.moreMerged)
		}
		w.write(block{text: text + ".)"})
	}
	return cuts, nil
}

// writeTable writes the rows and returns the number of columns. It drops the columns beyond the
// limit.
func (g *grid) writeTable(w *writer) (columns int, err error) {
	first, last := g.rows[0][0].column, 0
	for _, row := range g.rows {
		first = min(first, row[0].column)
	}
	for _, row := range g.rows {
		for _, c := range row {
			if c.column >= first+maxColumns {
				g.moreColumns = true
			} else {
				last = max(last, c.column)
			}
		}
	}
	g.rows = slices.DeleteFunc(g.rows, func(row []gridCell) bool { return row[0].column >= first+maxColumns })
	w.out.WriteString("\n\n")
	for i, row := range g.rows {
		line := make([]string, last-first+1)
		for _, c := range row {
			if c.column <= last {
				line[c.column-first] = cell(c.text)
			}
		}
		for _, text := range line {
			if err := w.count(text + "| "); err != nil {
				return 0, err
			}
		}
		w.tableRow(i, line)
	}
	w.last, w.some = block{}, true
	return last - first + 1, nil
}

// hiddenSheets adds a line with the number of hidden worksheets that were left out.
func (w *writer) hiddenSheets(n int) {
	if n == 0 {
		return
	}
	w.cuts = append(w.cuts, Omission{Kind: OmittedHidden, Kept: n})
	if w.some {
		w.write(block{text: fmt.Sprintf("(Hidden worksheets left out: %d.)", n)})
	}
}

// sorted sorts the cells of the current row, which a file may store in any order.
func (g *grid) sorted() {
	slices.SortStableFunc(g.row, func(a, b gridCell) int { return a.column - b.column })
	g.row = slices.CompactFunc(g.row, func(a, b gridCell) bool { return a.column == b.column })
}
