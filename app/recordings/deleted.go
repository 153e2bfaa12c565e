package recordings

import (
	"errors"
	"fmt"
	"time"

	"parlando/app/chat"
)

// ErrRunning reports that a recording is still running, so that it cannot be removed.
var ErrRunning = errors.New("the recording has not ended")

// Remove permanently removes a deleted recording. The error is ErrUnknown, ErrRunning or a disk
// error; after an error Deleted still lists the recording.
func (r *Recordings) Remove(id chat.ID) error {
	r.mu.Lock()
	one := r.all[id]
	switch {
	case one == nil || one.Deleted.IsZero():
		r.mu.Unlock()
		return ErrUnknown
	case !one.whole():
		r.mu.Unlock()
		return ErrRunning
	}
	delete(r.all, id)
	r.mu.Unlock()
	err := one.remove()
	if err != nil {
		r.mu.Lock()
		r.all[id] = one
		r.mu.Unlock()
		return fmt.Errorf("remove a recording: %w", err)
	}
	r.changed()
	return nil
}

// Delete moves a recording to the deleted ones, stopping it first. Restore brings it back until
// Remove, or until chat.DeletedRetention has passed.
func (r *Recordings) Delete(id chat.ID) {
	r.mu.Lock()
	h := r.hearing
	mine := h != nil && h.one.ID == id
	r.mu.Unlock()
	if mine {
		r.Cancel()
	}
	r.change(id, func(one *recording) { one.Deleted = r.o.Now() })
}

// Restore undoes Delete. A recording with a limited life gets a full day again.
func (r *Recordings) Restore(id chat.ID) {
	r.change(id, func(one *recording) {
		if one.Deleted = (time.Time{}); !one.Until.IsZero() {
			one.Until = r.o.Now().Add(stays)
		}
	})
}
