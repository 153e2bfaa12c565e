package jsonfile

import (
	"context"
	"sync"

	"parlando/app/owner"
)

// BackgroundWriter writes a value to its File after changes in memory, without making the caller
// wait for the disk. Changes during a write are combined into one more write.
type BackgroundWriter struct {
	file *File
	// snapshot returns a copy of the value that is not modified later.
	snapshot func() any
	running  owner.Goroutines

	mu      sync.Mutex
	dirty   bool
	writing bool
	err     error
	// failed is called with the error of each failed write; it may be nil.
	failed func(error)
}

// NewBackgroundWriter returns a BackgroundWriter that writes the results of snapshot, and calls
// failed, which may be nil, with the error of each failed write. It holds no lock of its own while
// it calls them.
func NewBackgroundWriter(file *File, snapshot func() any, failed func(error)) *BackgroundWriter {
	return &BackgroundWriter{file: file, snapshot: snapshot, failed: failed}
}

// OnFailed replaces the function failed of NewBackgroundWriter.
func (k *BackgroundWriter) OnFailed(f func(error)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.failed = f
}

// SaveSoon queues the value for writing by another goroutine and returns at once.
func (k *BackgroundWriter) SaveSoon() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.dirty = true
	if !k.writing {
		k.writing = true
		k.running.Go("writer", k.write)
	}
}

// Flush waits until all changes before the call are on disk, and returns the error of the last
// attempt.
func (k *BackgroundWriter) Flush() error {
	_ = k.running.Wait(context.Background())
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.err
}

// Retry retries a write that failed, then does the same as Flush.
func (k *BackgroundWriter) Retry() error {
	k.mu.Lock()
	refused := k.err != nil && !k.writing
	k.mu.Unlock()
	if refused {
		k.SaveSoon()
	}
	return k.Flush()
}

// Exclusive calls do while no write runs, so that do may read the File and change the value. The
// value is written afterwards unless do fails.
func (k *BackgroundWriter) Exclusive(do func() error) error {
	k.mu.Lock()
	for k.writing {
		k.mu.Unlock()
		_ = k.running.Wait(context.Background())
		k.mu.Lock()
	}
	k.writing = true
	ended := k.running.Add("exclusive")
	k.mu.Unlock()
	defer ended()
	err := do()
	k.mu.Lock()
	k.dirty = k.dirty || err == nil
	k.mu.Unlock()
	k.running.Go("writer", k.write)
	return err
}

// write writes until no change is pending.
func (k *BackgroundWriter) write() {
	for {
		k.mu.Lock()
		if !k.dirty {
			k.writing = false
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
