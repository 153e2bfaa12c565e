package core

import (
	"context"
	"runtime/debug"
	"sync"
	"time"

	"parlando/app/owner"
)

// trimAfter is the delay between the last large operation and freeing memory. Garbage collection
// takes some tens of milliseconds, which users do not notice after that delay.
const trimAfter = 4500 * time.Millisecond

// trimGrace is the time between the call set by BeforeTrim and freeing memory.
const trimGrace = 500 * time.Millisecond

// MemoryTrimmer frees memory once, some time after a large operation and never while the program is
// busy. On its own, the garbage collector keeps the memory of a long reply for minutes.
type MemoryTrimmer struct {
	busy    func() bool
	free    func()
	running owner.Goroutines

	mu         sync.Mutex
	beforeTrim func()
	timer      *time.Timer // fires when trimming is due
	giving     *time.Timer // fires when memory is freed
	closed     bool
}

// newMemoryTrimmer returns a MemoryTrimmer that waits while busy returns true. free frees the
// memory; nil means freeMemory. Both are called on a goroutine of the MemoryTrimmer.
func newMemoryTrimmer(busy func() bool, free func()) *MemoryTrimmer {
	if free == nil {
		free = freeMemory
	}
	return &MemoryTrimmer{busy: busy, free: free}
}

// Touch reports an allocation-heavy operation. It is cheap and safe for concurrent use.
func (r *MemoryTrimmer) Touch() {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
	case r.timer == nil:
		r.timer = time.AfterFunc(trimAfter, func() { r.unlessClosed(r.due) })
	default:
		r.timer.Reset(trimAfter)
	}
}

// BeforeTrim sets a function that is called shortly before memory is freed, so that caches can be
// released.
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
		r.giving = time.AfterFunc(trimGrace, func() { r.unlessClosed(r.free) })
	}
}

// unlessClosed calls f, for which Close waits, on the goroutine of a timer.
func (r *MemoryTrimmer) unlessClosed(f func()) {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return
	}
	ended := r.running.Add("trim")
	r.mu.Unlock()
	defer ended()
	f()
}

// Close stops the MemoryTrimmer: it frees nothing any more, and Touch does nothing. It waits for
// what it is freeing until ctx ends.
func (r *MemoryTrimmer) Close(ctx context.Context) error {
	r.mu.Lock()
	r.closed = true
	for _, t := range []*time.Timer{r.timer, r.giving} {
		if t != nil {
			t.Stop()
		}
	}
	r.mu.Unlock()
	return r.running.Wait(ctx)
}

// freeMemory runs the garbage collector and returns free memory of Go and of the C library, which
// the window's drawing uses, to the system.
func freeMemory() {
	debug.FreeOSMemory()
	trim()
}
