package recordings

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parlando/app/chat"
)

// ErrRunning reports that a recording is still running, so that it cannot be removed.
var ErrRunning = errors.New("the recording has not ended")

// Remove permanently removes a deleted recording. The error is ErrUnknown, ErrRunning, a disk error
// or that of ctx; after an error Deleted still lists the recording.
func (r *Recordings) Remove(ctx context.Context, id chat.ID) error {
	one, err := r.find(ctx, id)
	if err != nil {
		return err
	}
	r.mu.Lock()
	switch {
	case r.all[id] != one || one.Deleted.IsZero():
		r.mu.Unlock()
		return ErrUnknown
	case !one.whole():
		r.mu.Unlock()
		return ErrRunning
	}
	delete(r.all, id)
	r.mu.Unlock()
	if err := one.remove(); err != nil {
		r.mu.Lock()
		r.all[id] = one
		r.mu.Unlock()
		return fmt.Errorf("remove a recording: %w", err)
	}
	r.changed()
	return nil
}

// Delete moves a recording to the deleted ones, stopping it first. Restore brings it back until
// Remove, or until chat.DeletedRetention has passed. The error is ErrUnknown or that of ctx. An
// error of the disk goes to OnRefused and leaves the recording deleted, so that Remove can free the
// space of a full disk.
func (r *Recordings) Delete(ctx context.Context, id chat.ID) error {
	if _, err := r.find(ctx, id); err != nil {
		return err
	}
	r.mu.Lock()
	h := r.hearing
	mine := h != nil && h.one.ID == id
	r.mu.Unlock()
	if mine {
		r.Cancel()
	}
	if !r.change(id, func(one *recording) { one.Deleted = r.o.Now() }) {
		return ErrUnknown
	}
	return nil
}

// Restore undoes Delete, and returns once that is on disk. A recording with a limited life gets a
// full day again. The error is ErrUnknown, a disk error or that of ctx; after an error the
// recording is as it was.
func (r *Recordings) Restore(ctx context.Context, id chat.ID) error {
	one, err := r.find(ctx, id)
	if err != nil {
		return err
	}
	var deleted, until time.Time
	exists := r.change(id, func(one *recording) {
		deleted, until = one.Deleted, one.Until
		if one.Deleted = (time.Time{}); !one.Until.IsZero() {
			one.Until = r.o.Now().Add(stays)
		}
	})
	if !exists {
		return ErrUnknown
	}
	if err = one.keeper.Flush(); err != nil {
		r.mu.Lock()
		one.Deleted, one.Until = deleted, until
		r.mu.Unlock()
		r.changed()
		r.expire()
	}
	return err
}

// Deleted returns the deleted recordings, most recently deleted first, once the list is loaded. The
// error is that of ctx.
func (r *Recordings) Deleted(ctx context.Context) ([]Recording, error) {
	select {
	case <-r.loaded:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return r.list(func(one *recording) bool { return !one.Deleted.IsZero() && one.Length > 0 },
		func(a, b Recording) int { return b.Deleted.Compare(a.Deleted) }), nil
}
