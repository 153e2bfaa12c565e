package costs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
	"parley/views/widgets"
	"parley/views/words"
)

const (
	cellPad = 10
	rowPad  = 8
	// leastName is the least width of the first column beside the others; where it has less, it stands above them.
	leastName = 110
)

// newTable shows the rows of a state below headings.
func newTable(s State) fyne.CanvasObject {
	what := map[View]string{ByPurpose: lang.L("What"), ByChat: lang.L("Chat"), ByDay: lang.L("Day")}[s.View]
	t := &tableLayout{}
	var all []fyne.CanvasObject
	add := func(head bool, cells ...string) {
		var row []fyne.CanvasObject
		for i, text := range cells {
			color, size, style := fynetheme.ColorNameForeground, fynetheme.SizeNameText, fyne.TextStyle{}
			if head {
				color, size, style = theme.ColorMuted, fynetheme.SizeNameCaptionText, fyne.TextStyle{Bold: true}
			}
			cell := widgets.NewWords(text, color, size, style).Flush()
			if i > 0 {
				cell.NoWrap().AtRight()
			}
			row = append(row, cell)
		}
		all = append(all, container.New(&rowLayout{table: t}, append(row, newRule())...))
	}
	add(true, what, lang.L("Requests"), lang.L("Tokens in"), lang.L("Tokens out"), lang.L("Cost"))
	for _, r := range s.Rows {
		in, out := words.Counted(r.Counts), "–"
		if n := r.Counts.In(); n > 0 {
			if in != "" {
				in = " · " + in
			}
			in = words.Count(n) + in
		}
		if in == "" {
			in = "–"
		}
		if n := r.Counts.Out(); n > 0 {
			out = words.Count(n)
		}
		add(false, r.What, words.Count(r.Requests), in, out, words.Cost(r.Sum))
	}
	return container.New(t, all...)
}

// newRule is the line below a row.
func newRule() fyne.CanvasObject { return &rule{} }

// rule is a line in the color of the theme.
type rule struct{ widget.BaseWidget }

// CreateRenderer implements fyne.Widget.
func (r *rule) CreateRenderer() fyne.WidgetRenderer {
	r.ExtendBaseWidget(r)
	line := canvas.NewRectangle(nil)
	return widgets.Drawing{
		Place: func(s fyne.Size) { line.Resize(s) },
		Paint: func() { line.FillColor = fynetheme.Color(theme.ColorLine) },
	}.Of(r, line)
}

// tableLayout puts rows below each other, whose columns are as wide as their widest cell; the first has what is left.
type tableLayout struct {
	widths []float32
	width  float32
	// stacked: the first cell of each row stands above the others.
	stacked bool
}

// measure finds the widths of the columns.
func (t *tableLayout) measure(rows []fyne.CanvasObject, width float32) {
	t.width, t.widths = width, make([]float32, 5)
	left := width
	for _, row := range rows {
		for i, cell := range row.(*fyne.Container).Objects[:5] {
			if i > 0 {
				t.widths[i] = max(t.widths[i], cell.MinSize().Width+2*cellPad)
			}
		}
	}
	for _, w := range t.widths {
		left -= w
	}
	t.stacked = left < widgets.RegionWidth(leastName)
	t.widths[0] = left
	if t.stacked {
		t.widths[0] = width
	}
}

// MinSize implements fyne.Layout.
func (t *tableLayout) MinSize(rows []fyne.CanvasObject) fyne.Size {
	height := float32(0)
	for _, row := range rows {
		height += row.MinSize().Height
	}
	return fyne.NewSize(0, height)
}

// Layout implements fyne.Layout.
func (t *tableLayout) Layout(rows []fyne.CanvasObject, size fyne.Size) {
	t.measure(rows, size.Width)
	y := float32(0)
	for _, row := range rows {
		h := widgets.HeightAt(row, size.Width)
		widgets.Place(row, 0, y, size.Width, h)
		y += h
	}
}

// rowLayout places the cells of a row by the columns of its table; the last object is the line below.
type rowLayout struct{ table *tableLayout }

// MinSize implements fyne.Layout.
func (l *rowLayout) MinSize(cells []fyne.CanvasObject) fyne.Size {
	if l.table.widths == nil {
		return fyne.NewSize(0, cells[1].MinSize().Height+2*rowPad)
	}
	name := widgets.HeightAt(cells[0], l.table.widths[0]-2*cellPad)
	height := max(name, cells[1].MinSize().Height)
	if l.table.stacked {
		height = name + cells[1].MinSize().Height
	}
	return fyne.NewSize(0, height+2*rowPad)
}

// Layout implements fyne.Layout.
func (l *rowLayout) Layout(cells []fyne.CanvasObject, size fyne.Size) {
	t := l.table
	name := widgets.HeightAt(cells[0], t.widths[0]-2*cellPad)
	widgets.Place(cells[0], cellPad, rowPad, t.widths[0]-2*cellPad, name)
	x, y := t.widths[0], float32(rowPad)
	if t.stacked {
		y += name
		x = max(0, t.width-t.widths[1]-t.widths[2]-t.widths[3]-t.widths[4])
	}
	for i, cell := range cells[1:5] {
		w := t.widths[i+1]
		widgets.Place(cell, x+cellPad, y, w-2*cellPad, cell.MinSize().Height)
		x += w
	}
	widgets.Place(cells[5], 0, size.Height-1, size.Width, 1)
}
