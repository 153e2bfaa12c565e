package jsonfile

import (
	"errors"
	"sync"
)

// Document is a value in memory and the File that stores it. The owner of the value changes it with
// the lock held and then calls SaveSoon.
//
// The value is usable even if reading failed. A damaged file is moved aside (see Damaged) and its
// readable content is used. If the disk fails to read the file, the value is a fresh one, and every
// write fails until Reload has read the file.
type Document[T any] struct {
	file   *File
	keeper *BackgroundWriter

	lock    sync.Locker
	value   *T
	fresh   func() T
	tidy    func(*T)
	movedTo string
	// unread reports that the file exists but could not be read.
	unread bool
}

// Open reads a file into value, over the defaults returned by fresh. tidy corrects invalid content
// of an edited file. snapshot returns a copy of the value for the writer. lock guards the value;
// tidy is called with it held, except by Open.
func Open[T any](file *File, lock sync.Locker, value *T, fresh func() T, tidy func(*T), snapshot func() any) (*Document[T], error) {
	d := &Document[T]{file: file, keeper: NewBackgroundWriter(file, snapshot, nil), lock: lock, value: value, fresh: fresh, tidy: tidy}
	*value = fresh()
	err := file.Load(value)
	var damaged *DamagedFile
	if errors.As(err, &damaged) {
		d.movedTo = damaged.MovedTo
	}
	d.unread = err != nil && damaged == nil
	tidy(value)
	return d, err
}

// Reload reads the file if Open could not, and applies the changes made since. The errors are those
// of Open.
func (d *Document[T]) Reload() error {
	if !d.ReadFailed() {
		return nil
	}
	var damaged *DamagedFile
	err := d.keeper.Exclusive(func() error {
		stored := d.fresh()
		if err := d.file.Load(&stored); err != nil && !errors.As(err, &damaged) {
			return err
		}
		d.lock.Lock()
		defer d.lock.Unlock()
		if !d.unread {
			return nil // another call has read the file meanwhile
		}
		base := d.fresh()
		d.tidy(&base)
		d.tidy(&stored)
		both, err := Rebase(base, *d.value, stored)
		*d.value, d.unread = both, false
		d.tidy(d.value)
		if damaged != nil {
			d.movedTo = damaged.MovedTo
		}
		return err
	})
	if err == nil && damaged != nil {
		return damaged
	}
	return err
}

// ReadFailed reports whether the file exists but could not be read, so that no change is stored.
func (d *Document[T]) ReadFailed() bool {
	d.lock.Lock()
	defer d.lock.Unlock()
	return d.unread
}

// Damaged returns the path to which Open or Reload moved a damaged file, or "".
func (d *Document[T]) Damaged() string {
	d.lock.Lock()
	defer d.lock.Unlock()
	return d.movedTo
}

// OnRefused sets a function that is called, on any goroutine, for each change that the disk
// refused. The change stays in memory until the program quits, and is written with the next change.
func (d *Document[T]) OnRefused(f func(error)) { d.keeper.OnFailed(f) }

// Guard sets a function that may refuse writes; see File.Guard.
func (d *Document[T]) Guard(inPlace func() error) { d.file.Guard(inPlace) }

// SaveTo writes the value to a file of the same name in another folder.
func (d *Document[T]) SaveTo(dir string) error {
	return d.file.in(dir).Save(d.keeper.snapshot())
}

// SaveSoon queues the value for writing by another goroutine and returns at once.
func (d *Document[T]) SaveSoon() { d.keeper.SaveSoon() }

// Flush waits until all changes before the call are on disk, and returns the error of the last
// attempt.
func (d *Document[T]) Flush() error { return d.keeper.Flush() }

// Close retries a refused write, then does the same as Flush. The Document remains usable.
func (d *Document[T]) Close() error { return d.keeper.Retry() }
