// Package textview has the common parts of all views and editors of long texts: the viewport onto
// rows, line breaking, reused objects for the visible text, a scroll bar, and the keys for reading.
// Only visible rows are laid out and have objects. The owner defines the content and the appearance
// of rows, and implements Rows:
//
//	Viewport    visible rows: scroll, bring, reveal, hit test
//	Paragraph   a text in lines of one width: byte offsets to positions, and back
//	TextObjects, Pane   reused texts and backgrounds of the visible part, in a clipped container
//	ScrollBar   the position of the viewport; pressed and dragged
//	ScrollDistance, EdgeScroll, ShiftState, WordAt
//
// The subpackage edit adds a caret. Everything must be used on the window's thread.
package textview
