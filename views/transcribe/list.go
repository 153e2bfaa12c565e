package transcribe

import (
	"slices"
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/app/chat"
	"parley/views/widgets"
)

// rowGap is the free space between two rows.
const rowGap = 6

// rowCalls are what the rows of a list do.
type rowCalls struct {
	open, why, again, play, remove func(id chat.ID)
	rename                         func(id chat.ID, title string)
	menu                           func(id chat.ID) []widgets.MenuItem
	popup                          func(*widgets.Overlay)
}

// list shows items under each other, and below them a foot. Only those in sight have a row, so that thousands cost no more than a screenful.
// It is one stop of the Tab key; the arrow keys move in it.
type list struct {
	widget.BaseWidget

	name    string
	calls   rowCalls
	items   []item
	tops    []float32 // of each row, and below the last
	rows    []*row    // one for each item in sight, from top to bottom
	spare   []*row
	foot    fyne.CanvasObject
	content *fyne.Container
	scroll  *container.Scroll
	// selected is what is open, renaming what is being renamed; current is where the keyboard is.
	selected, renaming chat.ID
	current            int
	focused            bool
}

// newList makes an empty list; foot may be nil.
func newList(name string, calls rowCalls, foot fyne.CanvasObject) *list {
	l := &list{name: name, calls: calls, tops: []float32{0}, foot: foot}
	l.content = container.New(content{l})
	l.scroll = container.NewVScroll(l.content)
	l.scroll.OnScrolled = func(fyne.Position) {
		l.endRename()
		l.arrange()
	}
	l.ExtendBaseWidget(l)
	return l
}

// set shows other items. The keyboard stays at the item it is at.
func (l *list) set(items []item) {
	if slices.Equal(items, l.items) {
		return
	}
	at := l.at()
	same := slices.EqualFunc(items, l.items, func(a, b item) bool { return a.id == b.id && a.share < 0 == (b.share < 0) })
	l.items = items
	if i := l.find(at.id); i >= 0 {
		l.current = i
	}
	l.current = max(0, min(l.current, len(items)-1))
	if same {
		l.arrange()
		return
	}
	l.measure()
}

// at is the item the keyboard is at.
func (l *list) at() item {
	if l.current < len(l.items) {
		return l.items[l.current]
	}
	return item{}
}

func (l *list) find(id chat.ID) int {
	return slices.IndexFunc(l.items, func(i item) bool { return i.id == id })
}

// sel marks what is open.
func (l *list) sel(id chat.ID) {
	if l.selected != id {
		l.selected = id
		if i := l.find(id); i >= 0 {
			l.to(i)
		}
		l.arrange()
	}
}

// rowHeight and barRoom are of a row at the usual size of text.
func heights() (plain, bar float32) {
	text := fyne.MeasureText("M", fynetheme.Size(fynetheme.SizeNameText), fyne.TextStyle{}).Height
	small := fyne.MeasureText("M", fynetheme.Size(fynetheme.SizeNameCaptionText), fyne.TextStyle{}).Height
	plain = text + small + 23
	return plain, plain + 10
}

// measure finds where each row stands, which depends on the size of text.
func (l *list) measure() {
	plain, bar := heights()
	l.tops = append(l.tops[:0], 0)
	y := float32(0)
	for _, i := range l.items {
		y += plain + rowGap
		if i.share >= 0 {
			y += bar - plain
		}
		l.tops = append(l.tops, y)
	}
	l.content.Refresh()
	l.scroll.Refresh()
	l.arrange()
}

// arrange gives every item in sight a row.
func (l *list) arrange() {
	top, height := l.scroll.Offset.Y, l.scroll.Size().Height
	first := sort.Search(len(l.items), func(i int) bool { return l.tops[i+1] > top })
	last := first
	for last < len(l.items) && l.tops[last] < top+height {
		last++
	}
	old := map[chat.ID]*row{}
	for _, r := range l.rows {
		old[r.item.id] = r
	}
	rows := make([]*row, last-first)
	for i, it := range l.items[first:last] {
		rows[i] = old[it.id]
		delete(old, it.id)
	}
	for _, r := range old {
		if r.naming.Open() { // its item is out of sight, or gone
			defer l.leave(r)
			continue
		}
		l.spare = append(l.spare, r)
	}
	width := l.scroll.Size().Width
	objects := make([]fyne.CanvasObject, 0, len(rows)+1)
	for i, r := range rows {
		if r == nil {
			if n := len(l.spare); n > 0 {
				r, l.spare = l.spare[n-1], l.spare[:n-1]
			} else {
				r = newRow(l)
			}
			rows[i] = r
		}
		at := first + i
		widgets.Place(r, 0, l.tops[at], width, l.tops[at+1]-l.tops[at]-rowGap)
		r.set(l.items[at], at)
		objects = append(objects, r)
	}
	l.rows = rows
	if l.foot != nil {
		objects = append(objects, l.foot)
	}
	changed := !slices.Equal(objects, l.content.Objects)
	l.content.Objects = objects
	if changed {
		l.content.Refresh()
	}
}

