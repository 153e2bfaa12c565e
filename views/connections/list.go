package connections

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"parley/app/chat"
	"parley/views/widgets"
)

// List is the page of all connections. All of it is used on Fyne's thread. A nil callback is not called.
type List struct {
	widget.BaseWidget

	// OnOpen shows the page of a connection, OnUse lets new chats begin with it, OnForget forgets it.
	OnOpen, OnUse, OnForget func(chat.ID)
	// OnRename gives one another name, which is not empty. OnMove puts it at a place, 0 being the first.
	OnRename func(id chat.ID, name string)
	OnMove   func(id chat.ID, to int)
	// OnAdd asks for another one.
	OnAdd func()
	// OnMenu is told of a menu that was opened.
	OnMenu func(*widgets.Overlay)
	// Proxy is how requests leave this computer; its callbacks are the caller's.
	Proxy *Proxy
	// Toasts stand at the foot of the page, since those of the window lie below it.
	Toasts *widgets.Toasts

	lines   []*line
	none    *widgets.Words
	add     fyne.CanvasObject
	column  *fyne.Container
	scroll  *container.Scroll
	content fyne.CanvasObject
}

// NewList makes an empty page. after runs a function on the window's thread later.
func NewList(after func(time.Duration, func()) (stop func())) *List {
	l := &List{Toasts: widgets.NewToasts(after), none: widgets.NewMuted(lang.L("Not connected yet.")).Flush()}
	l.Proxy = NewProxy(l.relayout)
	l.column = container.New(&widgets.Column{Gap: lineGap})
	// At the right, room for the scroll bar.
	l.scroll = container.NewVScroll(container.New(layout.NewCustomPaddedLayout(4, 12, 0, 12), l.column))
	add := widgets.NewButton(lang.L("Add a connection"), widgets.Secondary, func() { call(l.OnAdd) }).SetIcon("plus")
	l.add = container.New(&widgets.Flow{Gap: 8}, add)
	l.content = container.NewStack(l.scroll, l.Toasts)
	l.ExtendBaseWidget(l)
	l.build()
	return l
}

// Set shows the connections in their order. What is being written stays, and so does the keyboard's place.
func (l *List) Set(lines []Line) {
	before := l.lines
	l.lines = make([]*line, len(lines))
	for i, of := range lines {
		j := slices.IndexFunc(before, func(n *line) bool { return n.of.ID == of.ID })
		if j < 0 {
			l.lines[i] = newLine(l, of)
			continue
		}
		l.lines[i] = before[j]
		l.lines[i].set(of)
	}
	l.build()
}

func (l *List) build() {
	l.column.Objects = nil
	for _, n := range l.lines {
		l.column.Add(n)
	}
	if len(l.lines) == 0 {
		l.column.Add(l.none)
	}
	l.column.Add(l.add)
	l.column.Add(widgets.Gap(8))
	l.column.Add(l.Proxy.content)
	l.relayout()
}

func (l *List) relayout() {
	if l.scroll == nil {
		return
	}
	l.column.Refresh()
	l.scroll.Content.Refresh()
	l.scroll.Refresh()
}

// FocusFirst puts the keyboard at the connection in use, or at the first. The canvas is told, since none knows a page before it is
// painted.
func (l *List) FocusFirst(c fyne.Canvas) {
	if c == nil || len(l.lines) == 0 {
		return
	}
	at := max(slices.IndexFunc(l.lines, func(n *line) bool { return n.of.Current }), 0)
	c.Focus(l.lines[at])
}

func (n *line) focus() {
	if c := widgets.CanvasOf(n); c != nil {
		c.Focus(n)
	}
}

func (l *List) index(id chat.ID) int {
	return slices.IndexFunc(l.lines, func(n *line) bool { return n.of.ID == id })
}

// move puts a line a place down or up, and reports whether there was one.
func (l *List) move(n *line, step int) bool {
	from := l.index(n.of.ID)
	to := from + step
	if from < 0 || to < 0 || to >= len(l.lines) {
		return false
	}
	l.lines[from], l.lines[to] = l.lines[to], l.lines[from]
	l.build()
	l.show(n)
	if l.OnMove != nil {
		l.OnMove(n.of.ID, to)
	}
	return true
}

func (l *List) focusBeside(n *line, step int) {
	if to := l.index(n.of.ID) + step; to >= 0 && to < len(l.lines) {
		l.lines[to].focus()
	}
}

// show scrolls a line into sight.
func (l *List) show(n *line) {
	top, bottom := n.Position().Y, n.Position().Y+n.Size().Height+lineGap
	seen := l.scroll.Size().Height
	switch offset := l.scroll.Offset.Y; {
	case seen <= 0:
	case top < offset:
		l.scroll.ScrollToOffset(fyne.NewPos(0, top))
	case bottom > offset+seen:
		l.scroll.ScrollToOffset(fyne.NewPos(0, bottom-seen))
	}
}

// Inside implements widgets.Holder.
func (l *List) Inside() fyne.CanvasObject { return l.content }

// CreateRenderer implements fyne.Widget.
func (l *List) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.content) }
