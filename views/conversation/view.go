package conversation

import (
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/markdown"
	"parlando/app/problem"
	"parlando/views/conversation/cards"
	"parlando/views/conversation/rows"
	"parlando/views/textview"
	"parlando/views/widgets"
)

var (
	_ fyne.Focusable         = (*View)(nil)
	_ fyne.Tabbable          = (*View)(nil)
	_ fyne.Shortcutable      = (*View)(nil)
	_ desktop.Keyable        = (*View)(nil)
	_ desktop.Hoverable      = (*View)(nil)
	_ desktop.Mouseable      = (*View)(nil)
	_ desktop.Cursorable     = (*View)(nil)
	_ fyne.Draggable         = (*View)(nil)
	_ fyne.Scrollable        = (*View)(nil)
	_ fyne.Tappable          = (*View)(nil)
	_ fyne.DoubleTappable    = (*View)(nil)
	_ fyne.SecondaryTappable = (*View)(nil)
)

// View is the reading column. What it is made of: the column lays messages out, the viewport holds
// the objects of what is seen of them, the selector knows what is selected, the follower moves the
// window, and pointer and keyboard work on these.
type View struct {
	widget.BaseWidget
	accessibility
	// Options may be changed until the first SetThread.
	Options
	// Left holds where the reader left each conversation, for SetThread to show it there.
	Left map[chat.ID]chat.ReadingPlace

	column   *column
	viewport *viewport
	selector *selector
	follower *follower
	pointer  *pointer
	keyboard *keyboard
	menu     *menu
}

// New makes an empty column.
func New(options Options) *View {
	v := &View{Options: options}
	v.column = newColumn(&v.Options)
	v.Left = v.column.left
	v.viewport = newViewport(v.column)
	v.accessibility = accessibility{v.viewport}
	v.selector = &selector{column: v.column, viewport: v.viewport}
	v.follower = &follower{column: v.column, viewport: v.viewport}
	v.pointer = newPointer(v.column, v.viewport, v.selector, v.follower, func() { textview.TakeFocus(v) })
	v.menu = &menu{owner: v, column: v.column, viewport: v.viewport, selector: v.selector, pointer: v.pointer}
	v.column.context.OpenMenu = v.menu.openFor
	v.keyboard = &keyboard{column: v.column, viewport: v.viewport, selector: v.selector, follower: v.follower, openMenu: v.menu.open, item: -1}
	v.viewport.onShown = func() {
		v.selector.shade()
		v.pointer.update()
		v.viewport.furniture()
	}
	v.ExtendBaseWidget(v)
	return v
}

// SetThread shows the messages of heads, in this order. Messages that were shown before stay as
// they are, and so does the reader's place if it is the same conversation; another conversation is
// shown where the reader left it, or at its end. loaded are messages whose text is at hand.
func (v *View) SetThread(conversation chat.ID, heads []chat.Head, loaded []chat.Message) {
	keep := v.column.keep()
	if conversation != v.column.conversation {
		v.column.leave()
	}
	same := v.column.set(conversation, heads)
	if !same {
		v.selector.found = matchMarks{}
		v.follower.on, v.follower.loose = false, false
	}
	v.selector.clear() // what is kept by the index of an item
	v.pointer.reset()
	v.keyboard.to(-1)
	v.column.take(loaded)
	if !same {
		v.column.comeBack()
	}
	v.column.restore(keep)
	v.follower.catchUp()
}

// Place returns where the reader is in the conversation that is shown or has left another one; ok
// is false for one that the reader was not in.
func (v *View) Place(conversation chat.ID) (place chat.ReadingPlace, ok bool) {
	if conversation == v.column.conversation {
		v.column.leave()
	}
	place, ok = v.Left[conversation]
	return place, ok
}

// SetMessages gives the texts of messages that were asked for, or that changed otherwise than by
// growing.
func (v *View) SetMessages(ms []chat.Message) {
	keep := v.column.keep()
	v.column.take(ms)
	v.column.restore(keep)
	v.selector.toFound(true)
	v.follower.catchUp()
}

// SetUnread says that messages that were asked for could not be read. Each is shown as that, with a
// button that asks for all of them again; those whose text is known stay as they are. shown reports
// whether there are any of these.
func (v *View) SetUnread(ids []chat.ID) (shown bool) {
	keep := v.column.keep()
	for _, id := range ids {
		i, ok := v.column.index[id]
		switch {
		case !ok:
		case v.column.items[i].message != nil:
			shown = true
		default:
			v.column.items[i].unread = true
		}
	}
	v.column.restore(keep)
	return shown
}

// UpdateMessage shows the present state of a reply that is being written. quiet says that nothing
// has come for a while. It is cheap enough to be called at every look.
func (v *View) UpdateMessage(m chat.Message, quiet bool) {
	i, ok := v.column.index[m.ID]
	if !ok {
		return
	}
	v.column.items[i].setMessage(m, quiet)
	if !v.column.stick && i > v.column.lastVisible() {
		v.viewport.furniture() // the scroll bar and "Latest", if they changed at all
		return
	}
	v.column.place()
}

