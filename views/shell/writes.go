package shell

import (
	"errors"
	"sync"
)

// writes counts the small writes that run in the background, so that the program does not end
// before them.
type writes struct {
	sync.WaitGroup

	mu sync.Mutex
	// unreported holds what failed and was not shown yet, by what was written: when the window
	// closes, what would show it does not run any more.
	unreported map[any]error
}

// ended notes how a write ended, from any goroutine: one that succeeded makes up for the last
// failure of the same thing.
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

// wait returns when no write runs, with the errors that were not shown.
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
