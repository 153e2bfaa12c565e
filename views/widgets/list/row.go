package list

import (
	"cmp"
	"reflect"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// listRow is a row object, which shows different rows over time.
type listRow struct {
	widget.BaseWidget

	list *List
	self fyne.Widget
	key  string
	at   int
	kind Kind
	data Row
	// painted is the appearance at the last paint; stale forces the next paint.
	painted appearance
	stale   bool

	hovered bool
	// reached means that the row or one of its buttons is focused, pointed that the pointer is over
	// one of its buttons. In both states the buttons stay visible.
	reached, pointed bool
	// focused means that the row itself is focused; only with Style.Stops.
	focused bool
	naming  *widgets.NameEditor
	// field contains the field of naming, reduced to the height of a row.
	field fyne.CanvasObject
	// named is the key of the row being renamed.
	named string
	// stop is the row itself if it is a Tab stop, otherwise nil.
	stop fyne.Focusable

	lead                    slot
	buttons, links, choices []*slot
	bar                     *widgets.Progress
	painter                 *rowRenderer
}

// appearance is the state, in addition to the data, that determines how a row is painted.
type appearance struct {
	kind                                        Kind
	active, hovered, current, renaming, dragged bool
	// accepts means that the row that the pointer carries can be dropped here.
	accepts bool
}

func newRow(l *List) *listRow {
	r := &listRow{list: l, bar: widgets.NewProgress()}
	r.self = r
	name := i18n.Text("Title")
	if l.look.Stops {
		f := &focusRow{listRow: r}
		r.self, r.stop, name = f, f, i18n.Text("Name")
	} else if l.calls.Carrier != nil {
		r.self = &carryRow{r}
	}
	r.naming = widgets.NewNameEditor(name)
	r.field = widgets.NewBox(container.NewThemeOverride(r.naming.Field, theme.DenseTheme{}), fynetheme.ColorNameInputBackground, theme.ColorAccent, theme.RadiusControl, 6, 4)
	r.field.Hide()
	r.naming.OnEnd = r.renamed
	r.naming.OnName = func(name string) { l.calls.Rename(r.named, name) }
	r.ExtendBaseWidget(r.self)
	r.painter = newRowRenderer(r)
	return r
}

// set shows the row with a key at index at.
func (r *listRow) set(key string, at int, kind Kind, data Row) {
	if key != r.key {
		r.hovered, r.reached, r.pointed = false, false, false
		r.stale = true
	}
	r.key, r.at = key, at
	if r.kind != kind || !reflect.DeepEqual(data, r.data) {
		r.kind, r.data, r.stale = kind, data, true
		r.fill()
	}
	if key == r.list.renaming && !data.Pending && !r.naming.Open() && r != r.list.probe {
		r.named, r.list.begun = key, r
		r.naming.Begin(cmp.Or(data.Name, data.Title))
	}
	r.refresh()
}

// fill updates the buttons from the data.
func (r *listRow) fill() {
	r.lead.show(r, r.data.Leading, widgets.Secondary)
	r.buttons = r.slots(r.buttons, r.data.Buttons, widgets.Secondary)
	r.links = r.slots(r.links, r.data.Links, widgets.Link)
	r.choices = r.slots(r.choices, r.data.Choices, widgets.Secondary)
	r.bar.Set(r.data.Progress)
}

// refresh repaints the row if its appearance has changed.
func (r *listRow) refresh() {
	l := r.list
	now := appearance{
		kind: r.kind, hovered: r.hovered || r.pointed, renaming: r.naming.Open(), dragged: r.key != "" && (l.dragged.key == r.key || l.dragged.carry.label != nil && l.dragged.carry.key == r.key),
		accepts: r.key != "" && l.dragged.carry.onto == r.key,
		current: r.focused && widgets.RingIsShown() || (l.focused && widgets.RingIsShown() || l.look.Follow) && l.current == r.at && r.kind != Heading,
	}
	now.active = now.hovered || r.reached || now.current
	if l.look.Follow {
		now.active = now.current
	}
	if now != r.painted || r.stale {
		r.painted, r.stale = now, false
		r.Refresh()
	}
}

// reach is called when the row or one of its buttons gains or loses the focus.
func (r *listRow) reach(on bool) {
	r.reached = on
	r.refresh()
	if on { // the focus may have made the list scroll
		r.list.arrange()
	}
}

// point is called when the pointer enters or leaves one of its buttons.
func (r *listRow) point(on bool) { r.pointed = on; r.list.calls.hover(on); r.refresh() }

// height returns the height at the given width.
func (r *listRow) height(width float32) float32 { return r.painter.lay(fyne.NewSize(width, 0)) }

// home returns the control to focus after a renaming: the list, the row, or a button of the row;
// nil for none.
func (r *listRow) home() fyne.Focusable {
	if f, ok := r.list.self.(fyne.Focusable); ok {
		return f
	}
	if r.list.look.Stops {
		return r.stop
	}
	for _, s := range r.buttons {
		if f, ok := s.object().(fyne.Focusable); ok {
			return f
		}
	}
	return nil
}

// leave ends the renaming and keeps the new title, like a click elsewhere.
func (r *listRow) leave() {
	r.list.renaming = ""
	r.naming.Leave(widgets.CanvasOf(r.list.self), r.home())
	r.refresh()
}

// renamed shows the title instead of the field after a renaming.
func (r *listRow) renamed(byKey bool) {
	r.list.renaming = ""
	r.list.arrange()
	r.refresh()
	if byKey {
		focus(r.list.self, r.home())
	}
}

// menu opens the menu of the row at a position in the window.
func (r *listRow) menu(at fyne.Position, height float32) {
	l := r.list
	if l.calls.Menu == nil || r.kind == Heading {
		return
	}
	if items := l.calls.Menu(r.at); len(items) > 0 {
		widgets.ShowMenuAt(widgets.CanvasOf(l.self), at, height, items).SetName(r.data.Title)
	}
}

// press performs the action of a button.
func (r *listRow) press(s *slot) {
	if s.shown.ID == More {
		r.menu(fyne.CurrentApp().Driver().AbsolutePositionForObject(s.object()), s.object().Size().Height)
		return
	}
	r.list.calls.Button(r.at, s.shown.ID)
}

// Tapped implements fyne.Tappable.
func (r *listRow) Tapped(*fyne.PointEvent) {
	widgets.PointerPressed()
	if r.kind != Heading {
		r.list.goTo(r.at)
	}
	r.list.calls.open(r.at)
}

// TappedSecondary implements fyne.SecondaryTappable.
func (r *listRow) TappedSecondary(e *fyne.PointEvent) {
	widgets.PointerPressed()
	r.menu(e.AbsolutePosition, 0)
}

// MouseIn implements desktop.Hoverable.
func (r *listRow) MouseIn(*desktop.MouseEvent) {
	r.hovered = true
	r.list.calls.hover(true)
	r.refresh()
	r.follow()
}

// MouseMoved implements desktop.Hoverable.
func (r *listRow) MouseMoved(*desktop.MouseEvent) { r.follow() }

// MouseOut implements desktop.Hoverable.
func (r *listRow) MouseOut() {
	r.hovered = false
	r.list.calls.hover(false)
	r.refresh()
}

// follow makes the row the current one if Style.Follow is set.
func (r *listRow) follow() {
	if l := r.list; l.look.Follow && l.current != r.at && r.kind != Heading {
		l.goTo(r.at)
		l.arrange()
	}
}

// AccessibilityDescription implements screenreader.Describer.
func (r *listRow) AccessibilityDescription() string {
	words := r.data.Title
	for _, more := range []string{strings.TrimSpace(r.data.Detail), r.painter.endWords()} {
		if more != "" {
			words += ", " + more
		}
	}
	return words
}

// AccessibilityLabel implements fyne.Accessible.
func (r *listRow) AccessibilityLabel() string { return r.data.Title }

// AccessibilityRole implements fyne.Accessible.
func (r *listRow) AccessibilityRole() fyne.AccessibleRole {
	if r.kind == Heading || r.list.calls.Open == nil {
		return fyne.AccessibleRoleText
	}
	return fyne.AccessibleRoleButton
}

// CreateRenderer implements fyne.Widget.
func (r *listRow) CreateRenderer() fyne.WidgetRenderer {
	r.painter.Refresh()
	return r.painter
}

// focusRow is a row that is a Tab stop and can be dragged.
type focusRow struct {
	*listRow
	widgets.KeyRecorder
}

// FocusGained implements fyne.Focusable.
func (r *focusRow) FocusGained() {
	r.list.goTo(r.at)
	r.focused = true
	r.list.reveal(r.at)
	r.reach(true)
}

// FocusLost implements fyne.Focusable.
func (r *focusRow) FocusLost() { r.focused = false; r.reach(false) }

// TypedRune implements fyne.Focusable.
func (r *focusRow) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (r *focusRow) TypedKey(e *fyne.KeyEvent) {
	r.list.goTo(r.at)
	r.list.typed(e, r)
}

// TypedShortcut moves the row with Alt and an arrow key, and passes all other shortcuts to the
// window.
func (r *focusRow) TypedShortcut(s fyne.Shortcut) {
	if custom, ok := s.(*desktop.CustomShortcut); ok && custom.Modifier == fyne.KeyModifierAlt {
		switch custom.KeyName {
		case fyne.KeyUp:
			r.list.MoveRow(r.at, -1)
			return
		case fyne.KeyDown:
			r.list.MoveRow(r.at, 1)
			return
		}
	}
	widgets.ShortcutToWindow(r, s)
}

// Dragged implements fyne.Draggable.
func (r *focusRow) Dragged(e *fyne.DragEvent) { r.list.dragged.by(r.listRow, e.Dragged.DY) }

// DragEnd implements fyne.Draggable.
func (r *focusRow) DragEnd() { r.list.dragged.end() }
