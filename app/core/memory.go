package core

import (
	"runtime/debug"
	"sync"
	"time"
)

// trimAfter delays giving memory back after the last large piece of work. Collecting the heap takes
// some tens of milliseconds, which nobody notices by then.
const trimAfter = 4500 * time.Millisecond

// trimGrace is the time between the call set by BeforeTrim and giving memory back.
const trimGrace = 500 * time.Millisecond

// MemoryTrimmer gives memory back some time after something large was done, once, and never while
// the program is busy. The collector keeps what a long reply has left behind for minutes, in case
// it is needed again.
type MemoryTrimmer struct {
	busy func() bool
	free func()

	mu         sync.Mutex
	beforeTrim func()
	timer      *time.Timer // until something is due
	giving     *time.Timer // until memory is given back
	closed     bool
}

// newMemoryTrimmer makes a MemoryTrimmer that waits while busy reports true. free gives the memory
// back; nil does so as the system allows. Both are called on a goroutine of the MemoryTrimmer's.
func newMemoryTrimmer(busy func() bool, free func()) *MemoryTrimmer {
	if free == nil {
		free = freeMemory
	}
	return &MemoryTrimmer{busy: busy, free: free}
}

// Touch reports work that may have left much behind. It is cheap, and safe from any goroutine.
func (r *MemoryTrimmer) Touch() {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
	case r.timer == nil:
		r.timer = time.AfterFunc(trimAfter, r.due)
	default:
		r.timer.Reset(trimAfter)
	}
}

// BeforeTrim sets what is called shortly before memory is given back, so that others can release
// what they keep.
func (r *MemoryTrimmer) BeforeTrim(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.beforeTrim = f
}

func (r *MemoryTrimmer) due() {
	if r.busy() {
		r.Touch()
		return
	}
	r.mu.Lock()
	f := r.beforeTrim
	r.mu.Unlock()
	if f != nil {
		f()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.giving = time.AfterFunc(trimGrace, r.free)
	}
}

// Close ends it: nothing is given back any more, and Touch does nothing.
func (r *MemoryTrimmer) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	for _, t := range []*time.Timer{r.timer, r.giving} {
		if t != nil {
			t.Stop()
		}
	}
	return nil
}

// freeMemory collects the heap and gives its free pages back, and those of the C library, in which
// the window's drawing lives.
func freeMemory() {
	debug.FreeOSMemory()
	trim()
}
