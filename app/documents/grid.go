package documents

import (
	"fmt"
	"slices"
	"strings"
)

// The bounds on worksheets.
const (
	maxRows    = 2000
	maxColumns = 60
	maxSheets  = 200
	// maxCellText is the longest text of a cell in bytes; the rest is left out.
	maxCellText = 32 << 10
)

// gridCell is a cell with something in it.
type gridCell struct {
	column int // from 0
	text   string
}

// grid gathers the cells of a worksheet. Empty rows and the empty columns before the first cell are
// no part of it.
type grid struct {
	rows [][]gridCell
	row  []gridCell
	// of is the number of rows, 0 when that is not known.
	of int
	// more tells that there are rows, or columns, that were not taken.
	moreRows, moreColumns bool
	bytes, most           int
}

// add takes a cell of the row that is open.
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

// endRow ends a row, which is there times times.
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

// full reports whether no row fits any more.
func (g *grid) full() bool {
	if len(g.rows) >= maxRows || g.most > 0 && g.bytes > g.most {
		g.moreRows = true
		return true
	}
	return false
}

// write writes the sheet as a table under its name, and returns what was left out of it.
func (g *grid) write(w *writer, name string) (cuts []Cut, err error) {
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
		cuts = append(cuts, Cut{Kind: CutRows, Name: name, Kept: len(g.rows), Of: of})
		w.write(block{text: fmt.Sprintf("(The rows after these %d are left out.)", len(g.rows))})
	}
	if g.moreColumns {
		cuts = append(cuts, Cut{Kind: CutColumns, Name: name, Kept: last - first + 1})
		w.write(block{text: fmt.Sprintf("(The columns after these %d are left out.)", last-first+1)})
	}
	return cuts, nil
}

// sorted puts the cells of the open row in order, as a file may have them in any.
func (g *grid) sorted() {
	slices.SortStableFunc(g.row, func(a, b gridCell) int { return a.column - b.column })
	g.row = slices.CompactFunc(g.row, func(a, b gridCell) bool { return a.column == b.column })
}
