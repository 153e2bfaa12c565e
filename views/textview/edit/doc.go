// Package edit edits texts. Offsets in a text are in bytes.
//
// Caret is shared by all editable controls: it handles the keys that move it and change the text,
// the selection, and the clipboard. The text and its lines belong to the control. A Box is a
// complete control for plain text of any length, with undo: only the visible part is laid out, so
// that a book can be pasted, edited and followed while it is read aloud, whereas Fyne's Entry takes
// seconds from 100,000 characters on.
package edit
