package conversation

import "parley/app/chat"

// visible is an item that reaches into the window, and where its top is.
type visible struct {
	item int
	y    float32
}

// kept is a place the reader looks at.
type kept struct {
	id chat.ID
	y  float32
}

// reference is the first message in the window that was really laid out. Whatever is corrected elsewhere, it must
// not move.
func (v *View) reference() (kept, bool) {
	for _, s := range v.stage.visible {
		if it := v.items[s.item]; it.card != nil {
			return kept{it.head.ID, s.y}, true
		}
	}
	return kept{}, false
}

func (v *View) lastVisible() int {
	if n := len(v.stage.visible); n > 0 {
		return v.stage.visible[n-1].item
	}
	return -1
}

// lay makes sure that item i is laid out at the present width, and reports whether there is anything to lay out.
func (v *View) lay(i int) bool {
	it := v.items[i]
	if it.message == nil && !it.unread {
		return false
	}
	_, width := v.column()
	if it.card == nil {
		it.card = newCard(v, it)
	}
	if it.card.stale || it.card.width != width {
		was := v.placing
		v.placing = true
		if it.message != nil {
			it.card.set(*it.message, it.quiet, width, i == 0)
		} else {
			it.card.setUnread(it.head, width, i == 0)
		}
		v.placing = was
	}
	it.height = it.card.height * v.zoom
	return true
}

func (v *View) windowHeight() float32 { return v.Size().Height }

// place finds what is in the window, from the anchor, and shows it.
func (v *View) place() {
	if v.Size().Width < 1 || v.Size().Height < 1 {
		return
	}
	v.seen++
	if len(v.items) == 0 {
		v.stage.show(nil)
		return
	}
	if v.stick {
		v.anchorEnd()
	} else {
		v.settle()
	}
	list := make([]visible, 0, 16)
	for i, y := v.anchor.item, v.anchor.y; i < len(v.items) && y < v.windowHeight(); i++ {
		v.lay(i)
		v.items[i].seen = v.seen
		list = append(list, visible{i, y})
		y += v.items[i].height
	}
	v.stage.show(list)
	v.forget()
	v.ask(list)
}

// anchorEnd anchors so that the end of the last item is at the foot of the window.
func (v *View) anchorEnd() {
	y := v.windowHeight() - endRoom
	i := len(v.items)
	for i > 0 && y > 0 {
		i--
		v.lay(i)
		y -= v.items[i].height
	}
	if i == 0 && y > 0 {
		y = 0 // a short conversation begins at the top
	}
	v.anchor = anchor{i, y}
}

// settle moves the anchor to the item at the top edge and keeps the window within the conversation.
func (v *View) settle() {
	a := v.anchor
	for a.y > 0 && a.item > 0 {
		a.item--
		v.lay(a.item)
		a.y -= v.items[a.item].height
	}
	if a.y > 0 {
		a.y = 0
	}
	for v.lay(a.item); a.item+1 < len(v.items) && a.y+v.items[a.item].height <= 0; v.lay(a.item) {
		a.y += v.items[a.item].height
		a.item++
	}
	v.anchor = a
	y := a.y
	for i := a.item; i < len(v.items); i++ {
		v.lay(i)
		if y += v.items[i].height; y >= v.windowHeight()-endRoom {
			return
		}
	}
	// There is room below the end: go to it, without beginning to stick.
	v.anchorEnd()
}

// scrollBy moves what is shown up by dy, and begins or ends sticking.
func (v *View) scrollBy(dy float32) {
	if len(v.items) == 0 || dy == 0 {
		return
	}
	v.anchor.y -= dy
	v.stick = false
	v.settle()
	if v.below() <= 1 && dy > 0 {
		v.stick = true
	}
	v.place()
	v.movedByHand()
}

// above and below are how much is hidden over the top edge and under the foot, in part guessed.
func (v *View) above() float32 {
	sum := -v.anchor.y
	for _, it := range v.items[:v.anchor.item] {
		sum += it.height
	}
	return sum
}

func (v *View) below() float32 {
	sum := v.anchor.y + endRoom - v.windowHeight()
	for _, it := range v.items[v.anchor.item:] {
		sum += it.height
	}
	return max(sum, 0)
}

// scrollTo shows the place that is at of the way through the conversation, from 0 to 1.
func (v *View) scrollTo(at float32) {
	if len(v.items) == 0 {
		return
	}
	total := v.above() + v.below()
	if at >= 1 {
		v.GoToEnd()
		return
	}
	want := max(at, 0) * total
	v.stick = false
	for i, it := range v.items {
		if want < it.height || i == len(v.items)-1 {
			v.anchor = anchor{i, -want}
			break
		}
		want -= it.height
	}
	v.place()
	v.movedByHand()
}

// ask asks for the messages in and around the window that are not at hand.
func (v *View) ask(list []visible) {
	if len(list) == 0 {
		return
	}
	from, to := list[0].item, list[len(list)-1].item
	need := false
	for i := max(from-4, 0); i <= min(to+4, len(v.items)-1); i++ {
		if v.items[i].message == nil && !v.items[i].asked {
			need = true
		}
	}
	if !need { // a wide margin is asked for at once, so that asking is rare
		return
	}
	var ids []chat.ID
	for i := max(from-16, 0); i <= min(to+16, len(v.items)-1); i++ {
		if it := v.items[i]; it.message == nil && !it.asked {
			it.asked = true
			ids = append(ids, it.head.ID)
		}
	}
	v.OnNeed(ids)
}
