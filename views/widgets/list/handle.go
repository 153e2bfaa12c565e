package list

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// handleWidth is how wide the handle of a row is.
const handleWidth = 28

// handle is the part of a row by which it is put at another place: dragged, or with Up and Down.
type handle struct {
	widget.BaseWidget
	row     *row
	focused bool
}

func newHandle(r *row) *handle {
	h := &handle{row: r}
	h.ExtendBaseWidget(h)
	return h
}

// Dragged implements fyne.Draggable.
func (h *handle) Dragged(e *fyne.DragEvent) { h.row.list.dragged.by(h.row, e.Dragged.DY) }

// DragEnd implements fyne.Draggable.
func (h *handle) DragEnd() { h.row.list.dragged.end() }

// Cursor implements desktop.Cursorable.
func (h *handle) Cursor() desktop.Cursor { return desktop.VResizeCursor }

// FocusGained implements fyne.Focusable.
func (h *handle) FocusGained() {
	h.row.list.goTo(h.row.at)
	h.row.list.reveal(h.row.at)
	h.focus(true)
}

// FocusLost implements fyne.Focusable.
func (h *handle) FocusLost() { h.focus(false) }

func (h *handle) focus(on bool) {
	h.focused = on
	h.row.reach(on)
	h.Refresh()
}

// TypedRune implements fyne.Focusable.
func (h *handle) TypedRune(rune) {}

// TypedKey implements fyne.Focusable: Up and Down move the row, Enter picks it, Escape goes to the
// window.
func (h *handle) TypedKey(e *fyne.KeyEvent) {
	l, at := h.row.list, h.row.at
	switch e.Name {
	case fyne.KeyUp:
		l.MoveRow(at, -1)
	case fyne.KeyDown:
		l.MoveRow(at, 1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		l.calls.open(at)
	case fyne.KeyDelete, fyne.KeyBackspace:
		l.calls.remove(at)
	default:
		widgets.KeyToWindow(h, e)
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (h *handle) AccessibilityLabel() string {
	return i18n.Text("Move {{.Name}}", map[string]any{"Name": h.row.data.Title})
}

// AccessibilityRole implements fyne.Accessible.
func (h *handle) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// CreateRenderer implements fyne.Widget.
func (h *handle) CreateRenderer() fyne.WidgetRenderer {
	ring, icon := widgets.NewGround(theme.RadiusControl), newIcon()
	return widgets.Drawing{
		Least: func() fyne.Size { return fyne.NewSize(handleWidth, handleWidth) },
		Place: func(s fyne.Size) {
			widgets.Place(ring, 1, 4, s.Width-2, s.Height-8)
			icon.place((s.Width-theme.IconSize)/2, s.Height/2, theme.IconSize)
		},
		Paint: func() {
			widgets.Show(ring.Rectangle, h.focused)
			icon.paint("grip-vertical", theme.ColorMuted)
			ring.Paint("", theme.ColorAccent, 2)
		},
	}.Of(h, ring.Rectangle, icon.Image)
}
