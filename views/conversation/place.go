package conversation

import (
	"parlando/app/chat"
	"parlando/views/conversation/cards"
)

// keptPlace is a visible message and the position of its top, for restore.
type keptPlace struct {
	id chat.ID
	y  float32
	ok bool
}

// keep returns the first visible message that is laid out, and its position. restore moves it back
// there when heights above it have changed.
func (v *column) keep() keptPlace {
	for _, s := range v.visible {
		if it := v.items[s.item]; it.card != nil {
			return keptPlace{it.head.ID, s.y, true}
		}
	}
	return keptPlace{}
}

// restore moves the message back, unless the view sticks to the end, and shows the items.
func (v *column) restore(p keptPlace) {
	if p.ok && !v.stick {
		if at, ok := v.index[p.id]; ok {
			v.port.Top, v.port.HiddenHeight = at, -p.y
		}
	}
	v.place()
}

func (v *column) lastVisible() int {
	if n := len(v.visible); n > 0 {
		return v.visible[n-1].item
	}
	return -1
}

// lay lays out item i at the current width if necessary. It returns false if the message has not
// been read yet.
func (v *column) lay(i int) bool {
	it := v.items[i]
	if it.message == nil && !it.unread {
		return false
	}
	_, width := v.edges()
	if it.card == nil {
		it.card = cards.New(v.context, &it.folds)
	}
	if it.card.Stale || it.card.Width != width {
		was := v.placing
		v.placing = true
		switch {
		case it.queued != nil:
			it.card.SetQueued(*it.queued, width, i == 0)
		case it.message != nil:
			it.card.Set(*it.message, it.quiet, width, i == 0)
		default:
			it.card.SetPlaceholder(it.head, width, i == 0)
		}
		v.placing = was
	}
	it.height = it.card.Height * v.zoom
	return true
}

// place determines the visible items and shows them.
func (v *column) place() {
	if v.size.Width < 1 || v.size.Height < 1 {
		return
	}
	v.seen++
	v.follow()
	list := make([]visible, 0, 16)
	for i, y := range v.port.VisibleRows() {
		v.items[i].seen = v.seen
		list = append(list, visible{i, y})
	}
	v.visible = list
	v.noteBeginning()
	v.onPlaced()
	v.forget()
	v.ask(list)
}

// scroll moves the content up by dy. Only scrolling down to the end makes the view stick to it,
// unless all content is visible anyway.
func (v *column) scroll(dy float32) {
	v.returning = chat.ReadingPlace{}
	if v.above()+v.below() <= 1 {
		return
	}
	v.beginning = replyBeginning{}
	v.stick = false
	v.port.Scroll(dy)
	v.stick = v.below() <= 1 && dy > 0
	v.place()
}

// bring scrolls so that the content at distance from below the top of item i is at y in the view.
func (v *column) bring(i int, from, y float32) {
	v.returning = chat.ReadingPlace{}
	v.beginning = replyBeginning{}
	v.stick = false
	v.port.ScrollTo(i, from, y)
	v.place()
}

// above returns the height of the content above the view, partly estimated.
func (v *column) above() float32 {
	sum := v.port.HiddenHeight
	for _, it := range v.items[:v.port.Top] {
		sum += it.height
	}
	return max(sum, 0)
}

// below returns the height of the content below the view, partly estimated.
func (v *column) below() float32 {
	sum := v.port.BottomSpace - v.port.HiddenHeight - v.size.Height
	for _, it := range v.items[v.port.Top:] {
		sum += it.height
	}
	return max(sum, 0)
}

// goTo scrolls to a fraction of the conversation's height; at 1, the view sticks to the end.
func (v *column) goTo(share float32) {
	v.returning = chat.ReadingPlace{}
	if share >= 1 || len(v.items) == 0 {
		v.beginning = replyBeginning{}
		v.stick = true
		v.place()
		return
	}
	want := max(share, 0) * (v.above() + v.below())
	for i, it := range v.items {
		if want < it.height || i == len(v.items)-1 {
			v.bring(i, want, 0)
			return
		}
		want -= it.height
	}
}

// ask requests the unread messages in and around the view.
func (v *column) ask(list []visible) {
	if len(list) == 0 {
		return
	}
	missing := func(margin int) (ids []chat.ID) {
		for i := max(list[0].item-margin, 0); i <= min(list[len(list)-1].item+margin, len(v.items)-1); i++ {
			if it := v.items[i]; it.message == nil && !it.asked {
				ids = append(ids, it.head.ID)
			}
		}
		return ids
	}
	if len(missing(4)) == 0 {
		return
	}
	ids := missing(16) // request many messages at once, so that requests are rare
	for _, id := range ids {
		v.items[v.index[id]].asked = true
	}
	v.Source.ReadMessages(ids)
}

// readingPlace returns the first visible row as a position that remains valid after a layout at
// another width. It returns the zero value if no row is visible.
func (v *column) readingPlace() chat.ReadingPlace {
	if v.returning.Message != "" {
		return v.returning
	}
	for _, at := range v.visible {
		it := v.items[at.item]
		if it.card == nil {
			continue
		}
		if r := it.card.RowAt(-at.y / v.zoom); r < len(it.card.Rows) {
			return chat.ReadingPlace{
				Message: it.head.ID, Part: float32(r) / float32(len(it.card.Rows)), Y: at.y + it.card.Tops[r]*v.zoom,
			}
		}
	}
	return chat.ReadingPlace{}
}

// returnTo scrolls the row of a reading position back to where it was in the view.
func (v *column) returnTo(p chat.ReadingPlace) {
	i, ok := v.index[p.Message]
	if v.stick || !ok || !v.lay(i) {
		return
	}
	c := v.items[i].card
	v.returning = chat.ReadingPlace{}
	if c.Unfinished {
		v.returning = p
	}
	if row := min(int(p.Part*float32(len(c.Rows))+0.5), len(c.Rows)-1); row >= 0 {
		v.port.Top, v.port.HiddenHeight = i, c.Tops[row]*v.zoom-p.Y
	}
}

// leave stores the reading position before another conversation is shown.
func (v *column) leave() {
	if p := v.readingPlace(); v.stick && len(v.items) > 0 {
		v.left[v.conversation] = chat.ReadingPlace{}
	} else if p.Message != "" {
		v.left[v.conversation] = p
	}
}

// comeBack restores the conversation's reading position if the message there has been read.
func (v *column) comeBack() {
	p := v.left[v.conversation]
	if i, ok := v.index[p.Message]; ok && v.lay(i) {
		v.stick = false
		v.returnTo(p)
	}
}

// relay lays out a message again after something in it was folded or unfolded. Content above the
// fold does not move.
func (v *column) relay(c *cards.Card) {
	c.Stale = true
	if v.stick && v.below() < 1 {
		// While sticking to the end, unfolding would push the clicked row out of view.
		v.stick = false
		v.place()
		v.stick = v.below() <= 1
		return
	}
	v.place()
}

// showFooter scrolls down so that the rows of a visible card from its buttons on are in view, at
// most until the buttons are at the top.
func (v *column) showFooter(c *cards.Card) {
	for _, at := range v.visible {
		if it := v.items[at.item]; it.card == c && c.Footer >= 0 {
			if dy := min(at.y+it.height-v.size.Height, at.y+c.Tops[c.Footer]*v.zoom); dy > 0 {
				v.scroll(dy)
			}
			return
		}
	}
}
