package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// place is a path, and the file and folder found there; both are nil for a read-only database.
type place struct {
	path         string
	file, folder os.FileInfo
}

// placeOf returns the place of an existing file. It must not open the file, because closing it
// would release SQLite's locks.
func placeOf(path string) (place, error) {
	file, err := os.Stat(path)
	if err != nil {
		return place{}, err
	}
	folder, err := os.Stat(filepath.Dir(path))
	return place{path, file, folder}, err
}

// check returns ErrGone if the path leads to no file or to another one, for example after the
// folder was removed, renamed, unmounted or replaced. On Windows an open file cannot be moved, but
// its drive can be removed.
func (p place) check() error {
	now, err := os.Stat(p.path)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	if runtime.GOOS != "windows" && !os.SameFile(p.file, now) {
		return fmt.Errorf("%w: another file has its path", ErrGone)
	}
	return nil
}

// moved returns the folder of the file after the folder was renamed or moved: either a sibling of
// the former folder, or the path of the open file according to Linux. It returns "" if unknown, and
// if only the file was moved, since its new folder may contain other users' files.
func (p place) moved() string {
	dir, name := filepath.Split(p.path)
	beside := filepath.Dir(filepath.Clean(dir))
	// without siblings, or without /proc, there are fewer candidates
	siblings, _ := os.ReadDir(beside)
	open, _ := os.ReadDir(openFiles)
	var candidates []string
	for _, e := range siblings {
		candidates = append(candidates, filepath.Join(beside, e.Name()))
	}
	for _, e := range open {
		if path, err := os.Readlink(filepath.Join(openFiles, e.Name())); err == nil && filepath.Base(path) == name {
			candidates = append(candidates, filepath.Dir(path))
		}
	}
	for _, dir := range candidates {
		folder, err := os.Stat(dir)
		if err != nil || !os.SameFile(p.folder, folder) {
			continue
		}
		if file, err := os.Stat(filepath.Join(dir, name)); err == nil && os.SameFile(p.file, file) {
			return dir
		}
	}
	return ""
}

// openFiles is the folder in which Linux lists the open files of this process.
const openFiles = "/proc/self/fd"

// placedFile is a driver.Connector that only opens the file of its place. It neither opens a
// different library put at that path meanwhile nor creates a file.
type placedFile struct {
	place  place
	dsn    string
	driver driver.Driver
}

// openPlaced returns a pool of connections to the file of a place. A nil driver means SQLite's own.
func openPlaced(p place, with driver.Driver, settings ...string) (*sql.DB, error) {
	if with == nil {
		pool, err := sql.Open("sqlite", "")
		if err != nil {
			return nil, err
		}
		if with, err = pool.Driver(), pool.Close(); err != nil {
			return nil, err
		}
	}
	settings = append([]string{"mode=rw"}, settings...)
	return sql.OpenDB(placedFile{p, dsn(p.path, settings...), with}), nil
}

// Driver implements driver.Connector.
func (f placedFile) Driver() driver.Driver { return f.driver }

// Connect implements driver.Connector.
func (f placedFile) Connect(context.Context) (driver.Conn, error) {
	if err := f.place.check(); err != nil {
		return nil, err
	}
	c, err := f.driver.Open(f.dsn)
	if err != nil {
		return nil, err
	}
	if err = f.place.check(); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// InPlace returns ErrGone while the open file is not the one at its path. It makes one system call.
func (d *DB) InPlace() error {
	if d.write == nil || d.memory != "" {
		return nil
	}
	return d.place.check()
}

// Folder returns the folder of the open file, even after the folder was renamed or moved, or "" if
// it cannot be found. On Windows an open file cannot be moved.
func (d *DB) Folder() string {
	switch {
	case d.InPlace() == nil:
		return filepath.Dir(d.place.path)
	case runtime.GOOS == "windows":
		return ""
	}
	return d.place.moved()
}

// beginRead begins a read transaction. While the file is not at its path, no connection can be
// opened, so beginRead waits for one that is already open.
func (d *DB) beginRead(ctx context.Context) (*sql.Tx, error) {
	if d.fewer.Load() && d.InPlace() == nil && d.fewer.Swap(false) {
		d.limitReaders(readers)
	}
	tx, err := d.read.BeginTx(ctx, nil)
	if open := d.read.Stats().OpenConnections; errors.Is(err, ErrGone) && open > 0 {
		d.fewer.Store(true)
		d.limitReaders(open)
		tx, err = d.read.BeginTx(ctx, nil)
	}
	return tx, err
}

func (d *DB) limitReaders(n int) {
	d.read.SetMaxOpenConns(n)
	d.read.SetMaxIdleConns(n)
}

// CopyTo writes all committed data to a new file. It reads the open file, even if that was moved or
// deleted. No write runs meanwhile.
func (d *DB) CopyTo(ctx context.Context, path string) error {
	if d.write == nil {
		return fmt.Errorf("%w (%s)", ErrReadOnly, d.reason)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return Classify(copyTo(ctx, d.write, path))
}

// Rescue calls write, which may write even though the file is not at its path, and then CopyTo.
func (d *DB) Rescue(ctx context.Context, path string, write func() error) error {
	d.rescuing.Store(true)
	defer d.rescuing.Store(false)
	if err := write(); err != nil {
		return err
	}
	return d.CopyTo(ctx, path)
}

// mayWrite returns the reason why writing is impossible now, or nil.
func (d *DB) mayWrite() error {
	if d.rescuing.Load() {
		return nil
	}
	return d.InPlace()
}
