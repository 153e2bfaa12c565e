package conversation

import (
	"image"
	"maps"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/markdown"
	"parlando/app/problem"
	"parlando/app/tools"
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

// View is the reading column. Its column lays out messages, the viewport has the canvas objects of
// the visible part, the selector manages the selection, the follower scrolls, and pointer and
// keyboard handle input.
type View struct {
	widget.BaseWidget
	accessibility
	// Options may be changed until the first SetThread.
	Options
	// ReadingPlaces has the reading position of each conversation, which SetThread restores.
	ReadingPlaces map[chat.ID]chat.ReadingPlace

	column   *column
	viewport *viewport
	selector *selector
	follower *follower
	pointer  *pointer
	keyboard *keyboard
	menu     *menu
}

// New returns an empty column.
func New(options Options) *View {
	v := &View{Options: options}
	v.column = newColumn(&v.Options)
	v.ReadingPlaces = v.column.left
	v.viewport = newViewport(v.column)
	v.accessibility = accessibility{v.viewport}
	v.selector = &selector{column: v.column, viewport: v.viewport}
	v.follower = &follower{column: v.column, viewport: v.viewport}
	v.pointer = newPointer(v.column, v.viewport, v.selector, v.follower, func() { textview.TakeFocus(v) })
	v.menu = &menu{owner: v, column: v.column, viewport: v.viewport, selector: v.selector, pointer: v.pointer}
	v.column.context.Overlays = v.menu
	v.column.context.Resumer = &resumer{v.column, v.selector, v.follower}
	v.keyboard = &keyboard{column: v.column, viewport: v.viewport, selector: v.selector, follower: v.follower, openMenu: func(i int, at fyne.Position) { v.menu.open(i, at, 0) }, item: -1}
	v.viewport.onShown = func() {
		v.selector.shade()
		v.pointer.update()
		v.viewport.furniture()
	}
	v.ExtendBaseWidget(v)
	return v
}

// SetThread shows the messages of heads, in this order. For the conversation already shown, it
// reuses existing layouts and keeps the scroll position; another conversation is shown at its last
// reading position, or at its end. loaded has the messages that have been read already.
func (v *View) SetThread(conversation chat.ID, heads []chat.Head, loaded []chat.Message) {
	keep, focused := v.column.keep(), v.keyboard.focusedMessage()
	known := v.column.index
	if conversation != v.column.conversation {
		v.column.leave()
	}
	same := v.column.set(conversation, heads)
	if !same {
		v.selector.found = matchMarks{}
		v.follower.on, v.follower.loose = false, false
	}
	// These refer to items by index.
	v.selector.clear()
	v.pointer.reset()
	v.keyboard.refocus(focused)
	v.column.take(loaded)
	if same {
		v.column.expectReply(known)
	} else {
		v.column.comeBack()
	}
	v.column.restore(keep)
	v.follower.catchUp()
}

// ReadingPlace returns the reading position in a conversation: the current one if the conversation
// is shown, otherwise the last one. ok is false if the conversation was never shown.
func (v *View) ReadingPlace(conversation chat.ID) (place chat.ReadingPlace, ok bool) {
	if conversation == v.column.conversation {
		v.column.leave()
	}
	place, ok = v.ReadingPlaces[conversation]
	return place, ok
}

// SetMessages sets the content of requested messages, or of messages that changed other than by
// streaming.
func (v *View) SetMessages(ms []chat.Message) {
	keep := v.column.keep()
	v.column.take(ms)
	v.column.restore(keep)
	v.selector.toFound(true)
	v.follower.catchUp()
}

// SetReadFailed marks requested messages as unreadable. Each shows a placeholder with a button that
// requests all unreadable messages again. Messages whose content is known do not change; shown
// reports whether ids has such messages.
func (v *View) SetReadFailed(ids []chat.ID) (shown bool) {
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

// UpdateMessage shows the current state of a streaming reply. quiet means that no data has arrived
// for a while. It is cheap enough to be called on every tick.
func (v *View) UpdateMessage(m chat.Message, quiet bool) {
	i, ok := v.column.index[m.ID]
	if !ok {
		return
	}
	v.column.items[i].setMessage(m, quiet)
	if !v.column.stick && i > v.column.lastVisible() {
		v.viewport.furniture() // the scroll bar and the button "To the end" may change
		return
	}
	v.column.place()
}

// SetPicture sets a requested picture.
func (v *View) SetPicture(sha256 string, picture image.Image) {
	v.column.pictures.add(sha256, picture)
	v.viewport.picture(sha256, picture)
}

// SetDamaged marks a requested picture as damaged.
func (v *View) SetDamaged(sha256 string) {
	if damaged := v.column.context.DamagedPictures; !damaged[sha256] {
		damaged[sha256] = true
		v.column.relayPicture(sha256)
	}
}

// SetPictureReadFailed marks a requested picture as unreadable; its message offers to retry.
func (v *View) SetPictureReadFailed(sha256 string) {
	v.column.context.UnreadablePictures[sha256] = true
	v.column.relayPicture(sha256)
}

// SetHighlight sets the requested colors of a code block.
func (v *View) SetHighlight(key string, lines [][]markdown.Span) {
	if len(v.column.context.Colors) > 400 {
		clear(v.column.context.Colors)
	}
	v.column.context.Colors[key] = lines
	if v.column.placing { // Highlight called back at once, during the layout
		return
	}
	// Code that is not visible gets its colors later: a long reply has dozens of code blocks, and
	// each change would lay out and paint the whole reply.
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

// SetTimes makes times such as [12:34] in replies clickable, for conversations about a recording.
// The setting stays when another conversation is shown.
func (v *View) SetTimes(times bool) {
	if v.column.context.Times != times {
		v.column.context.Times = times
		v.column.restyle()
	}
}

// SetCosts shows the costs of requests, by their ids, under replies; nil hides them.
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

// SetMemories shows which sentences that calls have remembered are still there; see
// cards.Context.Memories.
func (v *View) SetMemories(all map[string]chat.ID) {
	if maps.Equal(v.column.context.Memories, all) && (all == nil) == (v.column.context.Memories == nil) {
		return
	}
	v.column.context.Memories = all
	for _, it := range v.column.items {
		if it.card != nil && it.message != nil && slices.ContainsFunc(it.message.Parts, func(p chat.Part) bool {
			c, ok := p.ToolCall()
			return ok && c.Name == tools.Remember
		}) {
			it.stale()
		}
	}
	v.column.place()
}

// SetModel sets the id of the chat's current model; replies of other models show theirs.
func (v *View) SetModel(id string) {
	if v.column.context.Model == id {
		return
	}
	v.column.context.Model = id
	for _, it := range v.column.items {
		it.stale()
	}
	v.column.place()
}

// SetPlain hides or shows the line with model, tokens and time.
func (v *View) SetPlain(plain bool) {
	if v.column.context.Plain != plain {
		v.column.context.Plain = plain
		v.column.restyle()
	}
}

// SetLabels hides or shows the names of the actions of replies.
func (v *View) SetLabels(on bool) {
	if v.column.context.Labels != on {
		v.column.context.Labels = on
		v.column.restyle()
	}
}

// SetBusy shows the progress of waiting after a problem, such as "Trying again in 8 s"; "" hides
// it.
func (v *View) SetBusy(id chat.ID, words string) {
	if v.column.context.Busy[id] == words {
		return
	}
	v.column.context.Busy[id] = words
	v.RelayoutMessage(id)
}

// RelayoutMessage lays out a message again after a change outside the message that affects its
// layout.
func (v *View) RelayoutMessage(id chat.ID) {
	if i, ok := v.column.index[id]; ok && v.column.items[i].card != nil {
		v.column.items[i].stale()
		v.column.place()
	}
}

// SetReadAloud marks the sentence being read aloud, in any conversation. When another message
// starts to be read, the view follows the reading until the user scrolls away.
func (v *View) SetReadAloud(r ReadAloud) {
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

// ReadAloud returns the sentence set by SetReadAloud.
func (v *View) ReadAloud() ReadAloud { return v.column.reading }

// ScrollToReadAloud scrolls to the sentence being read and resumes following.
func (v *View) ScrollToReadAloud() { v.follower.back() }

// GoToEnd scrolls to the end and sticks to the end.
func (v *View) GoToEnd() { v.follower.goTo(1) }

// AwaitReply scrolls to the end, but keeps the beginning of a reply in view. The reply may not be
// in the thread yet.
func (v *View) AwaitReply(reply chat.ID) {
	v.GoToEnd()
	v.column.beginning.reply = reply
	v.column.place()
}

// ShowsNotStored reports whether a visible reply says that it could not be stored.
func (v *View) ShowsNotStored() bool {
	return slices.ContainsFunc(v.column.visible, func(at visible) bool {
		m := v.column.items[at.item].message
		return m != nil && m.Request != nil && m.Request.Problem != nil && m.Request.Problem.Kind == problem.Storage
	})
}

// HasMessage reports whether the shown thread or its queue has a message.
func (v *View) HasMessage(id chat.ID) bool {
	_, ok := v.column.index[id]
	return ok
}

// TopMessage returns the message at the top of the view, "" while none is laid out.
func (v *View) TopMessage() chat.ID { return v.column.keep().id }

// LastMessage returns the last message of a role, without the queued ones.
func (v *View) LastMessage(role chat.Role) (chat.ID, bool) { return v.column.last(role) }

// Repaint repaints the view. Fyne then frees the cached images of text that is not visible.
func (v *View) Repaint() { v.viewport.Repaint() }

// QuotableText returns the selection as a quote, or the text of the focused message if nothing is
// selected; "" if there is neither.
func (v *View) QuotableText() string {
	if text := v.selector.quotation(); text != "" {
		return text
	}
	if i := v.keyboard.item; i >= 0 && i < len(v.column.items) && v.column.items[i].message != nil {
		return cards.CopyText(*v.column.items[i].message)
	}
	return ""
}

// PillsHeight returns the height that the floating buttons take at the bottom of the view, 0 if
// none is shown.
func (v *View) PillsHeight() float32 { return v.viewport.taken }

// VisitClickableAreas calls visit with each visible clickable area, from top to bottom; from is
// relative to the top left corner of the view.
func (v *View) VisitClickableAreas(visit func(name string, from fyne.Position, size fyne.Size)) {
	left, _ := v.column.edges()
	for _, w := range v.viewport.shown {
		for _, s := range w.node.row.ClickAreas {
			a := w.node.row.ClickAreaBounds(&s).Transform(left, w.y, v.column.zoom)
			visit(s.Name, fyne.NewPos(a.X, a.Y), fyne.NewSize(a.W, a.H))
		}
	}
	for _, p := range v.viewport.pills() {
		if a := p.area; a != (rows.Area{}) {
			visit(p.word.Text, fyne.NewPos(a.X, a.Y), fyne.NewSize(a.W, a.H))
		}
	}
}

// FindClickableArea returns the center of the nth visible clickable area with a name, from 0.
func (v *View) FindClickableArea(name string, n int) (at fyne.Position, ok bool) {
	v.VisitClickableAreas(func(spot string, from fyne.Position, size fyne.Size) {
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

// MinSize implements fyne.CanvasObject. It is small: the column takes the available space.
func (v *View) MinSize() fyne.Size {
	v.ExtendBaseWidget(v)
	return v.viewport.MinSize()
}

// CreateRenderer implements fyne.Widget.
func (v *View) CreateRenderer() fyne.WidgetRenderer { return v.viewport }

// FocusGained implements fyne.Focusable.
func (v *View) FocusGained() { v.keyboard.gained() }

// FocusLost implements fyne.Focusable.
func (v *View) FocusLost() { v.keyboard.lost() }

// AcceptsTab implements fyne.Tabbable: Tab moves through the actions of the focused message, and
// then out of the view.
func (v *View) AcceptsTab() bool { return v.keyboard.acceptsTab() }

// KeyDown implements desktop.Keyable.
func (v *View) KeyDown(e *fyne.KeyEvent) {
	widgets.KeyPressed()
	v.column.pressed()
	v.keyboard.shift.Key(e, true)
}

// KeyUp implements desktop.Keyable.
func (v *View) KeyUp(e *fyne.KeyEvent) { v.keyboard.up(e) }

// TypedRune implements fyne.Focusable: typed characters go to the message box.
func (v *View) TypedRune(r rune) { v.OnRune(r) }

// TypedKey implements fyne.Focusable.
func (v *View) TypedKey(e *fyne.KeyEvent) {
	if !v.keyboard.key(e.Name) {
		widgets.KeyToWindow(v, e)
	}
}

// TurnPage scrolls by Page Up or Page Down, pressed in an empty message box.
func (v *View) TurnPage(key fyne.KeyName) { v.keyboard.scroll(key) }

// TypedShortcut implements fyne.Shortcutable. It passes unknown shortcuts to the window, since Fyne
// does not do so for a focused widget.
func (v *View) TypedShortcut(s fyne.Shortcut) {
	if !v.keyboard.shortcut(s) {
		widgets.ShortcutToWindow(v, s)
	}
}

// MouseIn implements desktop.Hoverable.
func (v *View) MouseIn(e *desktop.MouseEvent) { v.pointer.move(e.Position, true) }

// MouseMoved implements desktop.Hoverable.
func (v *View) MouseMoved(e *desktop.MouseEvent) { v.pointer.move(e.Position, true) }

// MouseOut implements desktop.Hoverable.
func (v *View) MouseOut() { v.pointer.move(fyne.Position{}, false) }

// Cursor implements desktop.Cursorable.
func (v *View) Cursor() desktop.Cursor { return v.pointer.cursor() }

// pressed announces the press of a key or mouse button before the press is handled.
func (v *column) pressed() {
	if v.Tools != nil {
		v.Tools.NotePress()
	}
}

// MouseDown implements desktop.Mouseable.
func (v *View) MouseDown(e *desktop.MouseEvent) {
	widgets.PointerPressed()
	v.column.pressed()
	v.pointer.down(e)
}

// MouseUp implements desktop.Mouseable.
func (v *View) MouseUp(e *desktop.MouseEvent) { v.pointer.up(e) }

// Tapped implements fyne.Tappable. Fyne calls it for a single click that does not end a drag.
func (v *View) Tapped(e *fyne.PointEvent) { v.pointer.tapped(e.Position) }

// DoubleTapped implements fyne.DoubleTappable: it selects a word.
func (v *View) DoubleTapped(e *fyne.PointEvent) { v.pointer.doubleTapped(e.Position) }

// TappedSecondary implements fyne.SecondaryTappable: it opens the menu of the message under the
// pointer.
func (v *View) TappedSecondary(e *fyne.PointEvent) {
	if i := v.viewport.itemAt(e.Position.Y); i >= 0 {
		v.menu.open(i, e.Position, 0)
	}
}

// Dragged implements fyne.Draggable.
func (v *View) Dragged(e *fyne.DragEvent) { v.pointer.dragged(e) }

// DragEnd implements fyne.Draggable.
func (v *View) DragEnd() { v.pointer.dragEnd() }

// Scrolled implements fyne.Scrollable.
func (v *View) Scrolled(e *fyne.ScrollEvent) { v.pointer.scrolled(e) }
