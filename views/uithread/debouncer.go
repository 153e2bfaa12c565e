package uithread

import "time"

// Debouncer runs the last function passed to Set once no other follows for a while. Use it only on
// the window's thread.
type Debouncer struct {
	thread *Thread
	wait   time.Duration
	do     func()
	stop   func()
}

// NewDebouncer returns a Debouncer with the given delay.
func NewDebouncer(t *Thread, wait time.Duration) *Debouncer { return &Debouncer{thread: t, wait: wait} }

// Set schedules do after the delay, replacing a pending function.
func (d *Debouncer) Set(do func()) {
	if d.stop != nil {
		d.stop()
	}
	d.do = do
	d.stop = d.thread.After(d.wait, d.Flush)
}

// Flush runs the pending function now, if there is one.
func (d *Debouncer) Flush() {
	do := d.do
	d.Drop()
	if do != nil {
		do()
	}
}

// Drop discards the pending function.
func (d *Debouncer) Drop() { d.do = nil }
