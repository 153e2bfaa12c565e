package connector

import "fyne.io/fyne/v2"

// typeahead is text typed while Parlando connects: it belongs into the message, not into the
// control that had the keyboard before.
type typeahead struct {
	before fyne.Focusable
	typed  []rune
}

// typeAhead takes the keyboard from the fields and buttons until Parlando has connected, or has
// not.
func (c *Connector) typeAhead() {
	canvas := c.frame.Canvas()
	if c.ahead == nil {
		c.ahead = &typeahead{before: canvas.Focused()}
	}
	canvas.Unfocus()
}

// TypeRune keeps what is typed while Parlando connects, and reports whether it does.
func (c *Connector) TypeRune(r rune) bool {
	if c.ahead == nil {
		return false
	}
	c.ahead.typed = append(c.ahead.typed, r)
	return true
}

// TypeKey does a key with what was typed while Parlando connects, and reports whether it has.
func (c *Connector) TypeKey(key fyne.KeyName) bool {
	if key != fyne.KeyBackspace || c.ahead == nil {
		return false
	}
	c.ahead.typed = c.ahead.typed[:max(len(c.ahead.typed)-1, 0)]
	return true
}

// finish does what follows once Parlando has connected, and then types what was typed meanwhile.
func (c *Connector) finish(done func()) {
	done()
	ahead := c.ahead
	c.ahead = nil
	if ahead != nil && len(ahead.typed) > 0 {
		c.links.Type(string(ahead.typed))
	}
}

// returnKeyboard gives the keyboard back to what had it: Parlando has not connected.
func (c *Connector) returnKeyboard() {
	ahead := c.ahead
	c.ahead = nil
	if canvas := c.frame.Canvas(); ahead != nil && ahead.before != nil && canvas.Focused() == nil {
		canvas.Focus(ahead.before)
	}
}
