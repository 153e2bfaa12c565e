package costs

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/cost"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

const (
	// cellGap is the space between two columns.
	cellGap = 32
	rowPad  = 8
	// leastName is the minimum width of the first column; if less is left, the first column moves
	// above the others.
	leastName = 110
)

// newTable returns the table with its headings: a column for each currency.
func newTable(s shownCosts) fyne.CanvasObject {
	what := map[rowGrouping]string{byModel: i18n.Text("Connection and model"), byPurpose: i18n.Text("Activity"), byChat: i18n.Text("Chat"), byProject: i18n.Text("Project")}[s.By]
	t := &tableLayout{}
	heads := []string{what, i18n.Text("Requests")}
	var columns [][]string
	for _, sum := range s.Total.Sum.Amounts {
		amounts := make([]*cost.Money, len(s.Rows))
		for i, r := range s.Rows {
			if at := slices.IndexFunc(r.Sum.Amounts, func(m cost.Money) bool { return m.Currency == sum.Currency }); at >= 0 {
				amounts[i] = &r.Sum.Amounts[at]
			}
		}
		heads = append(heads, words.CurrencyHeading(sum.Currency))
		columns = append(columns, words.AmountColumn(amounts))
	}
	rows := []fyne.CanvasObject{t.row(true, "", heads...)}
	for i, r := range s.Rows {
		cells := []string{r.What, format.Number(r.Requests)}
		for _, column := range columns {
			cells = append(cells, cmp.Or(column[i], "–"))
		}
		rows = append(rows, t.row(false, words.RequestsMade(r.Requests)+" · "+words.CostText(r.Sum), cells...))
	}
	return container.New(t, rows...)
}

// row returns a row of cells. If the columns do not fit, the row shows the first cell above line,
// which has the values of the other cells.
func (t *tableLayout) row(head bool, line string, cells ...string) fyne.CanvasObject {
	color, size, style := fynetheme.ColorNameForeground, fynetheme.SizeNameText, fyne.TextStyle{}
	if head {
		color, size, style = theme.ColorMuted, fynetheme.SizeNameCaptionText, fyne.TextStyle{Bold: true}
	}
	r := &rowLayout{table: t, line: widgets.NewMuted(line).NoMargin(), rule: newRule(), head: head}
	var all []fyne.CanvasObject
	for i, text := range cells {
		cell := widgets.NewText(text, color, size, style).NoMargin()
		if i > 0 {
			cell.NoWrap().AlignRight()
		}
		r.cells = append(r.cells, cell)
		all = append(all, cell)
	}
	t.rows = append(t.rows, r)
	return container.New(r, append(all, r.line, r.rule)...)
}

// newRule returns the line below a row.
func newRule() fyne.CanvasObject { return &rule{} }

// rule is a line in the color of the theme.
type rule struct{ widget.BaseWidget }

// CreateRenderer implements fyne.Widget.
func (r *rule) CreateRenderer() fyne.WidgetRenderer {
	r.ExtendBaseWidget(r)
	line := canvas.NewRectangle(nil)
	return widgets.Renderer{
		Place: func(s fyne.Size) { line.Resize(s) },
		Paint: func() { line.FillColor = fynetheme.Color(theme.ColorLine) },
	}.Of(r, line)
}

// tableLayout stacks rows whose columns are as wide as their widest cell; the first column takes
// the rest.
type tableLayout struct {
	rows   []*rowLayout
	widths []float32
	width  float32
	// stacked means that the columns do not fit, so that the numbers of each row are in a line
	// below its name.
	stacked bool
}

// measure determines the widths of the columns.
func (t *tableLayout) measure(width float32) {
	t.width, t.widths = width, make([]float32, len(t.rows[0].cells))
	left := width
	for i := range t.widths[1:] {
		for _, r := range t.rows {
			t.widths[i+1] = max(t.widths[i+1], r.cells[i+1].MinSize().Width+cellGap)
		}
		left -= t.widths[i+1]
	}
	t.widths[0] = left
	t.stacked = left < leastName
	for _, r := range t.rows {
		r.show(t.stacked)
	}
}

// MinSize implements fyne.Layout.
func (t *tableLayout) MinSize(rows []fyne.CanvasObject) fyne.Size {
	t.measure(t.width)
	height := float32(0)
	for _, row := range rows {
		height += row.MinSize().Height
	}
	return fyne.NewSize(0, height)
}

// Layout implements fyne.Layout.
func (t *tableLayout) Layout(rows []fyne.CanvasObject, size fyne.Size) {
	t.measure(size.Width)
	y := float32(0)
	for _, row := range rows {
		h := widgets.HeightAt(row, size.Width)
		widgets.Place(row, 0, y, size.Width, h)
		y += h
	}
}

// rowLayout places the cells of a row by the columns of its table.
type rowLayout struct {
	table      *tableLayout
	cells      []*widgets.Text
	line       *widgets.Text
	rule       fyne.CanvasObject
	head       bool
	nameHeight float32
}

// show shows the cells, or the line instead of the numbers.
func (r *rowLayout) show(stacked bool) {
	widgets.SetVisible(r.line, stacked && !r.head)
	widgets.SetVisible(r.rule, !stacked || !r.head)
	for i, cell := range r.cells {
		widgets.SetVisible(cell, !stacked || i == 0 && !r.head)
	}
}

// MinSize implements fyne.Layout.
func (r *rowLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	width := r.table.widths[0]
	if r.table.stacked {
		width = r.table.width
	}
	r.nameHeight = widgets.HeightAt(r.cells[0], width)
	switch {
	case r.table.stacked && r.head:
		return fyne.Size{}
	case r.table.stacked:
		return fyne.NewSize(0, r.nameHeight+widgets.HeightAt(r.line, width)+2*rowPad)
	}
	return fyne.NewSize(0, max(r.nameHeight, r.cells[1].MinSize().Height)+2*rowPad)
}

// Layout implements fyne.Layout.
func (r *rowLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	t := r.table
	height := r.MinSize(nil).Height
	widgets.Place(r.rule, 0, height-1, size.Width, 1)
	if t.stacked {
		widgets.Place(r.cells[0], 0, rowPad, size.Width, r.nameHeight)
		widgets.Place(r.line, 0, rowPad+r.nameHeight, size.Width, height-r.nameHeight-2*rowPad)
		return
	}
	widgets.Place(r.cells[0], 0, rowPad, t.widths[0], r.nameHeight)
	x := t.widths[0]
	for i, cell := range r.cells[1:] {
		widgets.Place(cell, x+cellGap, rowPad, t.widths[i+1]-cellGap, cell.MinSize().Height)
		x += t.widths[i+1]
	}
}
