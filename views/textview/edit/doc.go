// Package edit edits texts. Offsets in a text are in bytes.
//
// Caret is shared by all editable controls: it handles the keys that move the caret and change the
// text, the selection, and the clipboard. The control provides the text and the lines. A Box is a
// complete control for plain text of any length, with undo. Only the visible part of its text is
// laid out, so that a book can be pasted, edited and followed while being read aloud, whereas
// Fyne's Entry takes seconds from 100,000 characters on.
package edit
