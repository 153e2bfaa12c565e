package prices

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/app/catalog"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
	"parlando/views/words"
)

// modelList is the list of models with their prices.
type modelList struct {
	widget.BaseWidget
	*form.Form
	shown []catalog.Model
	// certain means that all models of the list are known, so that an empty list is really empty.
	certain bool
	// edit opens the form for the price of a model, "" for a model that is not in the list.
	edit  func(model string)
	rows  *list.List
	frame fyne.CanvasObject // contains Scroll
}

// newModelList returns an empty list. edit opens the form for the price of a model, "" for a model
// that is not in the list.
func newModelList(edit func(model string)) *modelList {
	l := &modelList{edit: edit}
	l.rows = list.New(list.Style{
		Gap: gap, Left: 12, Right: 12, Top: 10, MinHeight: 56, LineGap: 2, End: 8, TextGap: 8, Card: true, Stops: true,
	}, list.Callbacks{
		Key: func(i int) string { return l.shown[i].ID }, Row: func(i int) list.Row { return row(l.shown[i]) },
		Open: func(i int) { edit(l.shown[i].ID) },
	})
	l.Form = form.New(gap, l.fill)
	l.Scroll, l.frame = widgets.NewPageScroll(l.Object())
	l.rows.ScrollWithin(l.Scroll, func() float32 { return widgets.PageEdge + l.rows.Position().Y })
	l.ExtendBaseWidget(l)
	l.Set(nil, false)
	return l
}

// gap is the space between two rows.
const gap = 10

// Set shows the models in order. The current row stays. An empty list says so if certain is set.
func (l *modelList) Set(all []catalog.Model, certain bool) {
	l.shown, l.certain = slices.Clone(all), certain
	l.rows.Set(len(all), false)
	l.Update()
}

func (l *modelList) fill(*form.Form) {
	l.Muted(i18n.Text("If a service doesn't state its prices, enter them here. They apply from now on."))
	switch {
	case len(l.shown) > 0:
		l.Add(l.rows)
	case l.certain:
		l.Muted(i18n.Text("You haven't used any of this connection's models yet."))
	}
	l.AddRow(l.Button(i18n.Text("Add a model…"), func() { l.edit("") }).SetIcon("plus"))
}

// Focus focuses a model, or the first if it is not in the list.
func (l *modelList) Focus(c fyne.Canvas, model string) {
	if len(l.shown) > 0 {
		l.rows.Focus(c, max(l.rows.Find(model), 0))
	}
}

// CreateRenderer implements fyne.Widget.
func (l *modelList) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.frame) }

// row returns the row of a model: its name, the source of its price, and the price.
func row(m catalog.Model) list.Row {
	r := list.Row{Title: m.Name, Detail: i18n.Text("no price known")}
	if m.Price != nil {
		r.Detail, r.Note = i18n.Text("from the service's list"), words.PriceText(*m.Price)
		if m.PriceTyped {
			r.Detail = i18n.Text("entered by you")
		}
	}
	return r
}
