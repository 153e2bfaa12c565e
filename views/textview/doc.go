// Package textview has what every surface for reading and writing long texts needs: the part of its
// rows that is seen, words broken into lines, the objects that show them, a scroll bar, and the
// keys to read with. Only rows that are seen are laid out and have objects. What a row is and how
// it looks belongs to its owner, which describes it with Rows:
//
//	Viewport    which rows are seen: scroll, bring, reveal, what is at a height
//	Paragraph   a text in lines of one width: places in bytes to positions, and back
//	Ink, Pane   the texts and grounds of what is seen, reused, in a clipped container
//	ScrollBar   where the viewport is; pressed and dragged
//	ReadingKey, EdgeScroll, Shift, Word
//
// Package edit, below, adds a caret. All of it is used on the window's thread.
package textview
