package conversation

import (
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/app/chat"
	"parley/app/markdown"
	"parley/views/conversation/rows"
	"parley/views/conversation/textflow"
	"parley/views/theme"
)

const (
	margin     = 40 // at least, at each side of the column
	topRoom    = 22 // above the first message
	endRoom    = 20 // below the last
	messageGap = 18
	// keptCards is how many messages stay laid out; those seen longest ago are forgotten first.
	keptCards = 200
)

// View is the reading column.
type View struct {
	widget.BaseWidget
	// Options may be changed until the first SetThread; no callback may become nil.
	Options
	ruler *textflow.Ruler
	// zoom enlarges what is laid out when it is shown, so that the size of text in the theme counts here too.
	zoom float32

	conversation chat.ID
	items        []*item
	index        map[chat.ID]int

	// anchor is an item that reaches into the window and the place of its top, measured from the window's top.
	anchor anchor
	// stick says that the reader is at the end and wants to stay there.
	stick bool
	// placing says that rows are being laid out; seen counts placings, for forgetting what was seen longest ago.
	placing bool
	seen    int

	stage    *stage
	colours  colours
	pictures map[string]image.Image
	// wanted are the pictures that were asked for.
	wanted map[string]bool
	// damaged are those that cannot be shown.
	damaged map[string]bool
	// missed are those that could not be read the last time.
	missed map[string]bool
	empty  fyne.CanvasObject

	mark      mark
	reading   Reading
	follow    follow
	selection selection
	pointer   pointer
	keys      keys
	busy      map[chat.ID]string
	times     bool
	plain     bool
	// wide is how wide the column may be at most.
	wide float32
}

// item is one message of the thread.
type item struct {
	head chat.Head
	// height is measured once card is laid out, and guessed before.
	height float32
	// message is nil until it was given; card is nil until it was seen.
	message *chat.Message
	quiet   bool
	card    *card
	// asked says that the message was asked for, and unread that it could not be read; seen is when it last was in the window.
	asked  bool
	unread bool
	seen   int
	folds  folds
}

type anchor struct {
	item int
	y    float32
}

// New makes an empty column.
func New(options Options) *View {
	v := &View{
		Options: options.fill(), zoom: 1, index: map[chat.ID]int{}, stick: true,
		colours: colours{}, pictures: map[string]image.Image{}, wanted: map[string]bool{}, damaged: map[string]bool{}, missed: map[string]bool{}, busy: map[chat.ID]string{},
	}
	v.ruler = v.newRuler()
	v.stage = newStage(v)
	v.keys.item = -1
	v.pointer.item = -1
	v.ExtendBaseWidget(v)
	return v
}

// SetThread shows the messages of heads, in this order. Messages that were shown before stay as they are, and so does the
// reader's place if it is the same conversation; another conversation is shown at its end. loaded are messages whose
// text is at hand.
func (v *View) SetThread(conversation chat.ID, heads []chat.Head, loaded []chat.Message) {
	same := conversation == v.conversation
	keep, kept := v.reference()
	old := v.index
	oldItems := v.items
	v.conversation = conversation
	v.items = make([]*item, len(heads))
	v.index = make(map[chat.ID]int, len(heads))
	var fresh []item // all at once: one by one they are most of the work of opening a long conversation
	if !same {
		fresh = make([]item, len(heads))
	}
	for i, h := range heads {
		if at, ok := old[h.ID]; ok && same {
			v.items[i] = oldItems[at]
			v.items[i].head = h
		} else {
			if len(fresh) == 0 {
				fresh = make([]item, 1)
			}
			v.items[i], fresh = &fresh[0], fresh[1:]
			v.items[i].head = h
			v.items[i].height = v.guess(h)
		}
		v.index[h.ID] = i
	}
	v.stage.visible = nil // they count the messages that were shown before
	v.forgetPointers()
	switch {
	case !same:
		v.stick = true
		v.mark = mark{}
		v.follow = follow{}
		clear(v.busy)
		for sha := range v.damaged { // perhaps it can be read by now
			delete(v.wanted, sha)
		}
		for sha := range v.missed {
			delete(v.wanted, sha)
		}
		clear(v.damaged)
		clear(v.missed)
	case kept && !v.stick:
		if at, ok := v.index[keep.id]; ok {
			v.anchor = anchor{at, keep.y}
		} else {
			v.anchor.item = min(v.anchor.item, max(len(v.items)-1, 0))
		}
	}
	v.anchor.item = min(v.anchor.item, max(len(v.items)-1, 0))
	v.take(loaded)
	v.place()
	v.catchUp()
}

