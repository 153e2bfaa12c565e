// Package list is the one list of the window: rows under each other, of which only those in sight
// exist. A row has slots for an icon or a button at its left, a title, a second line and buttons;
// it is renamed in place, moved by drag or keys, and reached by the keyboard. The list shows values
// and speaks in callbacks; it knows no owner.
package list
