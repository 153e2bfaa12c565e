package jsonfile

import (
	"errors"
	"sync"
)

// Document is a value in memory and the File that follows it. The owner of the value changes it
// with its lock held, and calls Soon.
//
// The value can be used whatever became of reading it. A damaged file is set aside (see Damaged),
// and what could be read of it is used; where the disk refuses, the value is a fresh one, and every
// write fails until Reload has read the file.
type Document[T any] struct {
	file   *File
	keeper *Keeper

	lock    sync.Locker
	value   *T
	fresh   func() T
	tidy    func(*T)
	movedTo string
	// unread: there is a file that the disk did not let be read.
	unread bool
}

// Open reads a file into value, over what fresh returns. tidy puts right what a hand may have put
// into the file. snapshot returns a copy of the value for the writer. lock guards the value; tidy
// is called with it held, but for the first time.
func Open[T any](file *File, lock sync.Locker, value *T, fresh func() T, tidy func(*T), snapshot func() any) (*Document[T], error) {
	d := &Document[T]{file: file, keeper: NewKeeper(file, snapshot, nil), lock: lock, value: value, fresh: fresh, tidy: tidy}
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

// Reload reads the file where Open could not, and puts what was changed since upon it. The errors
// are those of Open.
func (d *Document[T]) Reload() error {
	if !d.Unread() {
		return nil
	}
	var damaged *DamagedFile
	err := d.keeper.Between(func() error {
		stored := d.fresh()
		if err := d.file.Load(&stored); err != nil && !errors.As(err, &damaged) {
			return err
		}
		d.lock.Lock()
		defer d.lock.Unlock()
		if !d.unread {
			return nil // it was read meanwhile
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

// Unread reports whether there is a file on the disk that could not be read, so that no change is
// kept.
func (d *Document[T]) Unread() bool {
	d.lock.Lock()
	defer d.lock.Unlock()
	return d.unread
}

// Damaged returns the path to which a damaged file was moved, by Open or by Reload, or "".
func (d *Document[T]) Damaged() string {
	d.lock.Lock()
	defer d.lock.Unlock()
	return d.movedTo
}

// OnRefused has f told, on any goroutine, of each change that the disk has refused. Such a change
// holds until the program quits, and is written with the next one.
func (d *Document[T]) OnRefused(f func(error)) { d.keeper.OnFailed(f) }

// Soon has the value written by another goroutine and returns at once.
func (d *Document[T]) Soon() { d.keeper.Soon() }

// Flush returns when everything that changed before the call is on disk, or with the error of the
// last try.
func (d *Document[T]) Flush() error { return d.keeper.Flush() }

// Close is Flush, before which what the disk has refused is written once more. The Document may
// still be used.
func (d *Document[T]) Close() error { return d.keeper.Retry() }
