package app

import "time"

// closingPatience is how long Fyne's event loop may take to end once its window is closed.
const closingPatience = 5 * time.Second

// endAnyway calls end if returned is not closed within closingPatience of closed.
//
// Fyne 2.8.1 waits at its end for what it has queued for its event loop. What is queued just while
// the loop ends is lost, and then it waits for ever: without a window, and in the way of the next
// start.
func endAnyway(closed, returned <-chan struct{}, end func()) {
	<-closed
	select {
	case <-returned:
	case <-time.After(closingPatience):
		end()
	}
}
