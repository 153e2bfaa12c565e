// Package rows turns the blocks of a text into rows: short stacks of placed words, boxes, icons and
// places to click, as values without any object of the window. A row is the smallest thing the
// conversation shows, and a finished row never changes.
package rows