// SetMessages gives the texts of messages that were asked for, or that changed otherwise than by growing.
func (v *View) SetMessages(ms []chat.Message) {
	keep, kept := v.reference()
	v.take(ms)
	if kept && !v.stick {
		v.anchor = anchor{v.index[keep.id], keep.y}
	}
	v.place()
	v.followMark()
	v.catchUp()
}

// SetUnread says that messages that were asked for could not be read. Each is shown as that, with a button that asks for all of
// them again; those whose text is known stay as they are. shown reports whether there are any of these.
func (v *View) SetUnread(ids []chat.ID) (shown bool) {
	keep, kept := v.reference()
	for _, id := range ids {
		i, ok := v.index[id]
		switch {
		case !ok:
		case v.items[i].message != nil:
			shown = true
		default:
			v.items[i].unread = true
		}
	}
	if kept && !v.stick {
		v.anchor = anchor{v.index[keep.id], keep.y}
	}
	v.place()
	return shown
}

// askAgain asks for the messages that could not be read.
func (v *View) askAgain() {
	var ids []chat.ID
	for _, it := range v.items {
		if it.unread && it.message == nil {
			ids = append(ids, it.head.ID)
		}
	}
	v.OnNeed(ids)
}

func (v *View) take(ms []chat.Message) {
	for _, m := range ms {
		i, ok := v.index[m.ID]
		if !ok {
			continue
		}
		v.setMessage(v.items[i], m, false)
	}
}

// UpdateMessage shows the present state of a reply that is being written. quiet says that nothing has come for a while.
// It is cheap enough to be called at every look.
func (v *View) UpdateMessage(m chat.Message, quiet bool) {
	i, ok := v.index[m.ID]
	if !ok {
		return
	}
	v.setMessage(v.items[i], m, quiet)
	if !v.stick && i > v.lastVisible() {
		v.stage.furniture() // the scroll bar and "Latest", if they changed at all
		return
	}
	v.place()
}

func (v *View) setMessage(it *item, m chat.Message, quiet bool) {
	if old := it.message; old != nil && m.Siblings == 0 {
		m.Sibling, m.Siblings = old.Sibling, old.Siblings // a reply that is being written does not know them
	}
	it.message = &m
	it.quiet = quiet
	it.asked, it.unread = false, false
	if it.card != nil {
		it.card.stale = true
	}
}

// SetPicture gives a picture that was asked for.
func (v *View) SetPicture(sha256 string, picture image.Image) {
	if len(v.pictures) > 64 {
		clear(v.pictures) // those in the window are held by what shows them
		clear(v.wanted)
	}
	v.pictures[sha256] = picture
	v.stage.picture(sha256, picture)
}

// SetHighlight gives the colours of a piece of code that were asked for.
func (v *View) SetHighlight(key string, lines [][]markdown.Span) {
	if len(v.colours) > 400 {
		clear(v.colours)
	}
	v.colours[key] = lines
	if v.placing { // answered at once, while the code is being laid out
		return
	}
	// Code out of sight waits until it comes into the window: a long reply has dozens of pieces, and each would lay the whole
	// reply out and paint the window again.
	seen := false
	for _, it := range v.items {
		if it.card != nil && it.card.recolour(key) {
			seen = true
		}
	}
	if seen {
		v.place()
	}
}

// SetTimes says whether the conversation is about a recording, so that times such as [12:34] in its replies can be clicked. It holds for
// whatever conversation is shown until it is called again.
func (v *View) SetTimes(times bool) {
	if v.times == times {
		return
	}
	v.times = times
	for _, it := range v.items {
		if it.card != nil {
			it.card.parts, it.card.stale = nil, true
		}
	}
	v.place()
}

// SetBusy tells how a trouble that only needs waiting goes on, such as "Trying again in 8 s"; "" takes it away.
func (v *View) SetBusy(id chat.ID, words string) {
	if v.busy[id] == words {
		return
	}
	v.busy[id] = words
	if i, ok := v.index[id]; ok && v.items[i].card != nil {
		v.items[i].card.stale = true
		v.place()
	}
}

