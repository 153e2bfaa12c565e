package composer

// SetShiftSends lets Shift+Enter send and Enter begin a line, or the other way round. Ctrl+Enter
// sends in both.
func (c *Composer) SetShiftSends(on bool) {
	if c.shiftSends != on {
		c.shiftSends = on
		c.showHint()
	}
}

// SetSimple leaves three buttons: add, speak, send.
func (c *Composer) SetSimple(on bool) {
	if c.simple != on {
		c.simple = on
		c.rearrange()
	}
}

// TypeOn types a character behind what is written, and puts the caret there.
func (c *Composer) TypeOn(r rune) {
	c.FocusText()
	c.box.TypedRune(r)
}
