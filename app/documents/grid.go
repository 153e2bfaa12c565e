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

// grid collects the cells of a worksheet. It leaves out empty rows and empty columns before the
// first cell.
type grid struct {
	rows [][]gridCell
	row  []gridCell
	// of is the number of rows, 0 if unknown.
	of int
	// moreRows and moreColumns report that rows or columns were left out.
	moreRows, moreColumns bool
	bytes, most           int
}

// add adds a cell to the current row.
func (g *grid) add(column int, text string) {
	text = strings.TrimSpace(text)
	if text == "" || g.full() {
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

// endRow ends a row that occurs times times.
func (g *grid) endRow(times int) {
	row := g.row
	g.row = nil
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
	if len(g.rows) == 0 {
		return nil, nil
	}
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
	w.write(block{heading: 2, text: name})
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
				return nil, err
			}
		}
		w.tableRow(i, line)
	}
	w.last, w.some = block{}, true
	if g.moreRows {
		of := g.of
		if of <= len(g.rows) {
			of = 0
		}
		cuts = append(cuts, Omission{Kind: OmittedRows, Name: name, Kept: len(g.rows), Of: of})
		w.write(block{text: fmt.Sprintf("(The rows after these %d are left out.)", len(g.rows))})
	}
	if g.moreColumns {
		cuts = append(cuts, Omission{Kind: OmittedColumns, Name: name, Kept: last - first + 1})
		w.write(block{text: fmt.Sprintf("(The columns after these %d are left out.)", last-first+1)})
	}
	return cuts, nil
}

// sorted sorts the cells of the current row, which a file may store in any order.
func (g *grid) sorted() {
	slices.SortStableFunc(g.row, func(a, b gridCell) int { return a.column - b.column })
	g.row = slices.CompactFunc(g.row, func(a, b gridCell) bool { return a.column == b.column })
}
