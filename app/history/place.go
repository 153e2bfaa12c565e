package history

import (
	"context"
	"errors"
	"time"

	"parlando/app/changes"
)

// watchInterval is the time between two looks whether the library is in its place.
const watchInterval = 5 * time.Second

// InPlace returns ErrGone while the library's file is not at its path: its folder was removed,
// renamed or replaced, or its drive taken away. Nothing is written then, and nothing should be sent
// that could not be stored. Once the same file is back it returns nil again. A change is marked as
// changes.Library.
func (s *Store) InPlace() error {
	err := s.db.InPlace()
	if gone := err != nil; s.gone.Swap(gone) != gone {
		if gone {
			s.log.Error("The library is not in its place any more: nothing is stored", "error", err)
		} else {
			s.log.Info("The library is in its place again")
		}
		s.marks.Mark(changes.Change{Topic: changes.Library})
	}
	return err
}

// Gone reports what InPlace returned last, without asking the disk.
func (s *Store) Gone() bool { return s.gone.Load() }

// watch looks until the end of ctx whether the library is in its place.
func (s *Store) watch(ctx context.Context) {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = s.InPlace() // it is marked
		case <-ctx.Done():
			return
		}
	}
}

// noticeGone looks at the place again after a write that was refused because of it, so that the
// window says so at once.
func (s *Store) noticeGone(err error) {
	if errors.Is(err, ErrGone) {
		_ = s.InPlace()
	}
}
