package app

import "time"

// closingPatience is the longest time that Fyne's event loop may take to end after its window
// closed.
const closingPatience = 5 * time.Second

// endAnyway calls end if returned is not closed within closingPatience of closed.
//
// Fyne 2.8.1 waits at its end for the functions in the queue of its event loop. One that is queued
// just while the loop ends never runs, so that Fyne waits for ever, without a window and in the way
// of the next start. This can go with a version whose queue is emptied at the end.
func endAnyway(closed, returned <-chan struct{}, end func()) {
	<-closed
	select {
	case <-returned:
	case <-time.After(closingPatience):
		end()
	}
}
