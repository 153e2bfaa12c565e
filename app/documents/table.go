package documents

import "strings"

// table gathers the cells of a table. Where a cell holds more than a line, or there is one column alone, the table is there for
// its looks: its cells are read one after the other.
type table struct {
	rows [][]*contents
	// depth is how many tables are open.
	depth int
	// cells is how many cells and rows there are in it.
	cells int
	loose bool
}

// contents are the blocks of a cell.
type contents struct{ blocks []block }

const (
	// cellText is the longest text of a cell, in bytes, that a table in Markdown may have.
	cellText = 200
	// mostCells is how many cells a table may have; a larger one is read cell by cell.
	mostCells = 4000
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
	if t := w.table; t != nil && t.depth == 1 && !t.loose {
		t.rows = append(t.rows, nil)
		if t.cells++; t.cells > mostCells {
			w.loosen()
		}
	}
}

func (w *writer) beginCell() {
	w.end()
	if t := w.table; t != nil && t.depth == 1 && !t.loose {
		if len(t.rows) == 0 {
			t.rows = append(t.rows, nil)
		}
		last := len(t.rows) - 1
		t.rows[last] = append(t.rows[last], &contents{})
		if t.cells++; t.cells > mostCells {
			w.loosen()
		}
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

// add takes a block of the cell that was begun last.
func (t *table) add(b block) {
	last := len(t.rows) - 1
	if len(t.rows[last]) == 0 {
		t.rows[last] = []*contents{{}}
	}
	row := t.rows[last]
	c := row[len(row)-1]
	c.blocks = append(c.blocks, b)
	if b.heading > 0 || b.listing || b.list.depth > 0 || len(c.blocks) > 1 || len(b.text) > cellText {
		t.loose = true
	}
}

// loosen writes the cells so far, and from now on each block at once.
func (w *writer) loosen() {
	t := w.table
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

// tabular reports whether the table has rows and columns.
func (t *table) tabular() bool {
	columns := 0
	for _, row := range t.rows {
		columns = max(columns, len(row))
	}
	return columns > 1 && columns <= 64 && len(t.rows) > 1
}

func (w *writer) writeTable(t *table) {
	columns := 0
	for _, row := range t.rows {
		columns = max(columns, len(row))
	}
	if w.some {
		w.out.WriteString("\n\n")
	}
	for i, row := range t.rows {
		line := make([]string, columns)
		for n, c := range row {
			if len(c.blocks) > 0 {
				line[n] = cell(c.blocks[0].text)
			}
		}
		w.tableRow(i, line)
	}
	w.last, w.some = block{}, true
}

// tableRow writes a row of a table in Markdown, the first one as its head.
func (w *writer) tableRow(i int, cells []string) {
	if i > 0 {
		w.out.WriteByte('\n')
	}
	for _, text := range cells {
		w.out.WriteString("| " + text + " ")
	}
	w.out.WriteByte('|')
	if i == 0 {
		w.out.WriteString("\n" + strings.Repeat("| --- ", len(cells)) + "|")
	}
}
