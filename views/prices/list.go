package prices

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/app/cost"
	"parlando/views/i18n"
	"parlando/views/wheel"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
	"parlando/views/words"
)

// Line is a model as the list shows it.
type Line struct {
	ID, Name string
	// Price is nil where none is known. Typed: the user typed it.
	Price *cost.Price
	Typed bool
}

// List shows the prices of models. All of it is used on Fyne's thread.
type List struct {
	widget.BaseWidget
	// OnOpen changes the price of a model, OnOther that of one that is not in the list.
	OnOpen  func(model string)
	OnOther func()

	lines  []Line
	rows   *list.List
	none   *widgets.Words
	scroll *wheel.Scroll
	frame  fyne.CanvasObject // around scroll
}

// NewList makes an empty list.
func NewList() *List {
	l := &List{none: widgets.NewMuted(i18n.Text("No model of this connection was used yet.")).Flush()}
	l.rows = list.New(list.Look{
		Gap: gap, Left: 12, Right: 12, Top: 10, Least: 56, LineGap: 2, End: 8, TextGap: 8, Card: true, Stops: true,
	}, list.Calls{
		Key: func(i int) string { return l.lines[i].ID }, Row: func(i int) list.Row { return l.lines[i].row() },
		Open: func(i int) { widgets.Tell(l.OnOpen, l.lines[i].ID) },
	})
	about := widgets.NewMuted(i18n.Text("Enter what a model costs if its service does not say. A new price counts from now on; past costs do not change.")).Flush()
	other := widgets.NewButton(i18n.Text("Another model…"), widgets.Secondary, func() { widgets.Call(l.OnOther) }).SetIcon("plus")
	column := container.New(&widgets.Column{Gap: gap}, about, l.rows, l.none, container.New(&widgets.Flow{Gap: gap}, other))
	l.scroll, l.frame = widgets.PageScroll(column)
	l.rows.Within(l.scroll, func() float32 { return widgets.PageEdge + about.Size().Height + gap })
	l.ExtendBaseWidget(l)
	l.Set(nil)
	return l
}

// gap is between two rows.
const gap = 10

// Set shows the models in their order. The keyboard stays at its model.
func (l *List) Set(lines []Line) {
	l.lines = slices.Clone(lines)
	l.rows.Set(len(lines), false)
	widgets.Show(l.rows, len(lines) > 0)
	widgets.Show(l.none, len(lines) == 0)
	l.scroll.Content.Refresh()
	l.scroll.Refresh()
}

// Focus puts the keyboard at a model, or at the first if it is not there.
func (l *List) Focus(c fyne.Canvas, model string) {
	if len(l.lines) > 0 {
		l.rows.Focus(c, max(l.rows.Find(model), 0))
	}
}

// CreateRenderer implements fyne.Widget.
func (l *List) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.frame) }

// row is how the list shows a model: its name, where its price comes from, and the price.
func (n Line) row() list.Row {
	r := list.Row{Title: n.Name, Detail: i18n.Text("no price known")}
	if n.Price != nil {
		r.Detail, r.Note = i18n.Text("from the service’s list"), words.Price(*n.Price)
		if n.Typed {
			r.Detail = i18n.Text("typed by you")
		}
	}
	return r
}
