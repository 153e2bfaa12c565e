package conversation

import (
	"parlando/app/chat"
	"parlando/views/conversation/cards"
)

// keptPlace is a message that the reader looks at, and where its top was.
type keptPlace struct {
	id chat.ID
	y  float32
	ok bool
}

// keep is the first message in the window that was really laid out. Whatever is corrected
// elsewhere, it must not move.
func (v *column) keep() keptPlace {
	for _, s := range v.visible {
		if it := v.items[s.item]; it.card != nil {
			return keptPlace{it.head.ID, s.y, true}
		}
	}
	return keptPlace{}
}

// restore puts the message back to where it was, and places what is seen.
func (v *column) restore(p keptPlace) {
	if p.ok && !v.stick {
		if at, ok := v.index[p.id]; ok {
			v.port.Top, v.port.Over = at, -p.y
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

// lay makes sure that item i is laid out at the present width, and reports whether there is
// anything to lay out.
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
		if it.message != nil {
			it.card.Set(*it.message, it.quiet, width, i == 0)
		} else {
			it.card.SetUnread(it.head, width, i == 0)
		}
		v.placing = was
	}
	it.height = it.card.Height * v.zoom
	return true
}

// place finds what is in the window, and shows it.
func (v *column) place() {
	if v.size.Width < 1 || v.size.Height < 1 {
		return
	}
	v.seen++
	if v.stick {
		v.port.End()
	} else {
		v.port.Scroll(0)
	}
	list := make([]visible, 0, 16)
	for i, y := range v.port.Seen() {
		v.items[i].seen = v.seen
		list = append(list, visible{i, y})
	}
	v.visible = list
	v.onPlaced()
	v.forget()
	v.ask(list)
}

// scroll moves what is shown up by dy, and begins or ends sticking.
func (v *column) scroll(dy float32) {
	v.stick = false
	v.port.Scroll(dy)
	v.stick = v.below() <= 1 && dy > 0
	v.place()
}

// bring shows what lies so far below the top of an item at a height of the window.
func (v *column) bring(i int, from, y float32) {
	v.stick = false
	v.port.Bring(i, from, y)
	v.place()
}

// above is the height hidden over the top edge, in part guessed.
func (v *column) above() float32 {
	sum := v.port.Over
	for _, it := range v.items[:v.port.Top] {
		sum += it.height
	}
	return max(sum, 0)
}

// below is the height hidden under the foot, in part guessed.
func (v *column) below() float32 {
	sum := v.port.Foot - v.port.Over - v.size.Height
	for _, it := range v.items[v.port.Top:] {
		sum += it.height
	}
	return max(sum, 0)
}

// goTo shows the place that is a share of the way through the conversation, from 0 to 1.
func (v *column) goTo(share float32) {
	if share >= 1 || len(v.items) == 0 {
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

// ask asks for the messages in and around the window that are not at hand.
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
	ids := missing(16) // a wide margin at once, so that asking is rare
	for _, id := range ids {
		v.items[v.index[id]].asked = true
	}
	v.Source.ReadMessages(ids)
}

// readingPlace returns the first row in the window, which is found again after everything was laid
// out at another width. The zero value is no row.
func (v *column) readingPlace() chat.ReadingPlace {
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

// returnTo puts the row where it was.
func (v *column) returnTo(p chat.ReadingPlace) {
	i, ok := v.index[p.Message]
	if v.stick || !ok || !v.lay(i) {
		return
	}
	c := v.items[i].card
	if row := min(int(p.Part*float32(len(c.Rows))+0.5), len(c.Rows)-1); row >= 0 {
		v.port.Top, v.port.Over = i, c.Tops[row]*v.zoom-p.Y
	}
}

// leave notes the place of the reader in the conversation that is shown, before another one is.
func (v *column) leave() {
	if p := v.readingPlace(); v.stick && len(v.items) > 0 {
		v.left[v.conversation] = chat.ReadingPlace{}
	} else if p.Message != "" {
		v.left[v.conversation] = p
	}
}

// comeBack goes to the place at which the reader left the conversation, if its message is at hand.
func (v *column) comeBack() {
	p := v.left[v.conversation]
	if i, ok := v.index[p.Message]; ok && v.lay(i) {
		v.stick = false
		v.returnTo(p)
	}
}

// relay lays a message out again after something in it was folded or unfolded. What is above the
// fold stays.
func (v *column) relay(c *cards.Card) {
	c.Stale = true
	if v.stick && v.below() < 1 {
		// Unfolding at the end would push what was clicked away; the reader wants to see it.
		v.stick = false
		v.place()
		v.stick = v.below() <= 1
		return
	}
	v.place()
}
