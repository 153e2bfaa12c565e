package app

import "time"

// closingPatience is the maximum time Fyne's event loop may take to end after its window closed.
const closingPatience = 5 * time.Second

// endAnyway calls end if returned is not closed within closingPatience after closed.
//
// Fyne 2.8.1 ends by waiting for the functions queued in its event loop. A function queued just as
// the loop ends never runs, so Fyne waits forever, without a window, and blocks the next start.
// Remove this once Fyne empties its queue at the end.
func endAnyway(closed, returned <-chan struct{}, end func()) {
	<-closed
	select {
	case <-returned:
	case <-time.After(closingPatience):
		end()
	}
}
