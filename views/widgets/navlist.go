package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"parlando/views/format"
	"parlando/views/screenreader"
	"parlando/views/wheel"
)

// NavList lists the sections of a page, one of them selected. It is a single Tab stop; the arrow
// keys move within it.
type NavList struct {
	widget.BaseWidget
	KeyRecorder

	// OnGo is called with the section that was clicked or reached with an arrow key, OnEnter with
	// the section at which Enter was pressed.
	OnGo, OnEnter func(section int)

	what    string
	rows    []*navListRow
	at      int
	focused bool
	scroll  *wheel.Scroll
}

// NavEntry is a section: its icon in assets/icons and its name.
type NavEntry struct{ Icon, Name string }

// NewNavList returns a list with the first section selected. what is its name, such as "Section".
func NewNavList(what string, sections []NavEntry) *NavList {
	l := &NavList{what: what}
	column := container.New(&Column{Gap: 2})
	for i, section := range sections {
		r := &navListRow{}
		r.icon, r.name, r.onTapped, r.selected = section.Icon, section.Name, func() { l.OnGo(i) }, i == 0
		r.ExtendBaseWidget(r)
		l.rows = append(l.rows, r)
		column.Add(r)
	}
	// Leave room for the focus ring.
	l.scroll = wheel.NewVScroll(container.New(layout.NewCustomPaddedLayout(2, 2, 2, 2), column))
	l.ExtendBaseWidget(l)
	return l
}

// Chosen returns the selected section.
func (l *NavList) Chosen() int { return l.at }

// Choose selects a section. It makes no callbacks.
func (l *NavList) Choose(section int) {
	if section == l.at {
		return
	}
	before, now := l.rows[l.at], l.rows[section]
	l.at = section
	before.SetSelected(false)
	now.SetSelected(true)
	if l.focused {
		before.FocusLost()
		now.FocusGained()
	}
	Reveal(now)
}

// Filter lists only the sections for which shows returns true, and reports whether there are any.
// The selected section stays selected.
func (l *NavList) Filter(shows func(section int) bool) (some bool) {
	for i, row := range l.rows {
		SetVisible(row, shows(i))
		some = some || row.Visible()
	}
	l.Refresh()
	return some
}

// step shows the next listed section from a position on, in the direction of by, if there is one.
func (l *NavList) step(from, by int) {
	for i := from; i >= 0 && i < len(l.rows); i += by {
		if l.rows[i].Visible() {
			l.OnGo(i)
			return
		}
	}
}

// FocusGained implements fyne.Focusable.
func (l *NavList) FocusGained() { l.focused = true; l.rows[l.at].FocusGained() }

// FocusLost implements fyne.Focusable.
func (l *NavList) FocusLost() { l.focused = false; l.rows[l.at].FocusLost() }

// TypedRune implements fyne.Focusable.
func (l *NavList) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (l *NavList) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyDown:
		l.step(l.at+1, 1)
	case fyne.KeyUp:
		l.step(l.at-1, -1)
	case fyne.KeyHome:
		l.step(0, 1)
	case fyne.KeyEnd:
		l.step(len(l.rows)-1, -1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace, fyne.KeyRight:
		AfterKey(e, func() { l.OnEnter(l.at) })
	default:
		KeyToWindow(l, e)
	}
}

// InnerContent implements ContentHolder.
func (l *NavList) InnerContent() fyne.CanvasObject { return l.scroll }

// AccessibilityDescription implements screenreader.Describer.
func (l *NavList) AccessibilityDescription() string {
	return screenreader.DescribeList(l.what, l.rows[l.at].name)
}

// AccessibilityLabel implements fyne.Accessible.
func (l *NavList) AccessibilityLabel() string { return format.Named(l.what, l.rows[l.at].name) }

// AccessibilityRole implements fyne.Accessible.
func (l *NavList) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleContainer }

// CreateRenderer implements fyne.Widget.
func (l *NavList) CreateRenderer() fyne.WidgetRenderer {
	return Renderer{MinSize: l.least, Place: l.scroll.Resize, RefreshesChildren: true}.Of(l, l.scroll)
}

// least returns the minimum size: the width of the longest name and the height of one row.
func (l *NavList) least() fyne.Size {
	least := fyne.NewSize(140, 0)
	for _, row := range l.rows {
		least = least.Max(row.MinSize())
	}
	return least.AddWidthHeight(4, 4)
}

// navListRow is a row of the list. Tab skips the row, because the list is the Tab stop.
type navListRow struct{ NavRow }

// Disabled implements fyne.Disableable.
func (r *navListRow) Disabled() bool { return true }

// Enable implements fyne.Disableable.
func (r *navListRow) Enable() {}

// Disable implements fyne.Disableable.
func (r *navListRow) Disable() {}
