// Package edit writes in texts. Places in a text are bytes.
//
// A Caret is what all that is written in has in common: the keys that move it and change the text,
// what is selected, the clipboard. Its text and how that is broken into lines are its owner's.
// History takes changes back. A Box is a whole control for plain text of any length: only what is
// seen is laid out, so that a book can be pasted, edited and followed while it is read aloud, where
// Fyne's own entry takes seconds from 100,000 characters on.
package edit
