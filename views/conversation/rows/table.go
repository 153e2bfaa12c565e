package rows

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/direction"
	"parlando/app/markdown"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
)

const (
	cellPad    = 10  // at the left and at the right of a cell's text
	cellRoom   = 13  // sum of the space above and below a cell's text
	cellWidest = 320 // maximum width of a column in a table that scrolls sideways
	cellLeast  = 110 // minimum width of a column whose text wraps
	cellOpen   = 80  // minimum width of a column while rows are being received
	cellIcon   = 14
	// openRoom is the width of a table whose rows are being received, as a multiple of what its
	// first row needs.
	openRoom = 1.25
)

// table lays out a table: a head in small bold text, a line under each row, and sideways scrolling
// if the table is wider than the column. The columns are as wide as their words. open means that
// more rows may follow: until the second row begins, the columns are as narrow as the head allows;
// then they are somewhat wider than the first row needs until the table is complete. So each column
// changes only twice instead of with every word, and little at the end.
func (s *Typesetter) table(set *BlockLayout, block markdown.Block, old *BlockLayout, left float32, open bool) {
	set.scroll = &ScrollOffset{}
	if old != nil && old.scroll != nil {
		set.scroll = old.scroll
	}
	if block.Table == nil || len(block.Table.Align) == 0 {
		return
	}
	t := tableSetting{Typesetter: s, table: block.Table, left: left, right: direction.RightToLeft(block.Table.Beginning())}
	room := s.Width - left
	outer := room + 2*cellPad // the padding of the outer columns lies beside the text around it
	t.measure(open)
	t.fit(t.room(outer, open), open)
	if open && len(t.table.Rows) < 2 {
		t.narrow(outer)
	}
	content := total(t.widths)
	wide := content > outer+0.5
	if !wide {
		// The text of the outer columns is flush with the text around the table.
		t.bleed = cellPad
		if t.left -= cellPad; t.right {
			t.left = s.Width - content + cellPad
		}
	}
	if t.right && set.scroll.Content == 0 {
		set.scroll.X = content // the first column is at the right
	}
	set.scroll.Content = content
	row := &Row{}
	finish := func(last bool) {
		if wide {
			row.Viewport = &HorizontalViewport{Area: Area{left, 0, room, row.Height}, Scroll: set.scroll, Bar: last}
			row.Viewport.ScrollBy(0)
			if last {
				row.Height += barRoom
				row.Viewport.H = row.Height
			}
		}
		set.Rows = append(set.Rows, row)
	}
	t.row(row, block.Table.Head, tableRow{head: true, wide: wide, content: content})
	how := tableRow{before: "\n", wide: wide, content: content}
	for from := 0; from < len(block.Table.Rows); from += MaxLines {
		to := min(from+MaxLines, len(block.Table.Rows))
		if from > 0 {
			finish(false)
			row = &Row{}
		}
		if from < wholeRows {
			t.place(row, from, to, how)
			continue
		}
		t.postpone(row, from, to, block.End, how)
	}
	finish(true)
}

// postpone gives a row of lines from to to, of a block that ends at end, its height, and lays it
// out when it is shown.
func (t *tableSetting) postpone(row *Row, from, to, end int, how tableRow) {
	row.Height = float32(to-from) * (LineHeight + cellRoom)
	if t.SourceOffset >= 0 {
		row.From, row.To = t.start(from, end)+t.SourceOffset, t.start(to, end)+t.SourceOffset
	}
	how.lines = 1
	row.pending = func(r *Row) {
		laid := &Row{}
		t.place(laid, from, to, how)
		r.Boxes, r.Texts, r.ClickAreas = append(r.Boxes, laid.Boxes...), laid.Texts, laid.ClickAreas
	}
}

// place adds the rows [from, to) of the table below the content of row.
func (t *tableSetting) place(row *Row, from, to int, how tableRow) {
	for _, cells := range t.table.Rows[from:to] {
		t.row(row, cells, how)
	}
}

// start returns the byte offset of the first text in row i or in a later row, else end.
func (t *tableSetting) start(i, end int) int {
	for _, cells := range t.table.Rows[i:] {
		for _, c := range cells {
			if len(c.Runs) > 0 {
				return c.Runs[0].Start
			}
		}
	}
	return end
}

// tableSetting is the layout of one table.
type tableSetting struct {
	*Typesetter
	table *markdown.Table
	left  float32
	// bleed is the distance by which the outer columns extend beyond the lines between the rows.
	bleed float32
	// right means that the columns run from right to left.
	right bool
	// natural and least are the natural and the minimum width of each column, widths the final
	// widths.
	natural, least, widths []float32
}

