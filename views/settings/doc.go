// Package settings shows what can be chosen about the program itself, and the sheet of keyboard
// shortcuts.
package settings
