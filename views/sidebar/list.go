package sidebar

import (
	"slices"
	"sort"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"parley/views/widgets"
)

// lineGap is the free space between two lines.
const lineGap = 3

// list shows lines under each other. Only those in sight have a row, so that thousands cost no more than a screenful.
// It is one stop of the Tab key; the arrow keys move in it.
type list struct {
	widget.BaseWidget

	sidebar *Sidebar
	lines   []line
	tops    []float32 // of each line, and below the last
	rows    []*row    // one for each line in sight, from top to bottom
	first   int       // the line of the first row
	spare   []*row
	content *fyne.Container
	scroll  *container.Scroll

	// current is the line the keyboard is at.
	current int
	focused bool
	// pointed says that the pointer is over the list, leaving is the clock that ends this.
	pointed bool
	leaving *fyne.Animation
}

// leaveDelay is how long the pointer has to be away for the list to be sorted again.
const leaveDelay = 300 * time.Millisecond

// point is told by the list and by all that is in it when the pointer comes and goes. From one row to the next it goes and comes. The
// animation moves nothing: it is a clock that ticks on the window's own thread.
func (l *list) point(over bool) {
	if l.leaving != nil {
		l.leaving.Stop()
		l.leaving = nil
	}
	if over {
		l.pointed = true
		return
	}
	l.leaving = fyne.NewAnimation(leaveDelay, func(part float32) {
		if part >= 1 && l.pointed {
			l.pointed = false
			l.sidebar.sort()
		}
	})
	l.leaving.Start()
}

// MouseIn implements desktop.Hoverable: the pointer is between two rows or below them.
func (l *list) MouseIn(*desktop.MouseEvent) { l.point(true) }

// MouseMoved implements desktop.Hoverable.
func (l *list) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (l *list) MouseOut() { l.point(false) }

func newList(s *Sidebar) *list {
	l := &list{sidebar: s, tops: []float32{0}}
	l.content = container.New(lines{l})
	l.scroll = container.NewVScroll(l.content)
	l.scroll.OnScrolled = func(fyne.Position) {
		s.endRename()
		l.arrange()
	}
	l.ExtendBaseWidget(l)
	return l
}

// set shows other lines. The place in the list stays, unless fromTop, and the keyboard at its line as long as that is there.
func (l *list) set(all []line, fromTop bool) {
	if l.current < len(l.lines) && l.lines[l.current].kind != heading {
		if i := slices.IndexFunc(all, func(one line) bool { return one.key() == l.lines[l.current].key() }); i >= 0 {
			l.current = i
		}
	}
	l.lines = all
	if fromTop {
		l.scroll.Offset = fyne.Position{}
		l.current = 0
	}
	l.current = max(0, min(l.current, len(all)-1))
	l.measure()
}

// measure finds where each line stands, which depends on the size of text.
func (l *list) measure() {
	heights := [3]float32{}
	for k := range heights {
		heights[k] = line{kind: kind(k)}.height()
	}
	snippet := line{kind: found, hit: Hit{Message: "m"}}.height()
	l.tops = append(l.tops[:0], 0)
	y := float32(0)
	for _, one := range l.lines {
		h := heights[one.kind]
		if one.kind == found && one.hit.inside() {
			h = snippet
		}
		y += h + lineGap
		l.tops = append(l.tops, y)
	}
	l.content.Refresh()
	l.scroll.Refresh()
	l.arrange()
}

// arrange gives every line in sight a row.
func (l *list) arrange() {
	top, height := l.scroll.Offset.Y, l.scroll.Size().Height
	first := max(sort.Search(len(l.lines), func(i int) bool { return l.tops[i+1] > top }), 0)
	last := first
	for last < len(l.lines) && l.tops[last] < top+height {
		last++
	}
	old := map[string]*row{}
	for _, r := range l.rows {
		old[r.line.key()] = r
	}
	rows := make([]*row, 0, last-first)
	for _, one := range l.lines[first:last] {
		r := old[one.key()]
		delete(old, one.key())
		rows = append(rows, r)
	}
	for _, r := range old {
		if r.naming.Open() { // its line is out of sight, or gone
			defer l.sidebar.leave(r)
			continue
		}
		l.spare = append(l.spare, r)
	}
	for i, r := range rows {
		if r == nil {
			if n := len(l.spare); n > 0 {
				r, l.spare = l.spare[n-1], l.spare[:n-1]
			} else {
				r = newRow(l.sidebar)
			}
			rows[i] = r
		}
	}
	l.rows, l.first = rows, first
	l.content.Objects = l.content.Objects[:0]
	for i, r := range rows {
		at := first + i
		r.Move(fyne.NewPos(0, l.tops[at]))
		r.Resize(fyne.NewSize(l.scroll.Size().Width, l.tops[at+1]-l.tops[at]-lineGap))
		r.set(l.lines[at], at, l.focused && at == l.current)
		l.content.Objects = append(l.content.Objects, r)
	}
	l.content.Refresh()
}

