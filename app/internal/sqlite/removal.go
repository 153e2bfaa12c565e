package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Removal decides which files of the library's folder upkeep may remove. An earlier library may
// reference files that this library does not: another library in the same folder, or one whose
// files were brought into the folder.
type Removal struct {
	began  time.Time // the creation time of this library; zero if unreadable
	beside string    // the name of another library in the folder, "" for none
}

// Removal returns the rules for upkeep, from the library and its folder.
func (d *DB) Removal(ctx context.Context) (Removal, error) {
	if err := d.InPlace(); err != nil {
		return Removal{}, err
	}
	return removal(ctx, d.read, d.place.path)
}

func removal(ctx context.Context, db *sql.DB, path string) (r Removal, err error) {
	if r.beside, err = otherLibrary(path); err != nil {
		return r, err
	}
	var began sql.NullInt64
	// The first row was written when the library was created, with the time of SQLite's own clock.
	err = db.QueryRowContext(ctx, `SELECT unixepoch(min(tstamp)) FROM goose_db_version`).Scan(&began)
	if began.Valid {
		r.began = time.Unix(began.Int64, 0)
	}
	return r, Classify(err)
}

// Beside returns the name of another library in the folder, "" for none. While there is another
// library, upkeep may remove nothing.
func (r Removal) Beside() string { return r.beside }

// Allows reports whether a file or folder may be removed: it and everything in it must be as new as
// the library. A missing file may be removed.
func (r Removal) Allows(path string) (bool, error) {
	if r.beside != "" || r.began.IsZero() {
		return false, nil
	}
	allowed := true
	err := filepath.WalkDir(path, func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && info.ModTime().Before(r.began) {
			allowed = false
			return fs.SkipAll
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return allowed && err == nil, err
}

// magic is the beginning of every database file.
const magic = "SQLite format 3\x00"

// otherLibrary returns the name of a library beside the file at path: a database, or a file named
// like a copy of the library, that Parlando did not create itself.
func otherLibrary(path string) (string, error) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	name := filepath.Base(path)
	own := []string{name, name + "-wal", name + "-shm", name + "-journal"}
	copied := strings.TrimSuffix(name, ".db") + "*.db*"
	for _, e := range entries {
		if !e.Type().IsRegular() || slices.Contains(own, e.Name()) || strings.HasPrefix(e.Name(), name+".before-") {
			continue
		}
		if like, err := filepath.Match(copied, e.Name()); err != nil || like || isDatabase(filepath.Join(filepath.Dir(path), e.Name())) {
			return e.Name(), err
		}
	}
	return "", nil
}

// isDatabase reports whether a file begins with magic. It returns false for an unreadable file,
// such as a lock on Windows.
func isDatabase(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	begin := make([]byte, len(magic))
	_, err = io.ReadFull(f, begin)
	return err == nil && string(begin) == magic
}