// to moves the keyboard to an item and shows it.
func (l *list) to(i int) {
	if i < 0 || i >= len(l.items) {
		return
	}
	l.current = i
	switch height := l.scroll.Size().Height; {
	case l.tops[i] < l.scroll.Offset.Y:
		l.scroll.ScrollToOffset(fyne.NewPos(0, l.tops[i]))
	case l.tops[i+1] > l.scroll.Offset.Y+height && height > 0:
		l.scroll.ScrollToOffset(fyne.NewPos(0, l.tops[i+1]-height))
	}
	l.arrange()
}

// Disabled implements fyne.Disableable: Tab passes over a list with nothing in it.
func (l *list) Disabled() bool { return len(l.items) == 0 }

// Enable implements fyne.Disableable; what is in the list decides.
func (l *list) Enable() {}

// Disable implements fyne.Disableable; what is in the list decides.
func (l *list) Disable() {}

// FocusGained implements fyne.Focusable.
func (l *list) FocusGained() { l.focused = true; l.arrange() }

// FocusLost implements fyne.Focusable.
func (l *list) FocusLost() { l.focused = false; l.arrange() }

// TypedRune implements fyne.Focusable.
func (l *list) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (l *list) TypedKey(e *fyne.KeyEvent) {
	id := l.at().id
	if id == "" {
		widgets.KeyToWindow(l, e)
		return
	}
	switch e.Name {
	case fyne.KeyDown:
		l.to(l.current + 1)
	case fyne.KeyUp:
		l.to(l.current - 1)
	case fyne.KeyHome:
		l.to(0)
	case fyne.KeyEnd:
		l.to(len(l.items) - 1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		l.calls.open(id)
	case fyne.KeyF2:
		l.rename(id)
	case fyne.KeyDelete:
		l.calls.remove(id)
	default:
		widgets.KeyToWindow(l, e)
	}
}

// rename turns the title of an item into a field.
func (l *list) rename(id chat.ID) {
	l.endRename()
	i := l.find(id)
	if i < 0 {
		return
	}
	l.to(i)
	l.renaming = id
	l.arrange()
	for _, r := range l.rows {
		r.naming.Focus(widgets.CanvasOf(l))
	}
}

// endRename keeps the title that stands in the field, if there is one, and leaves the keyboard at the list.
func (l *list) endRename() {
	for _, r := range l.rows {
		if r.naming.Open() {
			l.leave(r)
		}
	}
}

// leave ends the renaming in a row as a click elsewhere does.
func (l *list) leave(r *row) {
	l.renaming = ""
	r.naming.Leave(widgets.CanvasOf(l), l)
}

// renamed shows the title again.
func (l *list) renamed(byKey bool) {
	l.renaming = ""
	l.arrange()
	if c := widgets.CanvasOf(l); byKey && c != nil {
		c.Focus(l)
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (l *list) AccessibilityLabel() string {
	if l.focused && l.at().id != "" {
		return l.at().title
	}
	return l.name
}

// AccessibilityRole implements fyne.Accessible.
func (l *list) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleContainer }

// CreateRenderer implements fyne.Widget.
func (l *list) CreateRenderer() fyne.WidgetRenderer { return &listRenderer{l} }

type listRenderer struct{ l *list }

func (r *listRenderer) MinSize() fyne.Size           { return fyne.NewSize(80, 40) }
func (r *listRenderer) Layout(size fyne.Size)        { r.l.scroll.Resize(size); r.l.measure() }
func (r *listRenderer) Refresh()                     { r.l.measure() }
func (r *listRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.l.scroll} }
func (r *listRenderer) Destroy()                     {}

// content is the layout of what is scrolled: as high as all rows and the foot are. The rows are placed by arrange.
type content struct{ l *list }

func (c content) end() float32 { return c.l.tops[len(c.l.tops)-1] }

// MinSize implements fyne.Layout.
func (c content) MinSize([]fyne.CanvasObject) fyne.Size {
	h := c.end()
	if c.l.foot != nil && c.l.foot.Visible() {
		h += widgets.HeightAt(c.l.foot, c.l.scroll.Size().Width) + edge
	}
	return fyne.NewSize(0, h)
}

// Layout implements fyne.Layout.
func (c content) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	if c.l.foot != nil {
		widgets.Place(c.l.foot, 0, c.end(), size.Width, widgets.HeightAt(c.l.foot, size.Width))
	}
}