// SetEmpty is shown while there are no messages.
func (v *View) SetEmpty(object fyne.CanvasObject) {
	v.empty = object
	v.place()
	canvas.Refresh(v)
}

// GoToEnd goes to the end and stays there.
func (v *View) GoToEnd() {
	v.stick = true
	v.place()
	v.movedByHand()
}

// Has reports whether a message is in the thread that is shown.
func (v *View) Has(id chat.ID) bool {
	_, ok := v.index[id]
	return ok
}

// LastReply is the last message of the assistant.
func (v *View) LastReply() (chat.ID, bool) { return v.last(chat.Assistant) }

// LastUserMessage is the last message of the person.
func (v *View) LastUserMessage() (chat.ID, bool) { return v.last(chat.User) }

func (v *View) last(role chat.Role) (chat.ID, bool) {
	for i := len(v.items) - 1; i >= 0; i-- {
		if v.items[i].head.Role == role {
			return v.items[i].head.ID, true
		}
	}
	return "", false
}

// Repaint has the window painted as it is, which lets Fyne let go of the pictures of words that are out of sight.
func (v *View) Repaint() { v.stage.repaint() }

// AtEnd reports whether the reader is at the end.
func (v *View) AtEnd() bool { return v.stick }

// Selected is the text that is selected, "" if none.
func (v *View) Selected() string { return v.selectedText() }

// column is the left edge of the column, and its width in the units in which messages are laid out: those are enlarged
// by zoom when they are shown.
func (v *View) column() (x, width float32) {
	room := v.Size().Width
	width = min(theme.Column(), room-2*margin)
	width = max(float32(int(width)), 80)
	return float32(int((room - width) / 2)), width / v.zoom
}

// setZoom takes over the size of text and the width of the column that the theme wants; it reports whether they changed.
func (v *View) setZoom() bool {
	zoom, wide := fynetheme.TextSize()/rows.TextSize, theme.Column()
	if zoom < 0.5 || zoom > 4 {
		zoom = 1
	}
	if zoom == v.zoom && wide == v.wide {
		return false
	}
	v.zoom, v.wide = zoom, wide
	v.ruler = v.newRuler()
	for _, it := range v.items {
		it.card = nil
	}
	return true
}

// newRuler measures words as they are shown: letters do not grow in exact proportion to their size.
func (v *View) newRuler() *textflow.Ruler {
	measure, zoom := v.Measure, v.zoom
	return textflow.NewRuler(func(text string, size float32, style fyne.TextStyle) (fyne.Size, float32) {
		s, base := measure(text, size*zoom, style)
		return fyne.NewSize(s.Width/zoom, s.Height/zoom), base / zoom
	})
}

// guess estimates the height of a message whose text is not known.
func (v *View) guess(h chat.Head) float32 {
	_, width := v.column()
	if h.Role == chat.User {
		lines := h.Bytes/max(int(width*0.8/7), 1) + 1
		return v.zoom * (messageGap + 20 + float32(lines)*21 + float32(h.Images)*180)
	}
	lines := h.Bytes/max(int(width/7.5), 1) + 1
	return v.zoom * (messageGap + 25 + float32(lines)*24 + 42)
}

// forgetPointers drops what is kept by the index of an item, after the items changed.
func (v *View) forgetPointers() {
	v.selection = selection{}
	v.pointer.item = -1
	v.pointer.spot = nil
	v.keys.item = -1
	v.keys.spot = 0
}

// forget frees the layout of messages that were not seen for long.
func (v *View) forget() {
	var held []*item
	for _, it := range v.items {
		if it.card != nil {
			held = append(held, it)
		}
	}
	if len(held) <= keptCards {
		return
	}
	slices.SortFunc(held, func(a, b *item) int { return a.seen - b.seen })
	for _, it := range held[:len(held)-keptCards*3/4] {
		if it.seen == v.seen || it.message == nil || !it.message.State.Ended() {
			continue
		}
		it.card, it.message, it.asked = nil, nil, false
	}
}

// MinSize is small: the column takes what room there is.
func (v *View) MinSize() fyne.Size {
	v.ExtendBaseWidget(v)
	return fyne.NewSize(160, 80)
}

// CreateRenderer is for Fyne.
func (v *View) CreateRenderer() fyne.WidgetRenderer { return v.stage }
