// Package sqlite opens the library's database file: one connection for writing, several for
// reading, write-ahead logging, migrations, and the words of the full-text index. It knows the
// history of the schema but not the meaning of the tables, which other packages own.
//
// A file that cannot be read is never overwritten: a damaged file is an error (ErrDamaged), and a
// file of a newer Parlando or on a read-only disk is opened for reading (Reason). An existing file
// is copied before it is migrated.
package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Reason is the reason why a database is read-only.
type Reason string

// The reasons.
const (
	Writable Reason = ""
	Newer    Reason = "newer"  // its schema is from a newer Parlando
	Disk     Reason = "disk"   // the file, its folder or the disk is read-only
	Asked    Reason = "backup" // Options.ReadOnly
)

// Durability is the kind of failure that a commit survives. Both values survive the end of the
// process, including kill -9.
type Durability int

// The durabilities.
const (
	// Durable: the transaction survives a power failure once Update has returned. It costs a disk
	// sync.
	Durable Durability = iota
	// Relaxed: a power failure may lose the last seconds, but not damage the file. For frequent
	// writes.
	Relaxed
)

// readers is the number of concurrent reads: the window's worker, a search, a request being
// prepared, and a spare.
const readers = 4

// readCache sets the page cache of each reader, as a negative number of KiB. The cache takes twice
// that in memory, because the driver rounds up each page. With SQLite's default of 2,000 no query
// of a library of 100,000 messages was faster, and a large library would fill the cache.
const readCache = "_pragma=cache_size(-500)"

// DB is an open database. Its methods are safe for concurrent use.
type DB struct {
	place  place
	reason Reason
	write  *sql.DB // nil if read-only
	read   *sql.DB
	// memory is the address of a database without a file, "" for a file. keeper then holds a
	// connection that is never used: database/sql closes the connection of a canceled transaction,
	// which may be the last one.
	memory string
	keeper *sql.DB
	// fewer reports that the file went away and reads are limited to the readers that were open
	// then.
	fewer atomic.Bool
	// rescuing allows writing although the file is not at its path.
	rescuing atomic.Bool

	// locked during each write; SQLite allows one writer anyway, but unlike SQLite's lock this one
	// is fair
	mu      sync.Mutex
	relaxed bool // the current synchronous setting of the writing connection
}

// Options configure a DB; the zero value is ready for use.
type Options struct {
	// Migrations replaces the program's own.
	Migrations fs.FS
	// Driver replaces SQLite's own, for tests.
	Driver driver.Driver
	// ReadOnly opens an existing database for reading only.
	ReadOnly bool
}

// Open opens the database at path, creating it if needed, and applies migrations. It creates
// folders with mode 0700 and files with 0600. Errors are ErrDamaged, ErrFull or a disk error.
func Open(ctx context.Context, path string, o Options) (*DB, error) {
	migrations := o.Migrations
	if migrations == nil {
		migrations = Migrations()
	}
	target, err := newest(migrations)
	if err != nil {
		return nil, err
	}
	if o.ReadOnly {
		d, err := openForReading(ctx, path, migrations, target)
		if err == nil {
			d.reason = Asked
		}
		return d, err
	}
	if err := prepare(path); err != nil {
		if !readOnlyDisk(err) {
			return nil, fmt.Errorf("create the library file: %w", err)
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
		return &DB{place: place{path: path}, reason: Newer, read: read}, nil
	}
	return openForWriting(ctx, path, o.Driver, migrations, version, target)
}

func openForWriting(ctx context.Context, path string, with driver.Driver, migrations fs.FS, version, target int64) (*DB, error) {
	at, err := placeOf(path)
	if err != nil {
		return nil, err
	}
	write, err := openPlaced(at, with, "_txlock=immediate",
		"_pragma=busy_timeout(5000)", "_pragma=journal_mode(wal)", "_pragma=synchronous(full)",
		"_pragma=journal_size_limit(16777216)", "_pragma=temp_store(memory)")
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
	read, err := openPlaced(at, with, "_pragma=busy_timeout(5000)", "_pragma=query_only(1)", readCache, "_pragma=temp_store(memory)")
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	d := &DB{place: at, write: write, read: read}
	d.limitReaders(readers)
	return d, nil
}

// openForReading opens a database on a read-only disk. If there is none, it returns an empty
// library.
func openForReading(ctx context.Context, path string, migrations fs.FS, target int64) (*DB, error) {
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		read, err := openEmpty(ctx, migrations)
		if err != nil {
			return nil, err
		}
		return &DB{place: place{path: path}, reason: Disk, read: read}, nil
	}
	read, err := openReadOnly(ctx, path)
	if err != nil {
		return nil, Classify(err)
	}
	version, err := schemaVersion(ctx, read)
	if err == nil && version < target {
		err = fmt.Errorf("%w: the library is from an older Parlando and cannot be upgraded there", ErrReadOnly)
	}
	if err != nil {
		return nil, Classify(errors.Join(err, read.Close()))
	}
	reason := Disk
	if version > target {
		reason = Newer
	}
	return &DB{place: place{path: path}, reason: reason, read: read}, nil
}

