// Package widgets is the set of controls that every region of the window is made of. They look as
// the design says, work from the keyboard, name themselves to screen readers, and speak in
// callbacks. Nothing in them moves by itself.
package widgets
