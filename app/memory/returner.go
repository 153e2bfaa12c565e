package memory

import (
	"runtime/debug"
	"sync"
	"time"
)

// Quiet is how long nothing large must have happened before memory is given back: collecting the
// heap takes some tens of milliseconds of processor, which nobody notices then.
const Quiet = 4500 * time.Millisecond

// LetGo is how long others have to let go of what they keep, after they were told and before memory
// is given back.
const LetGo = 500 * time.Millisecond

// Returner gives memory back some time after something large was done, once, and never while the
// program is busy. The collector keeps what a long reply has left behind for minutes, in case it is
// needed again.
type Returner struct {
	busy func() bool
	free func()

	mu     sync.Mutex
	letGo  func()
	timer  *time.Timer // until something is due
	giving *time.Timer // until memory is given back
	closed bool
}

// New makes a Returner. busy says that something is going on for whose end to wait; free gives the
// memory back, nil being what the running system offers. Both are called on a goroutine of the
// Returner's.
func New(busy func() bool, free func()) *Returner {
	if free == nil {
		free = release
	}
	return &Returner{busy: busy, free: free}
}

// Worked says that something was done that may have left much behind. It is cheap, and safe from
// any goroutine.
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

// OnLetGo has f called LetGo before memory is given back, so that something else may let go of what
// it keeps.
func (r *Returner) OnLetGo(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.letGo = f
}

func (r *Returner) due() {
	if r.busy() {
		r.Worked()
		return
	}
	r.mu.Lock()
	f := r.letGo
	r.mu.Unlock()
	if f != nil {
		f()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.giving = time.AfterFunc(LetGo, r.free)
	}
}

// Close ends it: nothing is given back any more, and Worked does nothing.
func (r *Returner) Close() error {
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

// release collects the heap and gives its free pages back, and those of the C library, in which the
// window's drawing lives.
func release() {
	debug.FreeOSMemory()
	trim()
}