func (t *tableSetting) style(head bool) (size, line float32) {
	if head {
		return SmallSize, LineHeight
	}
	return TextSize, LineHeight
}

func (t *tableSetting) measure(open bool) {
	n := len(t.table.Align)
	rows, narrowest := t.table.Rows, float32(2*cellPad+20)
	rows = rows[:min(len(rows), wholeRows)]
	if open {
		rows = rows[:min(1, max(len(rows)-1, 0))]
		narrowest = cellOpen // later rows may have longer words
	}
	t.natural, t.least = make([]float32, n), make([]float32, n)
	look := func(cells []markdown.Cell, head bool) {
		size, _ := t.style(head)
		for c := 0; c < n && c < len(cells); c++ {
			flow := textflow.LayOut(nil, Runs(t.linkedCell(shortCell(cells[c]).Runs), size, head), 1e6, t.Ruler)
			for _, l := range flow.Lines {
				t.natural[c] = max(t.natural[c], l.Width+2*cellPad)
			}
		}
	}
	look(t.table.Head, true)
	for _, cells := range rows {
		look(cells, false)
	}
	for c := range t.natural {
		t.natural[c] = max(t.natural[c], narrowest)
		t.least[c] = min(t.natural[c], cellLeast)
	}
}

// fit sets the column widths: what each cell needs if that fits on one line, or a share of all the
// room with fill; else the widest columns shrink. If the minimum widths exceed room, the table
// scrolls sideways.
func (t *tableSetting) fit(room float32, fill bool) {
	n := len(t.natural)
	t.widths = make([]float32, n)
	sum, least := float32(0), float32(0)
	for c := range t.natural {
		sum += t.natural[c]
		least += t.least[c]
	}
	switch {
	case sum <= room && !fill:
		copy(t.widths, t.natural)
	case sum <= room:
		for c := range t.widths {
			t.widths[c] = t.natural[c] * room / sum
		}
	case least > room:
		for c := range t.widths {
			t.widths[c] = min(t.natural[c], cellWidest)
		}
	default:
		fixed := make([]bool, n)
		rest, open := room, n
		for settled := false; !settled && open > 0; {
			settled = true
			share := rest / float32(open)
			for c := range t.widths {
				if !fixed[c] && t.natural[c] <= share {
					t.widths[c], fixed[c] = t.natural[c], true
					rest -= t.natural[c]
					open--
					settled = false
				}
			}
		}
		for c := range t.widths {
			if !fixed[c] {
				t.widths[c] = max(rest/float32(open), t.least[c])
			}
		}
	}
}

// room returns the width that the columns share, at most outer.
func (t *tableSetting) room(outer float32, open bool) float32 {
	if open { // later rows may have longer words
		return min(outer, total(t.natural)*openRoom)
	}
	return outer
}

// narrow sets the widths to what the head needs, but at most to an equal share of room.
func (t *tableSetting) narrow(room float32) {
	for c := range t.widths {
		t.widths[c] = min(t.natural[c], max(room/float32(len(t.widths)), cellOpen))
	}
}

// tableRow is the appearance of a row of cells.
type tableRow struct {
	head bool
	// wide means that the table scrolls sideways; content is the width of the whole table.
	wide    bool
	content float32
	// before is copied before the row, as a separator.
	before string
	// lines is the number of text lines of the row; 0 means as many as the cells need.
	lines int
	// look returns the appearance of the cell in a column; nil means the default for all cells.
	look func(column int) cellLook
}

// cellLook is the appearance of a cell.
type cellLook struct {
	color, fill fyne.ThemeColorName
	// icon is placed after the text, tip is the tooltip of the cell.
	icon, tip string
	// chrome means that the text is interface text, empty that the text stands for an empty cell.
	chrome, empty bool
}

// ground adds the background and the tooltip of a cell.
func (l cellLook) ground(row *Row, at Area) {
	if l.fill != "" {
		row.Boxes = append(row.Boxes, Box{Area: at, Fill: l.fill})
	}
	if l.tip != "" {
		row.ClickAreas = append(row.ClickAreas, ClickArea{Area: at, Name: l.tip, HasTooltip: true, Radius: -1, Do: func() {}})
	}
}

