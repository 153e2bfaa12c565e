package jsonfile

import "sync"

// Keeper writes a value that changes in memory to its File, without making the one who changed it
// wait for the disk. However often it changes while a write is under way, one more write follows.
type Keeper struct {
	file *File
	// snapshot returns a copy of the value that nobody else will touch.
	snapshot func() any

	mu      sync.Mutex
	idle    sync.Cond
	dirty   bool
	writing bool
	err     error
	// failed is called with the error of each write that fails; nil for nobody.
	failed func(error)
}

// NewKeeper returns a Keeper that takes what it writes from snapshot, and calls failed, which may
// be nil, with the error of each write that fails. Neither is called with a lock of the Keeper
// held.
func NewKeeper(file *File, snapshot func() any, failed func(error)) *Keeper {
	k := &Keeper{file: file, snapshot: snapshot, failed: failed}
	k.idle.L = &k.mu
	return k
}

// OnFailed has f called instead of the function given to NewKeeper.
func (k *Keeper) OnFailed(f func(error)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.failed = f
}

// Soon has the value written by another goroutine and returns at once.
func (k *Keeper) Soon() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.dirty = true
	if !k.writing {
		k.writing = true
		go k.write()
	}
}

// Flush returns when everything that changed before the call is on disk, or with the error of the
// last try.
func (k *Keeper) Flush() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	for k.writing {
		k.idle.Wait()
	}
	return k.err
}

// Retry is Flush, before which what the disk has refused is written once more.
func (k *Keeper) Retry() error {
	k.mu.Lock()
	refused := k.err != nil && !k.writing
	k.mu.Unlock()
	if refused {
		k.Soon()
	}
	return k.Flush()
}

// Between runs do while nothing is written, so that it may read the File and change the value,
// which is written afterwards unless do fails.
func (k *Keeper) Between(do func() error) error {
	k.mu.Lock()
	for k.writing {
		k.idle.Wait()
	}
	k.writing = true
	k.mu.Unlock()
	err := do()
	k.mu.Lock()
	k.dirty = k.dirty || err == nil
	k.mu.Unlock()
	go k.write()
	return err
}

// write runs until there is nothing left to write.
func (k *Keeper) write() {
	for {
		k.mu.Lock()
		if !k.dirty {
			k.writing = false
			k.idle.Broadcast()
			k.mu.Unlock()
			return
		}
		k.dirty = false
		k.mu.Unlock()

		err := k.file.Save(k.snapshot())
		k.mu.Lock()
		k.err = err
		failed := k.failed
		k.mu.Unlock()
		if err != nil && failed != nil {
			failed(err)
		}
	}
}
