package recordings

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"parley/app/chat"
)

// ErrRunning says that a recording has not ended yet, so that it cannot be removed.
var ErrRunning = errors.New("the recording has not ended")

// Deleted is a recording that can come back.
type Deleted struct {
	Recording
	// At is when it was deleted.
	At time.Time
}

// Deleted lists what Delete took away and Restore brings back, the last deleted first. It asks memory alone.
func (r *Recordings) Deleted() []Deleted {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []Deleted
	for _, one := range r.all {
		if !one.Deleted.IsZero() && one.Length > 0 {
			all = append(all, Deleted{one.shown(), one.Deleted})
		}
	}
	slices.SortFunc(all, func(a, b Deleted) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.ID, a.ID)) })
	return all
}

// Remove removes one of Deleted for good. The error is ErrUnknown, ErrRunning or the disk's: then it is still one of Deleted.
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
