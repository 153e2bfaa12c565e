package recordings

import (
	"errors"
	"fmt"

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
