package rows

import (
	"slices"
	"strconv"
	"strings"

	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/markdown"
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
)

const (
	// sampleRows is the number of rows that are measured to set the widths of the columns.
	sampleRows = 200
	// wholeRows is the number of rows that are as high as their cells need. Each later row has one
	// line of text, as in a spreadsheet, so that its height is known without laying it out.
	wholeRows = 500
	// longestCell is the number of bytes shown of a longer cell. Copying includes all of the cell.
	longestCell = 1500
)

// Table is the content of a reply that is a table.
type Table interface {
	Head() []markdown.Cell
	Align() []markdown.Align
	// Len returns the number of rows, Row the cells of row i. An empty cell means that the value
	// was not found.
	Len() int
	Row(i int) []markdown.Cell
	// RowOffset returns the byte offset of row i in the message; row Len() is the table's end.
	RowOffset(i int) int
	// MisfitReason returns the reason why a cell does not fit its column, "" if the cell fits.
	MisfitReason(row, column int) string
}

// TableLayout is the layout of a reply that is a table. Its rows are numbered; after the first
// wholeRows, they are laid out when they become visible.
type TableLayout struct {
	Rows   []*Row
	open   bool
	width  float32
	widths []float32
	scroll *ScrollOffset
}

// Open reports whether more rows may follow.
func (s *TableLayout) Open() bool { return s.open }

// LayOutTable lays out a table. old is the layout of an earlier state of the table, or nil; the
// rows before changed are reused from old. open means that more rows may follow; then the column
// widths stay the same after the second row.
func (s *Typesetter) LayOutTable(old *TableLayout, table Table, changed int, open bool) *TableLayout {
	sheet := &TableLayout{open: open, width: s.Width, scroll: &ScrollOffset{}}
	if old != nil && old.width == s.Width {
		sheet.scroll = old.scroll
	}
	t := tableSetting{Typesetter: s}
	number := 2*cellPad + s.Ruler.Width(strings.Repeat("0", max(3, len(strconv.Itoa(table.Len())))), textflow.Style{Size: TextSize})
	switch {
	case old != nil && old.width == s.Width && old.open && open && old.widths[0] == number && changed > 1:
		t.widths = old.widths
	default:
		t.table = sample(table)
		t.measure(open)
		t.fit(s.Width-number, true)
		if open && table.Len() < 2 {
			t.narrow(s.Width - number)
		}
		t.widths = append([]float32{number}, t.widths...)
	}
	t.table = &markdown.Table{Align: append([]markdown.Align{markdown.AlignLeft}, table.Align()...)}
	sheet.widths = t.widths
	content := float32(0)
	for _, w := range t.widths {
		content += w
	}
	p := sheetSetting{tableSetting: t, rows: table, scroll: sheet.scroll, content: content, wide: content > s.Width+0.5}
	sheet.scroll.Content = content
	kept := 0
	if old != nil && old.width == s.Width && slices.Equal(old.widths, t.widths) {
		kept = min(changed/MaxLines, len(old.Rows)-1)
		sheet.Rows = slices.Clip(old.Rows[:max(kept, 0)])
	}
	for from := max(kept, 0) * MaxLines; from == 0 || from < table.Len(); from += MaxLines {
		sheet.Rows = append(sheet.Rows, p.chunk(from, min(from+MaxLines, table.Len())))
	}
	return sheet
}

// sample returns the first rows of a table, from which the column widths are measured.
func sample(table Table) *markdown.Table {
	out := &markdown.Table{Head: table.Head(), Align: table.Align()}
	for i := range min(table.Len(), sampleRows) {
		out.Rows = append(out.Rows, shown(i, table))
	}
	return out
}

// shown returns the cells of row i as displayed: empty ones say "not found".
func shown(i int, table Table) []markdown.Cell {
	cells := slices.Clone(table.Row(i))
	for c := range cells {
		if markdown.RunsText(cells[c].Runs) == "" {
			cells[c] = markdown.Cell{Runs: []markdown.Run{{Text: i18n.Text("not found")}}}
		}
	}
	return cells
}

// shortCell truncates a long cell for display. Copying still includes the whole cell.
func shortCell(cell markdown.Cell) markdown.Cell {
	n := 0
	for _, r := range cell.Runs {
		n += len(r.Text)
	}
	if n <= longestCell {
		return cell
	}
	text := markdown.RunsText(cell.Runs)
	run := markdown.Run{Text: textflow.Prefix(text, longestCell) + "…", Formula: text, Start: cell.Runs[0].Start, End: cell.Runs[len(cell.Runs)-1].End}
	return markdown.Cell{Runs: []markdown.Run{run}}
}

