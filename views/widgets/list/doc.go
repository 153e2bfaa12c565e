// Package list is the only list widget of the window. Only visible rows have objects. A row has an
// icon or a button at its left, a title, a second line and buttons; it can be renamed in place,
// moved by dragging or by keys, and operated from the keyboard. The list shows plain values and
// reports through callbacks.
package list
