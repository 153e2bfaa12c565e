// Package sqlite opens the library's one database file: one connection that writes, a few that
// read, write-ahead logging, migrations, and the words of the full-text index. It knows the
// schema's history but nothing of what the tables mean; that is the owner's.
//
// A file is never overwritten because it could not be read: a damaged one is an error (ErrDamaged),
// one of a newer Parlando or on a read-only disk is opened for reading (Reason). Before an existing
// file is migrated it is copied beside itself.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Reason is the reason why a database can only be read.
type Reason string

// The reasons.
const (
	Writable Reason = ""
	Newer    Reason = "newer" // its schema is of a newer Parlando
	Disk     Reason = "disk"  // the file, its folder or the disk is read-only
)

// Durability is the kind of failure that a commit survives. Both survive the end of the process,
// also by kill -9.
type Durability int

// The durabilities.
const (
	// Durable: the transaction survives a power cut once Update has returned. It costs a sync of
	// the disk.
	Durable Durability = iota
	// Relaxed: a power cut may take the last seconds; the file stays whole. For what comes many
	// times a second.
	Relaxed
)

// readers is the number of concurrent reads: the window's worker, a search, a reply being built,
// one to spare.
const readers = 4

// readCache is the cache of each reader, in KiB with a minus: a page takes twice that in memory,
// because the driver rounds it up. SQLite's own 2,000 made no query of a library of 100,000
// messages faster, and a large library fills it.
const readCache = "_pragma=cache_size(-500)"

// DB is an open database. Its methods are safe from any goroutine.
type DB struct {
	path   string
	reason Reason
	write  *sql.DB // nil when it can only be read
	read   *sql.DB

	// held during each write; SQLite has one writer anyway, and waits of ours are fair
	mu      sync.Mutex
	relaxed bool // what the writing connection's synchronous is set to
}

// Open opens the database file at path, makes it if there is none, and brings it to the newest of
// migrations (nil: the program's own). Folders are made 0700 and files 0600. Errors are ErrDamaged,
// ErrFull or the disk's own.
func Open(ctx context.Context, path string, migrations fs.FS) (*DB, error) {
	if migrations == nil {
		migrations = Migrations()
	}
	target, err := newest(migrations)
	if err != nil {
		return nil, err
	}
	if err := prepare(path); err != nil {
		if !readOnlyDisk(err) {
			return nil, fmt.Errorf("make the library's file: %w", err)
		}
		return openForReading(ctx, path, migrations, target)
	}
	version, err := peek(ctx, path)
	if err != nil {
		return nil, Classify(err)
	}
	if version > target {
		read, err := openReadOnly(ctx, path)
		if err != nil {
			return nil, Classify(err)
		}
		return &DB{path: path, reason: Newer, read: read}, nil
	}
	return openForWriting(ctx, path, migrations, version, target)
}

func openForWriting(ctx context.Context, path string, migrations fs.FS, version, target int64) (*DB, error) {
	write, err := sql.Open("sqlite", dsn(path, "_txlock=immediate",
		"_pragma=busy_timeout(5000)", "_pragma=journal_mode(wal)", "_pragma=synchronous(full)",
		"_pragma=journal_size_limit(16777216)", "_pragma=temp_store(memory)"))
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	if version < target {
		if err := migrate(ctx, write, path, migrations, version, target); err != nil {
			return nil, Classify(errors.Join(err, write.Close()))
		}
	} else if err := write.PingContext(ctx); err != nil {
		return nil, Classify(errors.Join(err, write.Close()))
	}
	read, err := sql.Open("sqlite", dsn(path,
		"_pragma=busy_timeout(5000)", "_pragma=query_only(1)", readCache, "_pragma=temp_store(memory)"))
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	return &DB{path: path, write: write, read: read}, nil
}

// openForReading opens what lies on a disk that cannot be written; where nothing lies, it is an
// empty library.
func openForReading(ctx context.Context, path string, migrations fs.FS, target int64) (*DB, error) {
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		read, err := openEmpty(ctx, migrations)
		if err != nil {
			return nil, err
		}
		return &DB{path: path, reason: Disk, read: read}, nil
	}
	read, err := openReadOnly(ctx, path)
	if err != nil {
		return nil, Classify(err)
	}
	version, err := schemaVersion(ctx, read)
	if err == nil && version < target {
		err = fmt.Errorf("%w: the library is of an older Parlando and cannot be brought up to date there", ErrReadOnly)
	}
	if err != nil {
		return nil, Classify(errors.Join(err, read.Close()))
	}
	reason := Disk
	if version > target {
		reason = Newer
	}
	return &DB{path: path, reason: reason, read: read}, nil
}

