package conversation

import "parley/app/chat"

// readingPlace is a row the reader looks at: it is found again after everything was laid out at another width.
type readingPlace struct {
	id chat.ID
	// part is which of the message's rows it was, from 0 to 1, and y where its top was.
	part float32
	y    float32
}

// readingPlace is the first row in the window.
func (v *View) readingPlace() (readingPlace, bool) {
	if len(v.stage.shown) == 0 {
		return readingPlace{}, false
	}
	w := v.stage.shown[0]
	it := v.items[w.item]
	return readingPlace{it.head.ID, float32(w.row) / float32(max(len(it.card.rows), 1)), w.y}, true
}

// returnTo puts the row where it was.
func (v *View) returnTo(p readingPlace) {
	i, ok := v.index[p.id]
	if !ok || !v.lay(i) {
		return
	}
	c := v.items[i].card
	row := min(int(p.part*float32(len(c.rows))+0.5), len(c.rows)-1)
	if row < 0 {
		return
	}
	v.anchor = anchor{i, p.y - c.tops[row]*v.zoom}
}

// rescale guesses the heights of messages that were not seen anew, after the width changed.
func (v *View) rescale() {
	for _, it := range v.items {
		if it.card == nil && it.message == nil {
			it.height = v.guess(it.head)
		}
	}
}

// relay lays a message out again after something in it was folded or unfolded. What is above the fold stays.
func (v *View) relay(it *item) {
	if it.card != nil {
		it.card.stale = true
	}
	if v.stick && v.below() < 1 {
		// Unfolding at the end would push what was clicked away; the reader wants to see it.
		v.stick = false
		v.place()
		v.stick = v.below() <= 1
		return
	}
	v.place()
}
