package list

import (
	"fyne.io/fyne/v2"

	"parlando/views/screenreader"
	"parlando/views/widgets"
)

// FocusList is a list that is one stop of the Tab key; the arrow keys move in it.
type FocusList struct {
	List
	name string
}

// NewFocus makes an empty list that takes the keyboard. name names its rows.
func NewFocus(name string, look Look, calls Calls) *FocusList {
	l := &FocusList{name: name}
	l.init(l, look, calls)
	return l
}

// Disabled implements fyne.Disableable: Tab passes over a list with nothing in it.
func (l *FocusList) Disabled() bool { return l.n == 0 }

// Enable implements fyne.Disableable; what is in the list decides.
func (l *FocusList) Enable() {}

// Disable implements fyne.Disableable; what is in the list decides.
func (l *FocusList) Disable() {}

// FocusGained implements fyne.Focusable.
func (l *FocusList) FocusGained() {
	l.focused = true
	for !l.reachable(l.current) && l.current < l.n-1 {
		l.goTo(l.current + 1)
	}
	l.arrange()
}

// FocusLost implements fyne.Focusable.
func (l *FocusList) FocusLost() { l.focused = false; l.arrange() }

// TypedRune implements fyne.Focusable.
func (l *FocusList) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (l *FocusList) TypedKey(e *fyne.KeyEvent) { l.typed(e, l) }

// AccessibilityDescription implements screenreader.Describer.
func (l *FocusList) AccessibilityDescription() string {
	row := l.AccessibilityLabel()
	if row == l.name {
		row = ""
	}
	return screenreader.List(l.name, row)
}

// AccessibilityLabel implements fyne.Accessible.
func (l *FocusList) AccessibilityLabel() string {
	if l.focused && l.reachable(l.current) {
		return l.calls.Row(l.current).Title
	}
	return l.name
}

// AccessibilityRole implements fyne.Accessible.
func (l *FocusList) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleContainer }

// typed does the action of a key for the current row; focused has the keyboard.
func (l *List) typed(e *fyne.KeyEvent, focused fyne.CanvasObject) {
	if l.n == 0 {
		widgets.KeyToWindow(focused, e)
		return
	}
	switch e.Name {
	case fyne.KeyDown:
		l.next(1)
	case fyne.KeyUp:
		l.next(-1)
	case fyne.KeyHome:
		l.current = -1
		l.next(1)
	case fyne.KeyEnd:
		l.current = l.n
		l.next(-1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		if l.reachable(l.current) {
			l.calls.open(l.current)
		}
	case fyne.KeyF2:
		l.Rename(l.at)
	case fyne.KeyDelete:
		if l.reachable(l.current) {
			l.calls.remove(l.current)
		}
	default:
		widgets.KeyToWindow(focused, e)
	}
}

// Current is the place where the keyboard is, -1 for nowhere.
func (l *List) Current() int { return l.current }

// Top shows the first rows, with the keyboard nowhere.
func (l *List) Top() {
	l.scroll.ScrollToTop()
	l.To(-1)
}

// To moves the keyboard to a row and shows it; -1 is nowhere.
func (l *List) To(i int) {
	if i < 0 || i >= l.n {
		l.goTo(-1)
		l.arrange()
		return
	}
	if !l.reachable(i) {
		return
	}
	l.goTo(i)
	l.reveal(i)
	l.arrange()
}

// next goes to the next row that is no heading, down or up.
func (l *List) next(step int) {
	for i := l.current + step; i >= 0 && i < l.n; i += step {
		if !l.reachable(i) {
			continue
		}
		l.To(i)
		if r := l.rowAt(i); r != nil && l.look.Stops {
			focus(l.self, r.stop)
		}
		return
	}
	l.goTo(min(max(l.current, 0), l.n-1))
}

func focus(on fyne.CanvasObject, f fyne.Focusable) {
	if c := widgets.CanvasOf(on); c != nil && f != nil {
		c.Focus(f)
	}
}

// Focus puts the keyboard at a row that is a stop of the Tab key. The canvas is told, since none
// knows a list before it is painted.
func (l *List) Focus(c fyne.Canvas, i int) {
	l.To(i)
	if r := l.rowAt(i); r != nil && c != nil {
		c.Focus(r.stop)
	}
}

// rowAt is the row at a place, nil if it does not exist.
func (l *List) rowAt(i int) *listRow {
	for _, r := range l.rows {
		if r.at == i {
			return r
		}
	}
	return nil
}

// MoveRow puts a row a place down or up, and reports whether there was one.
func (l *List) MoveRow(i, step int) bool {
	to := i + step
	if i < 0 || to < 0 || to >= l.n || l.calls.Move == nil {
		return false
	}
	l.calls.Move(i, to)
	l.Set(l.n, false)
	l.reveal(to)
	return true
}

// rowDrag is the row that is moved with the pointer, and by how much it is away from its place.
type rowDrag struct {
	list *List
	key  string
	away float32
}

// by moves a row. It takes the place of the one above or below once it is half over that.
func (d *rowDrag) by(r *listRow, dy float32) {
	l := d.list
	if d.key != r.key {
		d.key, d.away = r.key, 0
	}
	d.away += dy
	for i := r.at; d.away != 0; i = r.at {
		step, beside := 1, i+1
		if d.away < 0 {
			step, beside = -1, i-1
		}
		if beside < 0 || beside >= l.n {
			break
		}
		high := l.top(beside+1) - l.top(beside)
		if d.away*float32(step) <= high/2 || !l.MoveRow(i, step) {
			break
		}
		d.away -= float32(step) * high
	}
	l.arrange()
}

// end lets the row go.
func (d *rowDrag) end() {
	d.key, d.away = "", 0
	d.list.arrange()
}

// Rename turns the title of a row into a field, once that is known.
func (l *List) Rename(key string) {
	l.EndRename()
	i := l.Find(key)
	if i < 0 || l.calls.Rename == nil || l.calls.Row(i).Fixed {
		return
	}
	l.renaming = key
	l.To(i)
}

// DropRename ends a renaming that waits for what its row shows.
func (l *List) DropRename() {
	for _, r := range l.rows {
		if r.naming.Open() {
			return
		}
	}
	l.renaming = ""
}

// EndRename keeps the title that stands in the field, if there is one, and leaves the keyboard at
// the list.
func (l *List) EndRename() {
	for _, r := range l.rows {
		if r.naming.Open() {
			r.leave()
		}
	}
}
