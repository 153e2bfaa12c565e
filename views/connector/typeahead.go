package connector

import "fyne.io/fyne/v2"

// typeahead buffers text typed while connecting, which belongs in the message and not in the
// control that had the focus.
type typeahead struct {
	before fyne.Focusable
	typed  []rune
}

// typeAhead takes the focus from the fields and buttons until connecting ends.
func (c *Connector) typeAhead() {
	canvas := c.frame.Canvas()
	if c.ahead == nil {
		c.ahead = &typeahead{before: canvas.Focused()}
	}
	canvas.Unfocus()
}

// TypeRune buffers a character typed while connecting, and reports whether it did.
func (c *Connector) TypeRune(r rune) bool {
	if c.ahead == nil {
		return false
	}
	c.ahead.typed = append(c.ahead.typed, r)
	return true
}

// TypeKey applies an editing key to the buffered text, and reports whether it did.
func (c *Connector) TypeKey(key fyne.KeyName) bool {
	if key != fyne.KeyBackspace || c.ahead == nil {
		return false
	}
	c.ahead.typed = c.ahead.typed[:max(len(c.ahead.typed)-1, 0)]
	return true
}

// finish runs done after connecting, then types the buffered text.
func (c *Connector) finish(done func()) {
	done()
	ahead := c.ahead
	c.ahead = nil
	if ahead != nil && len(ahead.typed) > 0 {
		c.links.InsertText(string(ahead.typed))
	}
}

// returnKeyboard restores the focus after connecting failed.
func (c *Connector) returnKeyboard() {
	ahead := c.ahead
	c.ahead = nil
	if canvas := c.frame.Canvas(); ahead != nil && ahead.before != nil && canvas.Focused() == nil {
		canvas.Focus(ahead.before)
	}
}
