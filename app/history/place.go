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
			s.log.Error("The library file was moved or removed: nothing is stored", "error", err)
		} else {
			s.log.Info("The library file is back")
		}
		s.marks.Mark(changes.Change{Topic: changes.Library})
	}
	return err
}

// Gone reports what InPlace returned last, without asking the disk.
func (s *Store) Gone() bool { return s.gone.Load() }

// Folder returns where the library's folder is, also after it was renamed or moved, and "" if it is
// not known.
func (s *Store) Folder() string { return s.db.Folder() }

// watch looks until the end of ctx whether the library is in its place.
func (s *Store) watch(ctx context.Context) {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = s.InPlace() // InPlace marks a change
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

// SaveTo writes all of the database, wherever its file is now, to another folder. flush stores what
// is not in it yet, which is accepted meanwhile even though the library is not in its place.
func (s *Store) SaveTo(ctx context.Context, dir string, flush func() error) error {
	return s.db.Rescue(ctx, filepath.Join(dir, FileName), flush)
}

// MissingBlobs counts the attachments that the folder dir, to which the library was saved, lacks.
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
