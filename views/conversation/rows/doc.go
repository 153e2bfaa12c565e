// Package rows lays out the blocks of a text as rows: short stacks of positioned text, boxes, icons
// and clickable areas, as values without canvas objects. The conversation shows and reuses whole
// rows, and a finished row never changes.
package rows
