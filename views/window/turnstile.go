package window

// turnstile lets work through one at a time, in the order in which it came. A mutex lets through whoever wakes first: a draft could be read before it was
// stored, and what was written in it would be gone.
type turnstile struct {
	last chan struct{} // closed once the last in line has left; nil before the first
}

// queue takes a place in line, on the window's thread. Whoever has it calls enter, which waits for its turn, and then leave.
func (t *turnstile) queue() (enter, leave func()) {
	before, mine := t.last, make(chan struct{})
	t.last = mine
	enter = func() {
		if before != nil {
			<-before
		}
	}
	return enter, func() { close(mine) }
}
