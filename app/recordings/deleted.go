package recordings

import (
	"errors"
	"fmt"
	"time"

	"parlando/app/chat"
)

// ErrRunning says that a recording has not ended yet, so that it cannot be removed.
var ErrRunning = errors.New("the recording has not ended")

// Remove removes one of Deleted for good. The error is ErrUnknown, ErrRunning or the disk's: then
// it is still one of Deleted.
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

// Delete takes one out of the list; one that is being recorded ends. Restore brings it back until
// it is removed by Remove or, after chat.KeepDeleted, by itself.
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

// Restore brings back what Delete took away. What would go after a day has that day again.
func (r *Recordings) Restore(id chat.ID) {
	r.change(id, func(one *recording) {
		if one.Deleted = (time.Time{}); !one.Until.IsZero() {
			one.Until = r.o.Now().Add(stays)
		}
	})
}