// row adds one row of the table below the content of row.
func (t *tableSetting) row(row *Row, cells []markdown.Cell, how tableRow) {
	head, wide, content := how.head, how.wide, how.content
	size, line := t.style(head)
	base := textflow.Style{Size: size, Bold: head}
	top, text := row.Height, line
	flows := t.flows(cells, how)
	// ups is the growth of each cell's first line, up the largest: cells share one baseline.
	ups, up := make([]float32, len(flows)), float32(0)
	for c, flow := range flows {
		ups[c], _ = t.growth(flow, 0, line, base)
		text, up = max(text, t.height(flow, line, base)-ups[c]), max(up, ups[c])
	}
	text += up
	if how.lines > 0 {
		text, up = float32(how.lines)*line, 0
		clear(ups)
	}
	height := text + cellRoom
	before := how.before
	for c, flow := range flows {
		x := t.x(c)
		look := cellLook{color: fynetheme.ColorNameForeground}
		if head {
			look.color = theme.ColorMuted
		}
		if how.look != nil {
			look = how.look(c)
		}
		first, boxes, spots := len(row.Texts), len(row.Boxes), len(row.ClickAreas)
		look.ground(row, Area{x, top, t.widths[c], height - 1})
		t.cell(row, flow, c, Area{x, top + cellRoom/2 + up - ups[c], t.widths[c], line}, base, look)
		for i := first; i < len(row.Texts); i++ {
			row.Texts[i].ScrollsSideways, row.Texts[i].Chrome = wide, look.chrome
		}
		if look.empty {
			row.Texts = append(row.Texts, Text{NotDrawn: true, X: x, LineTop: top, LineHeight: height, ScrollsSideways: wide})
		}
		if n := len(row.Texts); first < n && !row.Texts[n-1].Chrome {
			if look.empty {
				first = n - 1
			}
			row.Texts[first].Separator, before = before, "\t"
		}
		for i := boxes; i < len(row.Boxes); i++ {
			row.Boxes[i].ScrollsSideways = wide
		}
		for i := spots; i < len(row.ClickAreas); i++ {
			row.ClickAreas[i].ScrollsSideways = wide
		}
	}
	row.Height += height
	row.Boxes = append(row.Boxes, Box{Area: Area{t.left + t.bleed, row.Height - 1, content - 2*t.bleed, 1}, Fill: theme.ColorLine, ScrollsSideways: wide})
}

// flows lays out the cells of a row, at most one for each column.
func (t *tableSetting) flows(cells []markdown.Cell, how tableRow) []*textflow.Flow {
	size, _ := t.style(how.head)
	flows := make([]*textflow.Flow, min(len(t.widths), len(cells)))
	for c := range flows {
		flows[c] = textflow.LayOut(nil, Runs(t.linkedCell(shortCell(cells[c]).Runs), size, how.head), t.widths[c]-2*cellPad+0.5, t.Ruler)
		if how.lines > 0 && len(flows[c].Lines) > how.lines {
			flows[c] = t.shortened(cells[c], size, t.widths[c]-2*cellPad)
		}
	}
	return flows
}

// x returns the left edge of a column.
func (t *tableSetting) x(column int) float32 {
	before := t.widths[:column]
	if t.right {
		before = t.widths[column+1:]
	}
	return t.left + total(before)
}

// total returns the sum of widths.
func total(widths []float32) float32 {
	sum := float32(0)
	for _, w := range widths {
		sum += w
	}
	return sum
}

// height returns the height of the lines of a cell.
func (t *tableSetting) height(flow *textflow.Flow, line float32, base textflow.Style) float32 {
	high := float32(len(flow.Lines)) * line
	for i := range flow.Lines {
		up, down := t.growth(flow, i, line, base)
		high += up + down
	}
	return high
}

// cell places the lines of a cell. at is the area of the first line, as wide as the column.
func (t *tableSetting) cell(row *Row, flow *textflow.Flow, column int, at Area, base textflow.Style, look cellLook) {
	y := at.Y
	for i, l := range flow.Lines {
		shift := float32(0)
		switch free := at.W - 2*cellPad - l.Width; t.table.Align[column] {
		case markdown.AlignRight:
			shift = free
		case markdown.AlignCenter:
			shift = free / 2
		default:
			if shift = flow.Left(i, at.W-2*cellPad); t.right {
				shift = free
			}
		}
		if look.icon != "" {
			shift -= cellIcon + 4
		}
		x := at.X + cellPad + max(shift, 0)
		high := t.line(row, flow, i, x, y, at.H, base, look.color)
		if look.icon != "" && i == len(flow.Lines)-1 {
			row.Icons = append(row.Icons, Icon{
				X: min(x+l.Width+4, at.X+at.W-cellIcon-1), Y: y + (high-cellIcon)/2, Size: cellIcon, Name: look.icon, Color: look.color,
			})
		}
		y += high
	}
}
