package window

import (
	"errors"
	"sync"
)

// writes are the small writes that run in the background.
type writes struct {
	sync.WaitGroup

	mu sync.Mutex
	// untold is what failed and was not said yet, by what was to be written: the window closes without running what says it.
	untold map[any]error
}

// ended notes how a write ended, from any goroutine: one that succeeded makes up for the last one of the same thing.
func (w *writes) ended(what any, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.untold == nil {
		w.untold = map[any]error{}
	}
	w.untold[what] = err
	if err == nil {
		delete(w.untold, what)
	}
}

// told notes that the user knows how a write ended.
func (w *writes) told(what any) { w.ended(what, nil) }

// wait returns when no write runs, with what failed and was not said.
func (w *writes) wait() error {
	w.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	var all error
	for _, err := range w.untold {
		all = errors.Join(all, err)
	}
	return all
}

// write writes what in the background, and then has done told on the window's thread how that ended. Parley does not close before.
func (v *Window) write(what any, do func() error, done func(error)) {
	v.writes.Add(1)
	v.thread.Go(func() func() {
		defer v.writes.Done()
		err := do()
		v.writes.ended(what, err)
		return func() {
			v.writes.told(what)
			done(err)
		}
	})
}
