package conversation

import (
	"parlando/views/conversation/cards"
)

var _ cards.Resumer = (*resumer)(nil)

// resumer continues the layout of long messages, and then scrolls to the requested position.
type resumer struct {
	column   *column
	selector *selector
	follower *follower
}

// ResumeCard implements cards.Resumer.
func (r *resumer) ResumeCard(c *cards.Card) {
	if r.column.resume(c) {
		r.selector.toFound(true)
		r.follower.catchUp()
	}
}

// resume lays out more of a message; it returns false if the card is not shown any more.
func (v *column) resume(c *cards.Card) bool {
	i, ok := v.index[c.ID()]
	if !ok || v.items[i].card != c {
		return false
	}
	c.Stale = true
	keep := v.keep()
	if v.returning.Message == c.ID() && v.lay(i) && !c.Unfinished {
		v.returnTo(v.returning)
		keep = keptPlace{}
	}
	v.restore(keep)
	return true
}

// laidOut reports whether the layout of item i includes a byte offset of its text.
func (v *column) laidOut(i, offset int) bool {
	c := v.items[i].card
	return c == nil || c.Reaches(offset)
}
