package memory

import (
	"runtime/debug"
	"sync"
	"time"
)

// Quiet is how long nothing large must have happened before memory is given back: collecting the heap takes some tens of
// milliseconds of processor, which nobody notices then.
const Quiet = 5 * time.Second

// Returner gives memory back some time after something large was done, once, and never while the program is busy. The collector
// keeps what a long reply has left behind for minutes, in case it is needed again.
type Returner struct {
	busy func() bool
	free func()

	mu     sync.Mutex
	timer  *time.Timer
	closed bool
}

// New makes a Returner. busy says that something is going on for whose end to wait; free gives the memory back, nil being what the
// running system offers. Both are called on a goroutine of the Returner's.
func New(busy func() bool, free func()) *Returner {
	if free == nil {
		free = release
	}
	return &Returner{busy: busy, free: free}
}

// Worked says that something was done that may have left much behind. It is cheap, and safe from any goroutine.
func (r *Returner) Worked() {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
	case r.timer == nil:
		r.timer = time.AfterFunc(Quiet, r.due)
	default:
		r.timer.Reset(Quiet)
	}
}

func (r *Returner) due() {
	if r.busy() {
		r.Worked()
		return
	}
	r.free()
}

// Close ends it: nothing is given back any more, and Worked does nothing.
func (r *Returner) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	if r.timer != nil {
		r.timer.Stop()
	}
	return nil
}

// release collects the heap and gives its free pages back, and those of the C library, in which the window's drawing lives.
func release() {
	debug.FreeOSMemory()
	trim()
}
