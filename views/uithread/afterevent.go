package uithread

import "fyne.io/fyne/v2"

// AfterEvent runs f on the window's thread when what Fyne does for the present event is done, such
// as passing on the character of a key. Call it on that thread. It needs no Thread, so that each
// control can call it; Fyne's test driver runs f at once.
func AfterEvent(f func()) { fyne.Do(f) }
