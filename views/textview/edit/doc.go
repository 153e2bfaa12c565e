// Package edit edits texts. Places in a text are bytes.
//
// A Caret is shared by all editable controls: the keys that move it and change the text, the
// selection, the clipboard. The text and its lines belong to the control. History takes changes
// back. A Box is a whole control for plain text of any length: only the visible part is laid out,
// so that a book can be pasted, edited and followed while it is read aloud, where Fyne's own entry
// takes seconds from 100,000 characters on.
package edit
