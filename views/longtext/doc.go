// Package longtext is a box to write in for plain text of any length: only what is seen is laid out, so that a book can be
// pasted, edited and followed while it is read aloud, where Fyne's own entry takes seconds from 100,000 characters on.
//
// Places in the text are bytes.
package longtext