// openReadOnly opens an existing file without ever writing to it.
func openReadOnly(ctx context.Context, path string) (*sql.DB, error) {
	var last error
	// A file in WAL mode needs a place for its shared memory; on a read-only disk there is none,
	// and "immutable" reads the file as it lies.
	for _, mode := range []string{"mode=ro", "mode=ro&immutable=1"} {
		db, err := sql.Open("sqlite", dsn(path, mode, "_pragma=busy_timeout(5000)", "_pragma=temp_store(memory)"))
		if err != nil {
			return nil, err
		}
		db.SetMaxOpenConns(readers)
		var n int
		if last = db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&n); last == nil {
			return db, nil
		}
		if err := db.Close(); err != nil {
			return nil, errors.Join(last, err)
		}
		if isDamaged(last) || ctx.Err() != nil {
			break
		}
	}
	return nil, last
}

// openEmpty makes a library in memory, for a disk on which none can be made.
func openEmpty(ctx context.Context, migrations fs.FS) (*sql.DB, error) {
	db, err := sql.Open("sqlite", "file::memory:")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // each connection would have a memory of its own
	if err := up(ctx, db, migrations); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// Reason is the reason why the database can only be read; Writable when it can be written.
func (d *DB) Reason() Reason { return d.reason }

// View runs f on one consistent state of the database. f must not keep the transaction.
func (d *DB) View(ctx context.Context, f func(*sql.Tx) error) (err error) {
	tx, err := d.read.BeginTx(ctx, nil)
	if err != nil {
		return Classify(err)
	}
	defer func() {
		// Nothing was written, so that a failed rollback loses nothing; the driver drops the
		// connection.
		_ = tx.Rollback()
		err = Classify(err)
	}()
	return f(tx)
}

// Update runs f in the one writing transaction and commits it, or nothing of it when f fails. It
// returns ErrReadOnly when the database can only be read. f must not call Update.
func (d *DB) Update(ctx context.Context, how Durability, f func(*sql.Tx) error) (err error) {
	if d.write == nil {
		return fmt.Errorf("%w (%s)", ErrReadOnly, d.reason)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := d.sync(ctx, how); err != nil {
		return Classify(err)
	}
	tx, err := d.write.BeginTx(ctx, nil)
	if err != nil {
		return Classify(err)
	}
	if err := f(tx); err != nil {
		if back := tx.Rollback(); back != nil && !errors.Is(back, sql.ErrTxDone) {
			err = errors.Join(err, back)
		}
		return Classify(err)
	}
	return Classify(tx.Commit())
}

// sync sets how the writing connection commits. A durable commit also makes the relaxed ones before
// it durable, because all lie in one log.
func (d *DB) sync(ctx context.Context, how Durability) error {
	if d.relaxed == (how == Relaxed) {
		return nil
	}
	level := "full"
	if how == Relaxed {
		level = "normal"
	}
	if _, err := d.write.ExecContext(ctx, "PRAGMA synchronous="+level); err != nil {
		return err
	}
	d.relaxed = how == Relaxed
	return nil
}

// Prepare makes a statement for use in Update's transaction, by tx.StmtContext. It returns
// ErrReadOnly when the database can only be read.
func (d *DB) Prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if d.write == nil {
		return nil, fmt.Errorf("%w (%s)", ErrReadOnly, d.reason)
	}
	s, err := d.write.PrepareContext(ctx, query)
	return s, Classify(err)
}

// Close folds the log into the file and closes it.
func (d *DB) Close() error {
	err := d.read.Close()
	released(d.read)
	if d.write != nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		// Last, so that SQLite sees no other connection, folds the log in and removes it.
		err = errors.Join(err, d.write.Close())
		released(d.write)
	}
	return err
}

// releaseWithin is the time in which a canceled read must release its connection.
const releaseWithin = 2 * time.Second

// released waits until a closed pool has no connection left: database/sql lets go of one whose
// query was canceled on a goroutine of its own. What is still open then is let go later; the log
// stays beside the file, and nothing is lost.
func released(pool *sql.DB) {
	for until := time.Now().Add(releaseWithin); pool.Stats().OpenConnections > 0 && time.Now().Before(until); {
		time.Sleep(time.Millisecond)
	}
}

// dsn names a file to the driver, whatever characters its path has.
func dsn(path string, settings ...string) string {
	p := filepath.ToSlash(path)
	if !strings.HasPrefix(p, "/") && filepath.IsAbs(path) {
		p = "/" + p // a drive letter
	}
	return "file:" + (&url.URL{Path: p}).EscapedPath() + "?" + strings.Join(settings, "&")
}
