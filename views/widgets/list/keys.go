package list

import (
	"fyne.io/fyne/v2"

	"parlando/views/screenreader"
	"parlando/views/widgets"
)

// FocusList is a list with a single Tab stop; the arrow keys move within it.
type FocusList struct {
	List
	widgets.KeyRecorder
	name string
}

// NewFocus returns an empty, focusable list. name describes its rows for screen readers.
func NewFocus(name string, look Style, calls Callbacks) *FocusList {
	l := &FocusList{name: name}
	l.init(l, look, calls)
	return l
}

// Disabled implements fyne.Disableable: Tab skips an empty list, and a single heading.
func (l *FocusList) Disabled() bool { return l.n == 0 || l.n == 1 && !l.reachable(0) }

// Enable implements fyne.Disableable. It does nothing: the list is disabled while it is empty.
func (l *FocusList) Enable() {}

// Disable implements fyne.Disableable. It does nothing: the list is disabled while it is empty.
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
	return screenreader.DescribeList(l.name, row)
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

// typed handles a key for the current row; focused is the focused object.
func (l *List) typed(e *fyne.KeyEvent, focused fyne.CanvasObject) {
	if l.n == 0 {
		widgets.KeyToWindow(focused, e)
		return
	}
	switch e.Name {
	case fyne.KeyEscape:
		if l.dragged.carry.label == nil {
			widgets.KeyToWindow(focused, e)
			return
		}
		l.dragged.carry.cancel()
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
			widgets.AfterKey(e, func() { l.calls.open(l.current) })
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

// Current returns the index of the current row, -1 for none.
func (l *List) Current() int { return l.current }

// ScrollToTop scrolls to the first rows, with no current row.
func (l *List) ScrollToTop() {
	l.scroll.ScrollToTop()
	l.MakeCurrent(-1)
}

// MakeCurrent makes a row the current one and scrolls to the row; -1 means no current row.
func (l *List) MakeCurrent(i int) {
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

// next moves the selection by step, or further to pass over headings.
func (l *List) next(step int) {
	for i := l.current + step; i >= 0 && i < l.n; i += step {
		if !l.reachable(i) {
			continue
		}
		l.MakeCurrent(i)
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

// Focus focuses a row that is a Tab stop. c is a parameter because CanvasOf does not find the
// canvas of a list that was never painted.
func (l *List) Focus(c fyne.Canvas, i int) {
	l.MakeCurrent(i)
	if r := l.rowAt(i); r != nil && c != nil {
		c.Focus(r.stop)
	}
}

// rowAt returns the row object that shows row i, nil if there is none.
func (l *List) rowAt(i int) *listRow {
	for _, r := range l.rows {
		if r.at == i {
			return r
		}
	}
	return nil
}

// MoveRow moves a row by one position up (-1) or down (+1), and reports whether that was possible.
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

// rowDrag identifies the row being dragged; away is its distance from its position in the list.
type rowDrag struct {
	list *List
	key  string
	away float32
	// carry is the row carried to another.
	carry carry
}

// by drags a row by dy. The row swaps positions with a neighbor once it covers half of the
// neighbor.
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

// end drops the row.
func (d *rowDrag) end() {
	d.key, d.away = "", 0
	d.list.arrange()
}

// Rename turns the title of a row into a field. If the title is still loading, the field appears
// once it is known.
func (l *List) Rename(key string) {
	l.EndRename()
	i := l.Find(key)
	if i < 0 || l.calls.Rename == nil || l.calls.Row(i).Fixed {
		return
	}
	l.renaming = key
	l.MakeCurrent(i)
}

// CancelRename cancels a renaming whose row still waits for its title.
func (l *List) CancelRename() {
	for _, r := range l.rows {
		if r.naming.Open() {
			return
		}
	}
	l.renaming = ""
}

// EndRename ends a renaming, keeps the new title, and focuses the list.
func (l *List) EndRename() {
	for _, r := range l.rows {
		if r.naming.Open() {
			r.leave()
		}
	}
}
