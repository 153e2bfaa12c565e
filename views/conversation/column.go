package conversation

import (
	"slices"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/app/markdown"
	"parlando/views/conversation/cards"
	"parlando/views/conversation/rows"
	"parlando/views/textview"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
)

const (
	margin = 24 // minimum space at each side of the column, as beside the message box
	// endRoom is the space below the last message, at the default text size: a toast and 8 around
	// it, less what is between the view and the message box.
	endRoom = 54
	// keptCards is the maximum number of cached layouts of messages; the least recently visible
	// ones are evicted first.
	keptCards = 200
)

// column is the list of messages. It lays a message out when the message first becomes visible, and
// implements textview.Rows for port.
type column struct {
	*Options
	size fyne.Size
	// zoom scales layout units to screen units according to the text size of the theme.
	zoom float32
	// wide is the maximum width of the column.
	wide float32

	conversation chat.ID
	items        []*threadItem
	index        map[chat.ID]int
	// queue has the queued messages of a conversation. While that conversation is shown, they are
	// the last items, and waiting is their number.
	queue   queue
	waiting int
	port    textview.Viewport
	// stick means that the view scrolls to the end whenever the conversation grows.
	stick     bool
	beginning replyBeginning
	// left maps the conversations shown before to their reading positions.
	left map[chat.ID]chat.ReadingPlace
	// returning is the position to scroll to once its message is laid out completely; scrolling by
	// the user cancels it.
	returning chat.ReadingPlace
	// placing means that rows are being laid out; seen counts the calls of place, so that forget
	// can find the least recently visible messages.
	placing bool
	seen    int
	// visible lists the visible items.
	visible []visible

	context  *cards.Context
	pictures pictures
	reading  ReadAloud

	// onPlaced is called after each change of the visible items.
	onPlaced func()
}

// threadItem is one message of the thread or of the queue.
type threadItem struct {
	head chat.Head
	// height is an estimate until card is laid out.
	height float32
	// message is nil until the message is read, card until the message is visible.
	message *chat.Message
	quiet   bool
	card    *cards.Card
	// asked means that the message was requested, unread that reading the message failed; seen is
	// the value of column.seen when the message was last visible.
	asked  bool
	unread bool
	seen   int
	folds  cards.Folds
	// queued is set for a queued message, nil for other messages.
	queued *cards.QueuedMessage
}

// visible is a visible item and the position of its top.
type visible struct {
	item int
	y    float32
}

func newColumn(o *Options) *column {
	c := &column{Options: o, zoom: 1, index: map[chat.ID]int{}, left: map[chat.ID]chat.ReadingPlace{}, stick: true, pictures: newPictures()}
	c.port = textview.NewViewport(c, endRoom)
	c.context = &cards.Context{
		Callbacks: &o.Callbacks, Ruler: textflow.NewScreenRuler(1), Busy: map[chat.ID]string{}, Colors: map[string][][]markdown.Span{},
		DamagedPictures: map[string]bool{}, UnreadablePictures: map[string]bool{},
		Message: c.message, Loudspeaker: c.loudspeaker, RelayoutCard: c.relay, ShowFooter: c.showFooter, RetryMessages: c.askAgain, RetryPicture: c.retryPicture,
	}
	return c
}

// Len implements textview.Rows.
func (v *column) Len() int { return len(v.items) }

// Height implements textview.Rows.
func (v *column) Height(i int) float32 {
	v.lay(i)
	return v.items[i].height
}

// ViewHeight implements textview.Rows.
func (v *column) ViewHeight() float32 { return v.size.Height }

// edges returns the left edge of the column in the view, and its width in layout units, that is,
// before scaling by zoom.
func (v *column) edges() (x, width float32) {
	width = min(theme.ColumnWidth(), v.size.Width-2*margin)
	width = max(float32(int(width)), 80)
	return float32(int((v.size.Width - width) / 2)), width / v.zoom
}

// setZoom applies the text size and the column width of the theme; it reports whether they changed.
func (v *column) setZoom() bool {
	zoom, wide := fynetheme.TextSize()/rows.TextSize, theme.ColumnWidth()
	if zoom < 0.5 || zoom > 4 {
		zoom = 1
	}
	if zoom == v.zoom && wide == v.wide {
		return false
	}
	v.zoom, v.wide = zoom, wide
	v.port.BottomSpace = v.foot()
	v.context.Ruler = textflow.NewScreenRuler(zoom)
	for _, it := range v.items {
		if it.card != nil {
			it.card.DiscardLayout()
		}
	}
	return true
}

