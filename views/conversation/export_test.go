package conversation

import "parlando/views/conversation/rows"

// AtEnd reports whether the reader is at the end.
func (v *View) AtEnd() bool { return v.column.stick }

// Selected is the text that is selected, "" if none.
func (v *View) Selected() string { return v.selector.selectedText() }

// RowsOf returns the rows of the card of an item.
func (v *View) RowsOf(item int) []*rows.Row { return v.column.items[item].card.Rows }