// openReadOnly opens an existing file without ever writing to it.
func openReadOnly(ctx context.Context, path string) (*sql.DB, error) {
	var last error
	// A file in WAL mode needs a writable place for its shared memory. On a read-only disk use
	// "immutable", which reads the file without it.
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

// openEmpty creates a library in memory, for a disk without a library on which none can be created.
func openEmpty(ctx context.Context, migrations fs.FS) (*sql.DB, error) {
	db, err := sql.Open("sqlite", "file::memory:")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // each connection would have its own database
	if err := up(ctx, db, migrations); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// Reason returns the reason why the database is read-only, or Writable.
func (d *DB) Reason() Reason { return d.reason }

// View runs f in a read transaction. f must not retain the transaction.
func (d *DB) View(ctx context.Context, f func(*sql.Tx) error) (err error) {
	tx, err := d.beginRead(ctx)
	if err != nil {
		return Classify(err)
	}
	defer func() {
		// The transaction wrote nothing, so a failed rollback loses nothing; the driver drops the
		// connection.
		_ = tx.Rollback()
		err = Classify(err)
	}()
	return f(tx)
}

// Update runs f in the write transaction and commits it, or rolls it back if f fails. It returns
// ErrReadOnly if the database is read-only, and ErrGone while the file is not at its path. f must
// not call Update.
func (d *DB) Update(ctx context.Context, how Durability, f func(*sql.Tx) error) error {
	if d.write == nil {
		return fmt.Errorf("%w (%s)", ErrReadOnly, d.reason)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.update(ctx, how, f)
}

// update is Update with mu locked.
func (d *DB) update(ctx context.Context, how Durability, f func(*sql.Tx) error) error {
	if err := cmp.Or(ctx.Err(), d.mayWrite()); err != nil {
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

// sync sets the durability of the writing connection. A durable commit also makes earlier relaxed
// ones durable, because they share one log.
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

// Prepare prepares a statement for use in Update's transaction with tx.StmtContext. It returns
// ErrReadOnly if the database is read-only.
func (d *DB) Prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if d.write == nil {
		return nil, fmt.Errorf("%w (%s)", ErrReadOnly, d.reason)
	}
	s, err := d.write.PrepareContext(ctx, query)
	return s, Classify(err)
}

// Close checkpoints the log into the file and closes it. If the file is not at its path, SQLite
// changes neither the log nor any other file at the path.
func (d *DB) Close() error {
	err := d.read.Close()
	released(d.read)
	if d.write != nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		// The writing connection is closed last: SQLite then sees no other connection, checkpoints
		// the log and removes it.
		err = errors.Join(err, d.write.Close())
		released(d.write)
	}
	if d.keeper != nil {
		err = errors.Join(err, d.keeper.Close())
	}
	return err
}

// releaseWithin bounds the wait for a canceled read to release its connection.
const releaseWithin = 2 * time.Second

// released waits until a closed pool has no open connection: database/sql closes a connection with
// a canceled query on another goroutine. Connections still open after releaseWithin are closed
// later; then the log stays beside the file and nothing is lost.
func released(pool *sql.DB) {
	for until := time.Now().Add(releaseWithin); pool.Stats().OpenConnections > 0 && time.Now().Before(until); {
		time.Sleep(time.Millisecond)
	}
}

// dsn returns the data source name of a file, for any characters in its path.
func dsn(path string, settings ...string) string {
	p := filepath.ToSlash(path)
	if !strings.HasPrefix(p, "/") && filepath.IsAbs(path) {
		p = "/" + p // a drive letter
	}
	return "file:" + (&url.URL{Path: p}).EscapedPath() + "?" + strings.Join(settings, "&")
}
