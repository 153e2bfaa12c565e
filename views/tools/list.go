package tools

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"parley/views/widgets"
)

// Tool is a row of the list.
type Tool struct {
	Name, Title, Purpose string
	// Permission says when the user is asked, Cost what the tool costs with every message.
	Permission, Cost string
	On, Own          bool
}

// List shows the tools that a model may use in a chat, each with a switch.
type List struct {
	widget.BaseWidget
	// OnSwitch is called when a tool was switched on or off, OnEdit with a tool of the user's own to be changed, OnAdd to make one.
	OnSwitch func(name string, on bool)
	OnEdit   func(name string)
	OnAdd    func()
	rows     *fyne.Container
	total    *widgets.Words
	content  fyne.CanvasObject
}

// NewList makes an empty list.
func NewList() *List {
	l := &List{rows: container.New(&widgets.Column{Gap: 14}), total: widgets.NewMuted("")}
	add := widgets.NewButton(lang.L("Add my own tool…"), widgets.Secondary, func() { l.OnAdd() })
	foot := container.New(&widgets.Column{Gap: 10}, l.total.Flush(), container.NewHBox(add, layout.NewSpacer()))
	l.content = container.New(&widgets.Column{Gap: 18}, l.rows, foot)
	l.ExtendBaseWidget(l)
	return l
}

// CreateRenderer implements fyne.Widget.
func (l *List) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.content) }

// Set shows the tools, and what those that are on cost together.
func (l *List) Set(all []Tool, total string) {
	l.rows.RemoveAll()
	for _, t := range all {
		l.rows.Add(l.row(t))
	}
	l.total.SetText(total)
	l.Refresh()
}

func (l *List) row(t Tool) fyne.CanvasObject {
	check := widgets.NewCheck(t.Title)
	check.Set(t.On)
	check.OnChanged = func(on bool) { l.OnSwitch(t.Name, on) }
	head := container.NewHBox(check, layout.NewSpacer())
	if t.Own {
		head.Add(widgets.NewButton(lang.L("Change…"), widgets.Link, func() { l.OnEdit(t.Name) }))
	}
	about := widgets.NewMuted(t.Purpose + " · " + t.Permission + " · " + t.Cost).Flush()
	return container.New(&widgets.Column{Gap: 2}, head, container.New(layout.NewCustomPaddedLayout(0, 0, 30, 0), about))
}
