package shell

import (
	"errors"
	"sync"
)

// writes tracks small background writes, so that the program waits for them before it quits.
type writes struct {
	sync.WaitGroup

	mu sync.Mutex
	// unreported holds failures not yet shown to the user, by the item written. When the window
	// closes, the callbacks that would show them no longer run.
	unreported map[any]error
}

// ended records the result of a write, from any goroutine: a success clears the last failure of the
// same item.
func (w *writes) ended(what any, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.unreported == nil {
		w.unreported = map[any]error{}
	}
	w.unreported[what] = err
	if err == nil {
		delete(w.unreported, what)
	}
}

// wait waits for all writes, and returns the failures not yet shown.
func (w *writes) wait() error {
	w.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	var all error
	for _, err := range w.unreported {
		all = errors.Join(all, err)
	}
	return all
}
