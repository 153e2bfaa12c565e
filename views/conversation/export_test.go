package conversation

// AtEnd reports whether the reader is at the end.
func (v *View) AtEnd() bool { return v.column.stick }

// Selected is the text that is selected, "" if none.
func (v *View) Selected() string { return v.selector.selectedText() }
