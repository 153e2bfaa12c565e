package uithread

import "time"

// Debouncer runs the last function it was given once nothing new was given for a while. All of it
// is used on the window's thread.
type Debouncer struct {
	thread *Thread
	wait   time.Duration
	do     func()
	stop   func()
}

// NewDebouncer makes a Debouncer that waits for a time.
func NewDebouncer(t *Thread, wait time.Duration) *Debouncer { return &Debouncer{thread: t, wait: wait} }

// Set has do run after the wait, in place of what was to run before.
func (d *Debouncer) Set(do func()) {
	if d.stop != nil {
		d.stop()
	}
	d.do = do
	d.stop = d.thread.After(d.wait, d.Flush)
}

// Flush runs what is waiting now, if anything is.
func (d *Debouncer) Flush() {
	do := d.do
	d.Drop()
	if do != nil {
		do()
	}
}

// Drop forgets what is waiting.
func (d *Debouncer) Drop() { d.do = nil }