// SetPicture gives a picture that was asked for.
func (v *View) SetPicture(sha256 string, picture image.Image) {
	v.column.pictures.add(sha256, picture)
	v.viewport.picture(sha256, picture)
}

// SetDamaged says that a picture that was asked for cannot be shown.
func (v *View) SetDamaged(sha256 string) {
	if damaged := v.column.context.Damaged; !damaged[sha256] {
		damaged[sha256] = true
		v.column.relayPicture(sha256)
	}
}

// SetPictureUnread says that a picture that was asked for could not be read, and offers to ask for
// it again.
func (v *View) SetPictureUnread(sha256 string) {
	v.column.context.Unread[sha256] = true
	v.column.relayPicture(sha256)
}

// SetHighlight gives the colors of a piece of code that were asked for.
func (v *View) SetHighlight(key string, lines [][]markdown.Span) {
	if len(v.column.context.Colors) > 400 {
		clear(v.column.context.Colors)
	}
	v.column.context.Colors[key] = lines
	if v.column.placing { // answered at once, while the code is being laid out
		return
	}
	// Code out of sight waits until it comes into the window: a long reply has dozens of pieces,
	// and each would lay the whole reply out and paint the window again.
	seen := false
	for _, it := range v.column.items {
		if it.card != nil && it.card.Recolor(key) {
			seen = true
		}
	}
	if seen {
		v.column.place()
	}
}

// SetTimes makes times such as [12:34] in replies clickable, for a conversation about a recording.
// It holds for whatever conversation is shown until it is called again.
func (v *View) SetTimes(times bool) {
	if v.column.context.Times != times {
		v.column.context.Times = times
		v.column.restyle()
	}
}

// SetCosts shows under replies what their requests have cost, by the ids of these; nil shows none.
func (v *View) SetCosts(costs map[chat.ID]cost.Sum) {
	before, changed := v.column.context.Costs, false
	v.column.context.Costs = costs
	for _, it := range v.column.items {
		if it.card != nil && it.message != nil && slices.ContainsFunc(it.message.Requests(), func(r chat.Request) bool {
			was, known := before[r.ID]
			is, told := costs[r.ID]
			return known != told || !was.Equal(is)
		}) {
			it.stale()
			changed = true
		}
	}
	if changed {
		v.column.place()
	}
}

// SetPlain leaves away who answered, with how many tokens and in what time, or shows it again.
func (v *View) SetPlain(plain bool) {
	if v.column.context.Plain != plain {
		v.column.context.Plain = plain
		v.column.restyle()
	}
}

// SetBusy shows the progress of waiting after a problem, such as "Trying again in 8 s"; "" takes it
// away.
func (v *View) SetBusy(id chat.ID, words string) {
	if v.column.context.Busy[id] == words {
		return
	}
	v.column.context.Busy[id] = words
	v.Relay(id)
}

// Relay lays a message out again after something that it shows has changed elsewhere.
func (v *View) Relay(id chat.ID) {
	if i, ok := v.column.index[id]; ok && v.column.items[i].card != nil {
		v.column.items[i].stale()
		v.column.place()
	}
}

// SetReading marks what is being read, of whatever conversation it is. When another message begins
// to be read the window goes there, and follows for as long as the reader does not scroll away.
func (v *View) SetReading(r Reading) {
	if r == v.column.reading {
		return
	}
	if v.follower.set(r) {
		v.column.place()
	} else {
		v.selector.shade()
	}
	v.follower.catchUp()
}

// Reading is the value of SetReading.
func (v *View) Reading() Reading { return v.column.reading }

// BackToReading shows the sentence being read, and follows again.
func (v *View) BackToReading() { v.follower.back() }

// GoToEnd goes to the end and stays there.
func (v *View) GoToEnd() { v.follower.goTo(1) }

// SaysNotStored reports whether a reply that a view shows says that it could not be stored.
func SaysNotStored(v *View) bool {
	return slices.ContainsFunc(v.column.visible, func(at visible) bool {
		m := v.column.items[at.item].message
		return m != nil && m.Request != nil && m.Request.Problem != nil && m.Request.Problem.Kind == problem.Storage
	})
}

// Has reports whether a message is in the thread that is shown.
func (v *View) Has(id chat.ID) bool {
	_, ok := v.column.index[id]
	return ok
}

// FirstShown is the message at the top of the window, "" while none is laid out.
func FirstShown(v *View) chat.ID { return v.column.keep().id }

// Last is the last message of a role.
func (v *View) Last(role chat.Role) (chat.ID, bool) { return v.column.last(role) }

// Repaint has the window painted as it is, which lets Fyne let go of the pictures of words that are
// out of sight.
func Repaint(v *View) { v.viewport.Repaint() }

// Quotable is the text to quote: the selection, else the text of the message that has the keyboard;
// "" when neither is there.
func (v *View) Quotable() string {
	if text := v.selector.quotation(); text != "" {
		return text
	}
	if i := v.keyboard.item; i >= 0 && i < len(v.column.items) && v.column.items[i].message != nil {
		return cards.Clean(*v.column.items[i].message)
	}
	return ""
}

