package answers

import (
	"strings"

	"parlando/app/chat"
	"parlando/app/markdown"
)

// WrittenTable is a table as Markdown, for reading aloud and copying, with the offsets of its cells
// in the Markdown. Write extends it as the table grows.
type WrittenTable struct {
	table Table
	text  strings.Builder
	// from are the offsets of the rows, cells the offsets of each row's cells.
	from  []int
	cells [][]span
	// unfit maps row and column of a misfit to its reason.
	unfit map[[2]int]Reason
}

// Write returns a table as Markdown. It extends was, the Markdown of an earlier state of the table,
// whose rows before changed must be unchanged; was may be nil.
func Write(was *WrittenTable, t Table, changed int) *WrittenTable {
	w := was
	if was == nil || changed < len(was.from) || t.Before != was.table.Before {
		w = &WrittenTable{}
		if t.Before != "" {
			w.text.WriteString(t.Before + "\n\n")
		}
		w.line(names(t.Columns))
		marks := make([]string, len(t.Columns))
		for i, a := range aligns(t.Columns) {
			marks[i] = "---"
			if a == markdown.AlignRight {
				marks[i] = "---:"
			}
		}
		w.text.WriteString("| " + strings.Join(marks, " | ") + " |\n")
	}
	w.table = t
	for i := len(w.from); i < len(t.Rows); i++ {
		w.from = append(w.from, w.text.Len())
		w.cells = append(w.cells, w.line(t.Rows[i]))
	}
	w.unfit = make(map[[2]int]Reason, len(t.Faults))
	for _, f := range t.Faults {
		w.unfit[[2]int{f.Row, f.Column}] = f.Reason
	}
	return w
}

// line writes a row and returns the offsets of its cells.
func (w *WrittenTable) line(cells []string) []span {
	at := make([]span, len(cells))
	for i, c := range cells {
		w.text.WriteString("| ")
		source := escaped(c)
		at[i] = span{w.text.Len(), w.text.Len() + len(source)}
		if len(source) == len(c) && source != asSpaces.Replace(c) {
			// The source only happens to be as long as the text. Including the blank makes the
			// lengths differ, so that the run is treated as indivisible.
			at[i].to++
		}
		w.text.WriteString(source)
		w.text.WriteByte(' ')
	}
	w.text.WriteString("|\n")
	return at
}

// Text returns the Markdown of the whole answer, including the text around the table.
func (w *WrittenTable) Text() string {
	text := strings.TrimRight(w.text.String(), "\n")
	if w.table.After != "" {
		text += "\n\n" + w.table.After
	}
	return text
}

// Head returns the headings.
func (w *WrittenTable) Head() []markdown.Cell {
	var cells []markdown.Cell
	for _, name := range names(w.table.Columns) {
		cells = append(cells, markdown.Cell{Runs: []markdown.Run{{Text: name, Style: markdown.Bold}}})
	}
	return cells
}

// Align returns the alignment of each column: numbers are right-aligned.
func (w *WrittenTable) Align() []markdown.Align { return aligns(w.table.Columns) }

// Len returns the number of rows.
func (w *WrittenTable) Len() int { return len(w.table.Rows) }

// Row returns the cells of a row, each a single run with its offsets in Text.
func (w *WrittenTable) Row(i int) []markdown.Cell {
	cells := make([]markdown.Cell, len(w.table.Rows[i]))
	for c, text := range w.table.Rows[i] {
		if text != "" {
			at := w.cells[i][c]
			cells[c].Runs = []markdown.Run{{Text: text, Start: at.from, End: at.to}}
		}
	}
	return cells
}

// RowOffset returns the offset of row i in the text; for i == Len(), the end of the last row.
func (w *WrittenTable) RowOffset(i int) int {
	if i < len(w.from) {
		return w.from[i]
	}
	return w.text.Len()
}

// Misfit returns why a cell does not fit its column, "" if it does.
func (w *WrittenTable) Misfit(row, column int) Reason { return w.unfit[[2]int{row, column}] }

func names(columns []chat.Column) []string {
	all := make([]string, len(columns))
	for i, c := range columns {
		all[i] = c.Name
	}
	return all
}

func aligns(columns []chat.Column) []markdown.Align {
	all := make([]markdown.Align, len(columns))
	for i, c := range columns {
		if c.Kind == chat.ColumnNumber || c.Kind == chat.ColumnAmount {
			all[i] = markdown.AlignRight
		}
	}
	return all
}

// signs escapes Markdown. It leaves "]" alone, which needs no escape after an escaped "[", except
// after a backslash, where it would end a formula.
var signs = strings.NewReplacer("\\]", "\\\\&#93;", "\\", "\\\\", "|", "\\|", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "://", "\\://", "<", "\\<", "~", "\\~", "&", "\\&", "$", "\\$", "!", "\\!")

// asSpaces replaces line ends and tabs by spaces, as Markdown does in the text of a run.
var asSpaces = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ")

// escaped returns a cell as Markdown that displays it unchanged.
func escaped(cell string) string {
	if strings.ContainsAny(cell, "\n\r\t") {
		cell = strings.Join(strings.Fields(cell), " ")
	}
	if !strings.ContainsAny(cell, "\\|`*_[:<~&$!") {
		return cell
	}
	return signs.Replace(cell)
}
