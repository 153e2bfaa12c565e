package list

import (
	"reflect"
	"slices"
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"parlando/views/motion"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// List shows rows below each other. Only visible rows have objects, so that thousands of rows cost
// no more than a screenful. The list itself is no Tab stop: see FocusList and Style.Stops.
type List struct {
	widget.BaseWidget

	calls   Callbacks
	look    Style
	self    fyne.Widget
	content *fyne.Container
	scroll  *wheel.Scroll
	foot    fyne.CanvasObject
	// offset returns the y position of the list in a scroll that has other content, too. It is nil
	// if the list has a scroll of its own.
	offset func() float32

	n       int
	heights Heights    // including the gap below each row, if the look defines heights
	tops    []float32  // top of each row and the end of the last one; unused with an Index
	high    float32    // height of the scrolled content
	rows    []*listRow // existing row objects, from top to bottom
	spare   []*listRow
	probe   *listRow // never shown, for measuring
	// measured caches the heights of rows at the current width and text size.
	measured map[string]measurement
	// current is the index of the current row, -1 for none; at is the key of that row.
	current int
	at      string
	focused bool
	// renaming is the key of the row being renamed; begun is the row object whose field gets the
	// focus after the next layout.
	renaming string
	begun    *listRow
	dragged  rowDrag
	// Rows whose place changes slide there from shifts away; slid is the part that is done.
	motion motion.Motion
	shifts map[string]float32
	slid   float32
}

// New returns an empty list.
func New(look Style, calls Callbacks) *List {
	l := &List{}
	l.init(l, look, calls)
	return l
}

func (l *List) init(self fyne.Widget, look Style, calls Callbacks) {
	l.self, l.look, l.calls = self, look, calls
	l.dragged.list, l.dragged.carry.list = l, l
	l.tops, l.measured = []float32{0}, map[string]measurement{}
	l.content = container.New(content{l})
	l.scroll = wheel.NewVScroll(l.content)
	l.scroll.OnScrolled = func(fyne.Position) {
		l.EndRename()
		l.arrange()
	}
	l.ExtendBaseWidget(self)
}

// SetFoot adds an object below the rows.
func (l *List) SetFoot(o fyne.CanvasObject) { l.foot = o }

// ScrollWithin makes the list as high as its rows, for a scroll that has other content, too. offset
// returns the y position of the list in that scroll.
func (l *List) ScrollWithin(scroll *wheel.Scroll, offset func() float32) {
	l.scroll, l.offset = scroll, offset
	scroll.OnScrolled = func(fyne.Position) { l.arrange() }
}

// Set shows n rows. It keeps the current row if that still exists, and the scroll position unless
// fromTop is set.
func (l *List) Set(n int, fromTop bool) {
	was := map[string]float32{}
	if !fromTop {
		for _, r := range l.rows {
			was[r.key] = r.self.Position().Y
		}
	}
	l.motion.Stop()
	l.shifts = nil
	l.n = n
	at := l.current
	if i := l.Find(l.at); i >= 0 {
		at = i
	}
	if fromTop {
		l.scroll.Offset = fyne.Position{}
		at = 0
	}
	at = min(at, n-1)
	if at < 0 && !l.look.Follow {
		at = 0
	}
	l.goTo(at)
	l.measure()
	l.slideFrom(was)
}

// rowWay is the longest way that a row slides: a click at what was there a moment ago hits it.
const rowWay = 16

// slideFrom slides the rows that are no longer where they were, by at most rowWay.
func (l *List) slideFrom(was map[string]float32) {
	shifts := map[string]float32{}
	for _, r := range l.rows {
		before, ok := was[r.key]
		if by := before - r.self.Position().Y; ok && by != 0 && r.key != l.dragged.key {
			shifts[r.key] = min(max(by, -rowWay), rowWay)
		}
	}
	if len(shifts) == 0 {
		return
	}
	l.shifts, l.slid = shifts, 1
	l.motion.Run(func(part float32) {
		for _, r := range l.rows {
			way := l.shifts[r.key]
			r.self.Move(r.self.Position().AddXY(0, motion.Rest(way, part)-motion.Rest(way, l.slid)))
		}
		l.slid = part
	})
}

// goTo makes a row the current one.
func (l *List) goTo(i int) {
	l.current, l.at = i, ""
	if l.reachable(i) {
		l.at = l.calls.Key(i)
	}
}

// Update updates the content of visible rows.
func (l *List) Update() { l.arrange() }

// Find returns the index of the row with a key, -1 if there is none.
func (l *List) Find(key string) int {
	if key == "" {
		return -1
	}
	if l.calls.Index != nil {
		return l.calls.Index().Find(key)
	}
	for i := range l.n {
		if l.calls.Key(i) == key {
			return i
		}
	}
	return -1
}

// reachable reports whether row i exists and may be the current row.
func (l *List) reachable(i int) bool { return i >= 0 && i < l.n && l.calls.kind(i) != Heading }

// Height returns the total height of the rows.
func (l *List) Height() float32 { return max(l.top(l.n)-l.look.Gap, 0) }

// top returns the top of row i; for the number of rows, the end of the last row.
func (l *List) top(i int) float32 {
	if l.calls.Index != nil {
		return l.calls.Index().Above(i, l.heights)
	}
	return l.tops[min(i, len(l.tops)-1)]
}

// width returns the width of a row.
func (l *List) width() float32 {
	if l.offset != nil {
		return l.content.Size().Width
	}
	width := l.scroll.Size().Width
	if l.look.Bar > 0 && l.Height() > l.scroll.Size().Height {
		width -= l.look.Bar
	}
	return width
}

// measure updates the positions of the rows, which depend on the text size.
func (l *List) measure() {
	if l.look.Heights != nil {
		l.heights = l.look.Heights()
		for k := range l.heights {
			l.heights[k] += l.look.Gap
		}
	}
	if l.calls.Index == nil {
		l.measureEach()
	}
	if high := l.content.MinSize().Height; high != l.high && l.offset == nil {
		l.high = high
		l.content.Refresh()
		l.scroll.Refresh()
	}
	l.arrange()
}

// measureEach updates the positions of all rows from the heights of their kinds or, without such
// heights, by measuring each row.
func (l *List) measureEach() {
	tops := make([]float32, 1, l.n+1)
	y := float32(0)
	for i := range l.n {
		if l.look.Heights != nil {
			y += l.heights[l.calls.kind(i)]
		} else {
			y += l.needs(i) + l.look.Gap
		}
		tops = append(tops, y)
	}
	l.tops = tops
}

// needs returns the height that row i needs at the current width.
func (l *List) needs(i int) float32 {
	key, data := l.calls.Key(i), l.calls.Row(i)
	if was, ok := l.measured[key]; ok && reflect.DeepEqual(was.data, data) {
		return was.height
	}
	if l.probe == nil {
		l.probe = newRow(l)
	}
	l.probe.set(key, i, l.calls.kind(i), data)
	h := l.probe.height(l.width())
	l.measured[key] = measurement{data, h}
	return h
}

// measurement is the measured height of a row.
type measurement struct {
	data   Row
	height float32
}

// VisibleRange returns the range [first, end) of rows that need objects because they are visible.
func (l *List) VisibleRange() (first, end int) {
	top, height := l.scroll.Offset.Y, l.scroll.Size().Height
	if l.offset != nil {
		// Content above the list may still grow: add one screenful on both sides.
		top, height = top-l.offset()-height, 3*height
	}
	first = sort.Search(l.n, func(i int) bool { return l.top(i+1) > top })
	end = first + sort.Search(l.n-first, func(i int) bool { return l.top(first+i) >= top+height })
	if l.look.Stops || l.look.Controls { // so that Tab reaches the rows next to the visible ones
		first, end = max(first-1, 0), min(end+1, l.n)
	}
	return first, end
}

// arrange assigns a row object to every visible row.
func (l *List) arrange() {
	first, end := l.VisibleRange()
	places := make([]int, 0, end-first+2)
	for i := first; i < end; i++ {
		places = append(places, i)
	}
	old := map[string]*listRow{}
	for _, r := range l.rows {
		old[r.key] = r
		// The focused row keeps its object even if it is not visible, so that keys still reach it.
		if r.reached {
			if i := l.Find(r.key); i >= 0 && (i < first || i >= end) {
				places = append(places, i)
			}
		}
	}
	if l.floats() && end < l.n {
		places = append(places, l.n-1)
	}
	rows := make([]*listRow, len(places))
	for n, i := range places {
		key := l.calls.Key(i)
		rows[n] = old[key]
		delete(old, key)
	}
	for _, r := range old {
		if r.naming.Open() { // the renamed row was scrolled out of view or removed
			defer r.leave()
			continue
		}
		l.spare = append(l.spare, r)
	}
	for n, i := range places {
		if rows[n] == nil {
			rows[n] = l.take()
		}
		l.place(rows[n], i)
	}
	l.rows = rows
	l.show()
	if r := l.begun; r != nil {
		l.begun = nil
		r.naming.Focus(widgets.CanvasOf(l.self))
	}
	if l.calls.Sight != nil {
		l.calls.Sight(first, end)
	}
}

// take returns an unused row object.
func (l *List) take() *listRow {
	if n := len(l.spare); n > 0 {
		r := l.spare[n-1]
		l.spare = l.spare[:n-1]
		return r
	}
	return newRow(l)
}

// place positions a row object and lets it show row i.
func (l *List) place(r *listRow, i int) {
	y, h := l.top(i), l.top(i+1)-l.top(i)-l.look.Gap
	if l.floats() && i == l.n-1 {
		y = min(y, l.scroll.Offset.Y+l.scroll.Size().Height-h)
	}
	key := l.calls.Key(i)
	if key == l.dragged.key {
		y += l.dragged.away
	}
	y += motion.Rest(l.shifts[key], l.slid)
	r.set(key, i, l.calls.kind(i), l.calls.Row(i))
	widgets.Place(r.self, 0, y, l.width(), h)
}

// show adds the row objects to the window; a dragged row is painted over the others.
func (l *List) show() {
	objects := make([]fyne.CanvasObject, 0, len(l.rows)+1)
	var over fyne.CanvasObject
	for _, r := range l.rows {
		if r.key == l.dragged.key {
			over = r.self
			continue
		}
		objects = append(objects, r.self)
	}
	if over != nil {
		objects = append(objects, over)
	}
	if l.foot != nil {
		objects = append(objects, l.foot)
	}
	if l.dragged.carry.label != nil {
		objects = append(objects, l.dragged.carry.label)
	}
	if !slices.Equal(objects, l.content.Objects) {
		l.content.Objects = objects
		l.content.Refresh()
	}
}

// floats reports whether the last row is Floating.
func (l *List) floats() bool { return l.n > 0 && l.calls.kind(l.n-1) == Floating }

// reveal scrolls by the smallest distance that makes a row visible, together with a heading right
// above the row.
func (l *List) reveal(i int) {
	if l.floats() && i == l.n-1 {
		return
	}
	from, to, seen := l.top(i), l.top(i+1), l.scroll.Size().Height
	if i > 0 && l.calls.kind(i-1) == Heading {
		from = l.top(i - 1)
	}
	if l.floats() {
		seen -= l.top(l.n) - l.top(l.n-1)
	}
	if l.offset != nil {
		from, to = from+l.offset(), to+l.offset()
	}
	switch {
	case from < l.scroll.Offset.Y:
		l.scroll.ScrollToOffset(fyne.NewPos(0, from))
	case seen > 0 && to > l.scroll.Offset.Y+seen:
		l.scroll.ScrollToOffset(fyne.NewPos(0, to-seen))
	}
}

// InnerContent implements widgets.ContentHolder.
func (l *List) InnerContent() fyne.CanvasObject {
	if l.offset != nil {
		return l.content
	}
	return l.scroll
}

// MouseIn implements desktop.Hoverable for the space between and below rows.
func (l *List) MouseIn(*desktop.MouseEvent) { l.calls.hover(true) }

// MouseMoved implements desktop.Hoverable.
func (l *List) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (l *List) MouseOut() { l.calls.hover(false) }

// CreateRenderer implements fyne.Widget.
func (l *List) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{
		MinSize: func() fyne.Size {
			if l.offset != nil {
				return fyne.NewSize(0, l.Height())
			}
			return fyne.NewSize(80, 40)
		},
		Place: func(size fyne.Size) {
			l.InnerContent().Resize(size)
			l.measured = map[string]measurement{}
			l.measure()
		},
	}.Of(l, l.InnerContent())
}

// content lays out the scrolled content, as high as all rows and the foot. arrange positions the
// rows.
type content struct{ l *List }

// MinSize implements fyne.Layout.
func (c content) MinSize([]fyne.CanvasObject) fyne.Size {
	h := c.l.top(c.l.n)
	if c.l.foot != nil && c.l.foot.Visible() {
		h += widgets.HeightAt(c.l.foot, c.l.width()) + footRoom
	}
	return fyne.NewSize(0, h)
}

// footRoom is the space below the foot.
const footRoom = 16

// Layout implements fyne.Layout.
func (c content) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	if c.l.foot != nil {
		widgets.Place(c.l.foot, 0, c.l.top(c.l.n), size.Width, widgets.HeightAt(c.l.foot, size.Width))
	}
}