// PillsHeight is the height of the view's foot that the buttons over the text take, 0 while there
// are none.
func (v *View) PillsHeight() float32 { return v.viewport.taken }

// Spots calls visit with each thing to click that is painted, from the top; from is measured from
// the top left corner of the view.
func (v *View) Spots(visit func(name string, from fyne.Position, size fyne.Size)) {
	left, _ := v.column.edges()
	for _, w := range v.viewport.shown {
		for _, s := range w.node.row.Spots {
			a := w.node.row.SpotArea(&s).At(left, w.y, v.column.zoom)
			visit(s.Name, fyne.NewPos(a.X, a.Y), fyne.NewSize(a.W, a.H))
		}
	}
	for _, p := range v.viewport.pills() {
		if a := p.area; a != (rows.Area{}) {
			visit(p.word.Text, fyne.NewPos(a.X, a.Y), fyne.NewSize(a.W, a.H))
		}
	}
}

// Where is the middle of the nth of the Spots of a name, from 0.
func (v *View) Where(name string, n int) (at fyne.Position, ok bool) {
	v.Spots(func(spot string, from fyne.Position, size fyne.Size) {
		if spot != name {
			return
		}
		if n == 0 {
			at, ok = from.AddXY(size.Width/2, size.Height/2), true
		}
		n--
	})
	return at, ok
}

// MinSize is small: the column takes what room there is.
func (v *View) MinSize() fyne.Size {
	v.ExtendBaseWidget(v)
	return v.viewport.MinSize()
}

// CreateRenderer is for Fyne.
func (v *View) CreateRenderer() fyne.WidgetRenderer { return v.viewport }

// FocusGained is for Fyne.
func (v *View) FocusGained() { v.keyboard.gained() }

// FocusLost is for Fyne.
func (v *View) FocusLost() { v.keyboard.lost() }

// AcceptsTab is for Fyne: Tab goes through the actions of the message the keyboard is at, and then
// on.
func (v *View) AcceptsTab() bool { return v.keyboard.acceptsTab() }

// KeyDown is for Fyne.
func (v *View) KeyDown(e *fyne.KeyEvent) {
	v.column.pressed()
	v.keyboard.shift.Key(e, true)
}

// KeyUp is for Fyne.
func (v *View) KeyUp(e *fyne.KeyEvent) { v.keyboard.up(e) }

// TypedRune is for Fyne: what is typed goes to where messages are written.
func (v *View) TypedRune(r rune) { v.OnType(r) }

// TypedKey is for Fyne.
func (v *View) TypedKey(e *fyne.KeyEvent) {
	if !v.keyboard.key(e.Name) {
		widgets.KeyToWindow(v, e)
	}
}

// TypedShortcut is for Fyne, which drops what the focused control does not know; the window may.
func (v *View) TypedShortcut(s fyne.Shortcut) {
	if !v.keyboard.shortcut(s) {
		widgets.ShortcutToWindow(v, s)
	}
}

// MouseIn is for Fyne.
func (v *View) MouseIn(e *desktop.MouseEvent) { v.pointer.move(e.Position, true) }

// MouseMoved is for Fyne.
func (v *View) MouseMoved(e *desktop.MouseEvent) { v.pointer.move(e.Position, true) }

// MouseOut is for Fyne.
func (v *View) MouseOut() { v.pointer.move(fyne.Position{}, false) }

// Cursor is for Fyne.
func (v *View) Cursor() desktop.Cursor { return v.pointer.cursor() }

// pressed says that a key or a button was pressed, before that does anything.
func (v *column) pressed() {
	if v.Tools != nil {
		v.Tools.Pressed()
	}
}

// MouseDown is for Fyne.
func (v *View) MouseDown(e *desktop.MouseEvent) {
	v.column.pressed()
	v.pointer.down(e)
}

// MouseUp is for Fyne.
func (v *View) MouseUp(e *desktop.MouseEvent) { v.pointer.up(e) }

// Tapped is for Fyne, which calls it for one click that is neither the first of two nor the end of
// a drag.
func (v *View) Tapped(e *fyne.PointEvent) { v.pointer.tapped(e.Position) }

// DoubleTapped is for Fyne: it selects a word.
func (v *View) DoubleTapped(e *fyne.PointEvent) { v.pointer.doubleTapped(e.Position) }

// TappedSecondary is for Fyne: the menu of the message under the pointer.
func (v *View) TappedSecondary(e *fyne.PointEvent) {
	if i := v.viewport.itemAt(e.Position.Y); i >= 0 {
		v.menu.open(i, e.Position)
	}
}

// Dragged is for Fyne.
func (v *View) Dragged(e *fyne.DragEvent) { v.pointer.dragged(e) }

// DragEnd is for Fyne.
func (v *View) DragEnd() { v.pointer.dragEnd() }

// Scrolled is for Fyne.
func (v *View) Scrolled(e *fyne.ScrollEvent) { v.pointer.scrolled(e) }
