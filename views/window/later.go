package window

import (
	"time"

	"parley/views/uithread"
)

// later does a thing once things have stood still for a moment, or at once when asked to.
type later struct {
	thread *uithread.Thread
	wait   time.Duration
	do     func()
	stop   func()
}

func newLater(thread *uithread.Thread, wait time.Duration) *later {
	return &later{thread: thread, wait: wait}
}

// set asks for do, in place of what was asked for before.
func (l *later) set(do func()) {
	if l.stop != nil {
		l.stop()
	}
	l.do = do
	l.stop = l.thread.After(l.wait, l.now)
}

// now does what was asked for and not yet done.
func (l *later) now() {
	do := l.do
	l.do = nil
	if do != nil {
		do()
	}
}

// drop forgets what was asked for.
func (l *later) drop() { l.do = nil }