// guess estimates the height of a message that has not been read. width is a parameter because
// querying the theme for each message takes a tenth of the time of opening a long conversation.
func (v *column) guess(h chat.Head, width float32) float32 {
	if h.Role == chat.User {
		lines := h.Bytes/max(int(width*0.8/7), 1) + 1
		return v.zoom * (cards.MessageGap + 20 + float32(lines)*21 + float32(h.Images)*180)
	}
	lines := h.Bytes/max(int(width/7.5), 1) + 1
	return v.zoom * (cards.MessageGap + 25 + float32(lines)*24 + 42)
}

// rescale estimates the heights of messages that were never read again after the width has changed.
func (v *column) rescale() {
	_, width := v.edges()
	for _, it := range v.items {
		if it.card == nil && it.message == nil {
			it.height = v.guess(it.head, width)
		}
	}
}

// set replaces the messages. For the same conversation, it returns true and reuses layouts.
func (v *column) set(conversation chat.ID, heads []chat.Head) (same bool) {
	same = conversation == v.conversation
	old, oldItems := v.index, v.items
	v.conversation = conversation
	v.items = make([]*threadItem, len(heads))
	v.index = make(map[chat.ID]int, len(heads))
	_, width := v.edges()
	// Allocate all at once: single allocations dominate the time of opening a long conversation.
	var fresh []threadItem
	if !same {
		fresh = make([]threadItem, len(heads))
	}
	for i, h := range heads {
		if at, ok := old[h.ID]; ok && same {
			v.items[i] = oldItems[at]
			v.items[i].head = h
		} else {
			if len(fresh) == 0 {
				fresh = make([]threadItem, 1)
			}
			v.items[i], fresh = &fresh[0], fresh[1:]
			v.items[i].head = h
			v.items[i].height = v.guess(h, width)
		}
		v.index[h.ID] = i
	}
	v.appendQueue(old, oldItems)
	v.port.Top = min(v.port.Top, max(len(v.items)-1, 0))
	v.visible = nil // refers to the previous items
	if !same {
		v.returning = chat.ReadingPlace{}
		v.stick = true
		if _, awaited := v.index[v.beginning.reply]; !awaited {
			v.beginning = replyBeginning{}
		}
		clear(v.context.Busy)
		v.retryPictures() // failed pictures may be readable by now
	}
	return same
}

// message returns a message, nil if the message is not in the thread or has not been read.
func (v *column) message(id chat.ID) *chat.Message {
	if i, ok := v.index[id]; ok {
		return v.items[i].message
	}
	return nil
}

// take sets the content of messages.
func (v *column) take(ms []chat.Message) {
	for _, m := range ms {
		if i, ok := v.index[m.ID]; ok {
			v.items[i].setMessage(m, false)
		}
	}
}

func (it *threadItem) setMessage(m chat.Message, quiet bool) {
	if old := it.message; old != nil && m.Siblings == 0 {
		// A streaming reply comes without the number of its siblings.
		m.Sibling, m.Siblings = old.Sibling, old.Siblings
	}
	it.message = &m
	it.quiet = quiet
	it.asked, it.unread = false, false
	it.stale()
}

// stale requests a new layout of the message.
func (it *threadItem) stale() {
	if it.card != nil {
		it.card.Stale = true
	}
}

// restyle lays out all messages again.
func (v *column) restyle() {
	for _, it := range v.items {
		if it.card != nil {
			it.card.DiscardLayout()
		}
	}
	v.place()
}

// askAgain requests again the messages whose read failed.
func (v *column) askAgain() {
	var ids []chat.ID
	for _, it := range v.items {
		if it.unread && it.message == nil {
			ids = append(ids, it.head.ID)
		}
	}
	v.Source.ReadMessages(ids)
}

// last returns the last message of a role, without the queued ones.
func (v *column) last(role chat.Role) (chat.ID, bool) {
	for i := len(v.items) - 1 - v.waiting; i >= 0; i-- {
		if v.items[i].head.Role == role {
			return v.items[i].head.ID, true
		}
	}
	return "", false
}

// forget evicts the content and the layouts of the least recently visible messages.
func (v *column) forget() {
	var laidOut []*threadItem
	for _, it := range v.items {
		if it.card != nil {
			laidOut = append(laidOut, it)
		}
	}
	if len(laidOut) <= keptCards {
		return
	}
	slices.SortFunc(laidOut, func(a, b *threadItem) int { return a.seen - b.seen })
	for _, it := range laidOut[:len(laidOut)-keptCards*3/4] {
		if it.seen == v.seen || it.message == nil || it.queued != nil || !it.message.State.Ended() {
			continue
		}
		it.card, it.message, it.asked = nil, nil, false
	}
}

// ShownThread returns the heads of the shown messages, and the messages that have been read.
func (v *View) ShownThread() (heads []chat.Head, read []chat.Message) {
	for _, it := range v.column.items {
		if it.queued != nil {
			continue
		}
		heads = append(heads, it.head)
		if it.message != nil {
			read = append(read, *it.message)
		}
	}
	return heads, read
}
