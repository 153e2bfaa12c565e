package composer

// SetKeys selects whether Shift+Enter sends and Enter breaks the line, or the reverse; Ctrl+Enter
// always sends. known hides the hint which key sends.
func (c *Composer) SetKeys(shiftSends, known bool) {
	if c.shiftSends != shiftSends || c.knowsKeys != known {
		c.shiftSends, c.knowsKeys = shiftSends, known
		c.showHint()
	}
}

// SetSimple reduces the buttons to three: add, speak, send.
func (c *Composer) SetSimple(on bool) {
	if c.simple != on {
		c.simple = on
		c.rearrange()
	}
}

// TypeOn appends a character to the text, and moves the caret to the end.
func (c *Composer) TypeOn(r rune) {
	c.FocusText()
	c.box.TypedRune(r)
}
