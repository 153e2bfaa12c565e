package tools

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// listedTool is a row of the list.
type listedTool struct {
	Name, Icon, Title, Purpose string
	// Permission is the rule for asking the user, Cost the token cost of the tool per message.
	Permission, Cost string
	On, Own          bool
	// Refusal says that the service does not accept the tool; else "".
	Refusal string
	// Option is an object shown under the tool; nil for none.
	Option fyne.CanvasObject
}

// list shows the tools that a model can use in a chat, each with a switch.
type list struct {
	widget.BaseWidget
	// OnSwitch is called when a tool is switched on or off, OnEdit to edit a custom tool, OnAdd to
	// create one.
	OnSwitch func(name string, on bool)
	OnEdit   func(name string)
	OnAdd    func()
	// OnRetry is called to offer rejected tools to the service again, OnChange to choose a model
	// that supports tools.
	OnRetry  func()
	OnChange func()

	tools []listedTool
	shown []*toolRow
	rows  *fyne.Container
	// choice is the row below the tools, built by the owner of the list.
	choice  *form.Form
	columns columns
	total   *widgets.Text
	about   *widgets.Text
	refusal *widgets.RefusalNote
	change  *widgets.Button
	content fyne.CanvasObject
}

// newList returns an empty list. choose builds what stands below the tools.
func newList(choose func(*form.Form)) *list {
	l := &list{choice: form.New(0, choose), about: widgets.NewBody("").NoMargin(), rows: container.New(&widgets.Column{}), total: widgets.NewMuted("").NoMargin()}
	add := widgets.NewButton(i18n.Text("Add your own tool…"), widgets.Secondary, func() { l.OnAdd() }).SetIcon("plus")
	foot := container.New(&footLayout{}, add, l.total.AlignRight())
	l.refusal = widgets.NewRefusalNote(func() { l.OnRetry() })
	l.refusal.Again.SetText(i18n.Text("Try anyway"))
	l.change = widgets.NewButton("", widgets.Secondary, func() { l.OnChange() }).SetSmall()
	l.refusal.Offer(l.change)
	head := container.New(&widgets.Column{Gap: 8}, l.about, l.refusal.Object)
	// Pad the rows: the scroll's edge may lie between two pixels and would cut off a line at the
	// edge.
	rows := container.New(layout.NewCustomPaddedLayout(1, 1, 0, scrollRoom), l.rows)
	l.content = container.New(&sheetLayout{rows: rows}, head, wheel.NewVScroll(rows), foot)
	l.ExtendBaseWidget(l)
	return l
}

// CreateRenderer implements fyne.Widget.
func (l *list) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.content) }

// Set shows the tools, with about above them and total, the cost of the tools that are on, below.
// refusal is the reason why no tools are offered, which disables the switches, change the model to
// switch to; each may be "". The focus stays while the list has the same tools.
func (l *list) Set(all []listedTool, about, total, refusal, change string) {
	same := slices.EqualFunc(l.tools, all, func(a, b listedTool) bool {
		return a.Name == b.Name && a.Title == b.Title && a.Purpose == b.Purpose && a.Cost == b.Cost && a.Refusal == b.Refusal
	})
	if !same {
		l.build(all)
	}
	for i, t := range all {
		l.shown[i].set(t.On, refusal)
	}
	l.choice.Update()
	l.total.SetText(total)
	l.about.SetText(about)
	widgets.SetVisible(l.about, about != "")
	l.change.SetText(i18n.Text("Switch to {{.Model}}", map[string]any{"Model": change}))
	widgets.SetVisible(l.change, change != "")
	l.refusal.Set(refusal, true)
	l.Refresh()
}

// build creates the rows.
func (l *list) build(all []listedTool) {
	l.tools, l.shown, l.columns = all, nil, columns{}
	l.rows.RemoveAll()
	l.rows.Add(rule())
	for _, t := range all {
		r := l.newRow(t)
		l.shown = append(l.shown, r)
		l.rows.Add(r.object)
		l.rows.Add(rule())
	}
	l.rows.Add(l.choice.Object())
}