func numbered(number string, cells []markdown.Cell) []markdown.Cell {
	return append([]markdown.Cell{{Runs: []markdown.Run{{Text: number}}}}, cells...)
}

// sheetSetting lays out the rows of a reply that is a table in chunks.
type sheetSetting struct {
	tableSetting
	rows    Table
	scroll  *ScrollOffset
	content float32
	wide    bool
}

// chunk returns one Row with the table rows [from, to); the first chunk also has the head.
func (p sheetSetting) chunk(from, to int) *Row {
	row := &Row{From: p.rows.RowOffset(from), To: p.rows.RowOffset(to)}
	last := to == p.rows.Len()
	if from >= wholeRows {
		row.Height = float32(to-from) * (LineHeight + cellRoom)
		row.pending = func(r *Row) {
			laid := &Row{}
			p.lay(laid, from, to)
			r.Boxes, r.Texts, r.Icons, r.ClickAreas = laid.Boxes, laid.Texts, laid.Icons, laid.ClickAreas
		}
	} else {
		p.lay(row, from, to)
	}
	if p.wide {
		row.Viewport = &HorizontalViewport{Area: Area{0, 0, p.Width, row.Height}, Scroll: p.scroll, Bar: last}
		row.Viewport.ScrollBy(0)
		if last {
			row.Height += barRoom
			row.Viewport.H = row.Height
		}
	}
	return row
}

func (p sheetSetting) lay(row *Row, from, to int) {
	how := tableRow{wide: p.wide, content: p.content}
	if from == 0 {
		head := how
		head.head = true
		head.look = func(c int) cellLook { return cellLook{color: theme.ColorMuted, chrome: c == 0} }
		p.row(row, numbered("#", p.rows.Head()), head)
	}
	for i := from; i < to; i++ {
		cells := p.rows.Row(i)
		how.before, how.lines = "\n", 0
		if i >= wholeRows {
			how.lines = 1
		}
		how.look = func(c int) cellLook {
			switch {
			case c == 0:
				return cellLook{color: theme.ColorMuted, chrome: true}
			case c > len(cells) || markdown.RunsText(cells[c-1].Runs) == "":
				return cellLook{color: theme.ColorMuted, chrome: true, empty: true}
			case p.rows.MisfitReason(i, c-1) != "":
				look := cellLook{color: theme.ColorCaution, fill: theme.ColorCautionGround, tip: p.rows.MisfitReason(i, c-1)}
				if !p.wide { // an icon does not scroll sideways with its cell
					look.icon = "triangle-alert"
				}
				return look
			}
			return cellLook{color: fynetheme.ColorNameForeground}
		}
		p.row(row, numbered(strconv.Itoa(i+1), shown(i, p.rows)), how)
	}
	p.frame(row, from == 0)
}

// frame draws the background and the edges of a chunk; row has already drawn the lines between the
// table rows.
func (p sheetSetting) frame(row *Row, first bool) {
	edge := func(x, y, w, h float32) {
		row.Boxes = append(row.Boxes, Box{Area: Area{x, y, w, h}, Fill: theme.ColorLine, ScrollsSideways: p.wide})
	}
	row.Boxes = slices.Insert(row.Boxes, 0, Box{Area: Area{0, 0, p.content, row.Height}, Fill: theme.ColorCard, ScrollsSideways: p.wide})
	edge(0, 0, 1, row.Height)
	edge(p.content-1, 0, 1, row.Height)
	if first {
		edge(0, 0, p.content, 1)
	}
}

// shortened lays out as much of a cell as fits on one line. Copying still includes the whole cell.
func (t *tableSetting) shortened(cell markdown.Cell, size, width float32) *textflow.Flow {
	style := textflow.Style{Size: size}
	text := markdown.RunsText(cell.Runs)
	n := t.Ruler.Fit(text, style, width-t.Ruler.Width("…", style))
	run := textflow.Run{Text: text[:n] + "…", Style: style, Formula: text}
	if len(cell.Runs) > 0 {
		run.Start, run.End = cell.Runs[0].Start, cell.Runs[len(cell.Runs)-1].End
	}
	return textflow.LayOut(nil, []textflow.Run{run}, 1e6, t.Ruler)
}
