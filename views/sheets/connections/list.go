package connections

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
)

// listPage is the page of all connections. Use it only on Fyne's thread. Callbacks may be nil.
type listPage struct {
	widget.BaseWidget
	*form.Form

	// OnOpen shows the page of a connection, OnUse makes it the connection of new chats, OnForget
	// removes it.
	OnOpen, OnUse, OnForget func(chat.ID)
	// OnRename sets a new name, which is not empty. OnMove moves a connection to an index.
	OnRename func(id chat.ID, name string)
	OnMove   func(id chat.ID, to int)
	// OnAdd adds a connection.
	OnAdd func()
	// Proxy is the form for the proxy; the caller sets its callbacks.
	Proxy *proxyForm

	lines []connectionLine
	rows  *list.List
	frame fyne.CanvasObject // contains Scroll
}

// rowGap is the space between two rows, lineGap the space between the lines of a form.
const rowGap, lineGap = 8, 6

// useID is the id of a row's button that makes new chats use the connection.
const useID = "use"

// newListPage makes an empty page.
func newListPage() *listPage {
	l := &listPage{}
	l.rows = list.New(list.Style{
		Gap: rowGap, Left: 12, Right: 8, Top: 12, MinHeight: 60, LineGap: 2, LeadAt: 14, LeadGap: 12, End: 8, ButtonGap: 8,
		Beside: true, Card: true, Stops: true, Controls: true,
	}, list.Callbacks{
		Key: func(i int) string { return string(l.lines[i].ID) }, Row: func(i int) list.Row { return l.lines[i].row() },
		Open:   func(i int) { widgets.CallWith(l.OnOpen, l.lines[i].ID) },
		Delete: func(i int) { widgets.CallWith(l.OnForget, l.lines[i].ID) },
		Button: func(i int, _ string) { widgets.CallWith(l.OnUse, l.lines[i].ID) },
		Rename: func(key, name string) {
			if l.OnRename != nil {
				l.OnRename(chat.ID(key), name)
			}
		},
		Move: l.move, Menu: l.menu,
	})
	l.Form = form.New(rowGap, l.fill)
	l.Proxy = &proxyForm{form: l.Form, now: settings.Proxy{Mode: settings.ProxySystem}}
	l.Scroll, l.frame = widgets.NewPageScroll(l.Object())
	l.rows.ScrollWithin(l.Scroll, func() float32 { return widgets.PageEdge })
	l.ExtendBaseWidget(l)
	l.Set(nil)
	return l
}

// Set shows the connections in order. A renaming in progress and the focus do not change.
func (l *listPage) Set(lines []connectionLine) {
	l.lines = slices.Clone(lines)
	l.rows.Set(len(lines), false)
	l.Update()
}

func (l *listPage) fill(*form.Form) {
	if len(l.lines) > 0 {
		l.Add(l.rows)
	} else {
		l.Muted(i18n.Text("Not connected yet."))
	}
	l.AddRow(l.Button(i18n.Text("Add connection"), func() { widgets.CallIfSet(l.OnAdd) }).SetIcon("plus"))
	l.Add(widgets.Gap(8))
	l.Block(lineGap, l.Proxy.fill)
}

// Focus focuses the connection with this id, else the current one, else the first. c is the
// window's canvas, which Fyne cannot look up for a page that has not been painted yet.
func (l *listPage) Focus(c fyne.Canvas, id chat.ID) {
	at := slices.IndexFunc(l.lines, func(n connectionLine) bool { return n.ID == id })
	if at < 0 {
		at = max(slices.IndexFunc(l.lines, func(n connectionLine) bool { return n.Current }), 0)
	}
	if len(l.lines) > 0 {
		l.rows.Focus(c, at)
	}
}

// move moves a connection to another index.
func (l *listPage) move(from, to int) {
	n := l.lines[from]
	l.lines = slices.Insert(slices.Delete(l.lines, from, from+1), to, n)
	if l.OnMove != nil {
		l.OnMove(n.ID, to)
	}
}

// menu returns the menu of a connection: the actions without a button in its row.
func (l *listPage) menu(i int) []widgets.MenuItem {
	id := l.lines[i].ID
	first, last := "", ""
	if i == 0 {
		first = i18n.Text("It's already first.")
	}
	if i == len(l.lines)-1 {
		last = i18n.Text("It's already last.")
	}
	step := func(by int) func() { return func() { l.rows.MoveRow(l.rows.Find(string(id)), by) } }
	return []widgets.MenuItem{
		{Icon: "sliders-horizontal", Text: i18n.Text("Details…"), Do: func() { widgets.CallWith(l.OnOpen, id) }},
		{Icon: "pencil", Text: i18n.Text("Rename"), Do: func() { l.rows.Rename(string(id)) }},
		{Icon: "chevron-up", Text: i18n.Text("Move up"), DisabledReason: first, Do: step(-1)},
		{Icon: "chevron-down", Text: i18n.Text("Move down"), DisabledReason: last, Do: step(1)},
		{Icon: "trash-2", Text: i18n.Text("Remove"), Danger: true, Do: func() { widgets.CallWith(l.OnForget, id) }},
	}
}

// InnerContent implements widgets.ContentHolder.
func (l *listPage) InnerContent() fyne.CanvasObject { return l.frame }

// CreateRenderer implements fyne.Widget.
func (l *listPage) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.frame) }