// to moves the keyboard to a line and shows it.
func (l *list) to(i int) {
	if i < 0 || i >= len(l.lines) || l.lines[i].kind == heading {
		return
	}
	l.current = i
	from := l.tops[i]
	if i > 0 && l.lines[i-1].kind == heading {
		from = l.tops[i-1]
	}
	switch height := l.scroll.Size().Height; {
	case from < l.scroll.Offset.Y:
		l.scroll.ScrollToOffset(fyne.NewPos(0, from))
	case l.tops[i+1] > l.scroll.Offset.Y+height:
		l.scroll.ScrollToOffset(fyne.NewPos(0, l.tops[i+1]-height))
	}
	l.arrange()
}

// step moves to the next line that is no heading.
func (l *list) step(by int) {
	for i := l.current + by; i >= 0 && i < len(l.lines); i += by {
		if l.lines[i].kind != heading {
			l.to(i)
			return
		}
	}
}

// Disabled implements fyne.Disableable: Tab passes over a list with nothing in it.
func (l *list) Disabled() bool { return len(l.lines) == 0 }

// Enable implements fyne.Disableable; what is in the list decides.
func (l *list) Enable() {}

// Disable implements fyne.Disableable; what is in the list decides.
func (l *list) Disable() {}

// FocusGained implements fyne.Focusable.
func (l *list) FocusGained() {
	l.focused = true
	if l.current < len(l.lines) && l.lines[l.current].kind == heading {
		l.current++
	}
	l.arrange()
}

// FocusLost implements fyne.Focusable.
func (l *list) FocusLost() { l.focused = false; l.arrange() }

// TypedRune implements fyne.Focusable.
func (l *list) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (l *list) TypedKey(e *fyne.KeyEvent) {
	if l.current >= len(l.lines) {
		widgets.KeyToWindow(l, e)
		return
	}
	at := l.lines[l.current]
	switch e.Name {
	case fyne.KeyDown:
		l.step(1)
	case fyne.KeyUp:
		l.step(-1)
	case fyne.KeyHome:
		l.current = -1
		l.step(1)
	case fyne.KeyEnd:
		l.current = len(l.lines)
		l.step(-1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		l.sidebar.open(at)
	case fyne.KeyF2:
		if at.kind == conversation {
			l.sidebar.rename(at.id)
		}
	case fyne.KeyDelete:
		if at.kind == conversation {
			l.sidebar.OnDelete(at.id)
		}
	default:
		widgets.KeyToWindow(l, e)
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (l *list) AccessibilityLabel() string {
	if l.focused && l.current < len(l.lines) {
		return l.lines[l.current].title()
	}
	return lang.L("Chats")
}

// AccessibilityRole implements fyne.Accessible.
func (l *list) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleContainer }

// CreateRenderer implements fyne.Widget.
func (l *list) CreateRenderer() fyne.WidgetRenderer { return &listRenderer{l} }

type listRenderer struct{ l *list }

func (r *listRenderer) MinSize() fyne.Size           { return fyne.NewSize(80, 40) }
func (r *listRenderer) Layout(size fyne.Size)        { r.l.scroll.Resize(size); r.l.arrange() }
func (r *listRenderer) Refresh()                     { r.l.measure() }
func (r *listRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.l.scroll} }
func (r *listRenderer) Destroy()                     {}

// lines is the layout of the content: as high as all lines are. The rows are placed by arrange.
type lines struct{ l *list }

func (c lines) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, c.l.tops[len(c.l.tops)-1])
}

func (c lines) Layout([]fyne.CanvasObject, fyne.Size) {}
