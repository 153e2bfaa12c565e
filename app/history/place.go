package history

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"parlando/app/changes"
	"parlando/app/internal/sqlite"
)

// watchInterval is the time between checks whether the library's file is at its path.
const watchInterval = 5 * time.Second

// InPlace returns ErrGone while the library's file is not at its path: its folder was removed,
// renamed or replaced, or its drive disconnected. Nothing is written then, and the caller should
// send nothing, since the reply could not be stored. InPlace returns nil again once the same file
// is back. It marks a change as changes.Library.
func (s *Store) InPlace() error {
	err := s.db.InPlace()
	if gone := err != nil; s.gone.Swap(gone) != gone {
		if gone {
			s.log.Error("The library file was moved or removed: nothing is stored", "error", err)
		} else {
			s.log.Info("The library file is back")
		}
		s.marks.Mark(changes.Change{Topic: changes.Library})
	}
	return err
}

// Gone reports whether the last InPlace returned ErrGone, without a disk access.
func (s *Store) Gone() bool { return s.gone.Load() }

// Folder returns the current path of the library's folder, even after it was renamed or moved, or
// "" if unknown.
func (s *Store) Folder() string { return s.db.Folder() }

// watch calls InPlace periodically until ctx ends.
func (s *Store) watch(ctx context.Context) {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = s.InPlace() // InPlace marks the change
		case <-ctx.Done():
			return
		}
	}
}

// noticeGone calls InPlace immediately after a write failed with ErrGone, so that the window is
// notified without delay.
func (s *Store) noticeGone(err error) {
	if errors.Is(err, ErrGone) {
		_ = s.InPlace()
	}
}

// SaveTo writes the whole database, wherever its file is now, to another folder. flush may write
// data that is not in the database yet, although the file is not at its path.
func (s *Store) SaveTo(ctx context.Context, dir string, flush func() error) error {
	return s.db.Rescue(ctx, filepath.Join(dir, FileName), flush)
}

// MissingBlobs counts the attachments missing in dir, a folder written by SaveTo.
func (s *Store) MissingBlobs(ctx context.Context, dir string) (missing int, err error) {
	var sums []string
	err = s.db.View(ctx, func(tx *sql.Tx) (err error) {
		sums, err = sqlite.All(ctx, tx, `SELECT sha256 FROM blob`, nil, sqlite.Column[string])
		return err
	})
	saved := &Store{dir: dir}
	for _, sum := range sums {
		if _, err := os.Stat(saved.blobPath(sum)); errors.Is(err, fs.ErrNotExist) {
			missing++
		}
	}
	return missing, err
}
