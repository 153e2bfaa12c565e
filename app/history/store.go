// Package history owns the stored conversations: it appends messages, stores replies as they grow,
// selects the visible branch, renames, pins, deletes with undo, stores drafts and attachments, and
// searches.
//
// Its guarantees: a user's message is on disk when Begin returns, even after a power failure; text
// appended to a reply survives kill -9; an ended message never changes, except by Resume; nothing
// is removed at once, so every deletion can be undone.
//
// A conversation is a tree. Alternative answers and edited questions are siblings, ordered by age;
// for each parent the store remembers which of them is shown.
package history

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/owner"
)

// FileName is the file name of the database in the library's folder.
const FileName = "library.db"

// Errors for errors.Is. Other errors come from the disk.
var (
	// ErrNotFound reports that the conversation or message does not exist or is deleted.
	ErrNotFound = errors.New("history: not found")
	// ErrEnded reports that the message has ended, and ended messages do not change.
	ErrEnded = errors.New("history: the message has ended")
	// ErrInvalid reports an invalid request, such as a message without an ID.
	ErrInvalid = errors.New("history: invalid")
	// ErrReadOnly reports that the library is read-only; see ReadOnly.
	ErrReadOnly = sqlite.ErrReadOnly
	// ErrDamaged reports that the file or an attachment cannot be read. It is left unchanged.
	ErrDamaged = sqlite.ErrDamaged
	// ErrFull reports a full disk; nothing of the request was written.
	ErrFull = sqlite.ErrFull
	// ErrGone reports that the library's file is not at its path; see InPlace.
	ErrGone = sqlite.ErrGone
	// ErrDisk reports that the disk failed to read or write.
	ErrDisk = sqlite.ErrDisk
)

// ReadOnlyReason is the reason why the library is read-only.
type ReadOnlyReason string

// The reasons.
const (
	Writable      ReadOnlyReason = ""
	ReadOnlyNewer ReadOnlyReason = "newer" // it is from a newer Parlando
	ReadOnlyDisk  ReadOnlyReason = "disk"  // its file, folder or disk is read-only
	// ReadOnlyBackup: it is a backup that the user looks at; see Options.ReadOnly.
	ReadOnlyBackup ReadOnlyReason = "backup"
)

// Options configure a Store; the zero value is ready for use.
type Options struct {
	owner.CommonOptions

	// Driver replaces SQLite's own, for tests.
	Driver driver.Driver

	// ReadOnly opens an existing library of this version for reading only.
	ReadOnly bool

	// migrations replaces the program's own in tests.
	migrations fs.FS
}

// Store is an open library. Its methods are safe for concurrent use.
type Store struct {
	dir   string
	db    *sqlite.DB
	marks *changes.Marks
	now   func() time.Time
	log   *slog.Logger
	tail  tailStatements

	damaged damagedConversations
	// gone caches the result of InPlace.
	gone atomic.Bool

	// blobs is locked while a blob's file and row are created or removed together. pictures has the
	// bytes of blobs by their SHA-256 in the store of a temporary chat; it is nil in other stores.
	blobs    sync.Mutex
	pictures map[string][]byte
	// unfinished are the imports that the last run did not finish.
	unfinished []int64
	// temporary are the chats that are only in memory; nil in the store of one of them.
	temporary *temporaryChats

	stop     context.CancelFunc // ends background maintenance
	upkeep   owner.Goroutines
	watching owner.Goroutines
	closing  sync.Once
	closed   error
}

// Open opens or creates the library in the folder dir. Unfinished replies become CutOff with
// problem.Interrupted. The error is ErrDamaged, ErrFull or a disk error; a read-only library is no
// error, see ReadOnly.
func Open(ctx context.Context, dir string, o Options) (*Store, error) {
	o.SetDefaults()
	s := &Store{dir: dir, marks: o.Marks, now: o.Now, log: o.Log, temporary: newTemporaryChats()}
	db, err := sqlite.Open(ctx, filepath.Join(dir, FileName), sqlite.Options{Migrations: o.migrations, Driver: o.Driver, ReadOnly: o.ReadOnly})
	if err != nil {
		return nil, fmt.Errorf("open the library: %w", err)
	}
	s.db = db
	if s.ReadOnly() != Writable {
		s.log.Warn("The library is read-only", "reason", s.ReadOnly())
		s.stop = func() {}
		return s, nil
	}
	if err := s.begin(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open the library: %w", err), db.Close())
	}
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop = stop
	s.upkeep.Go("upkeep", func() { s.keepUp(work) })
	s.watching.Go("watch the folder", func() { s.watch(work) })
	return s, nil
}

// begin prepares a writable library.
func (s *Store) begin(ctx context.Context) error {
	create := func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO library (one, origin) VALUES (1, ?)`, chat.NewID())
		return err
	}
	err := s.db.Update(ctx, sqlite.Durable, func(tx *sql.Tx) error {
		if err := create(tx); err != nil {
			return err
		}
		var err error
		if s.unfinished, err = unfinishedImports(ctx, tx); err != nil {
			return err
		}
		return s.recover(ctx, tx)
	})
	if errors.Is(err, ErrDamaged) {
		if err = s.db.Update(ctx, sqlite.Durable, create); err == nil {
			err = s.recoverAround(ctx)
		}
	}
	if err != nil {
		return err
	}
	return s.tail.prepare(ctx, s.db)
}

// Close ends background maintenance and closes the file. Further calls do nothing.
func (s *Store) Close() error {
	s.closing.Do(func() {
		s.stop()
		_ = s.upkeep.Wait(context.Background())
		_ = s.watching.Wait(context.Background())
		s.closed = errors.Join(s.temporary.close(), s.tail.close(), s.db.Close())
	})
	return s.closed
}

// ReadOnly returns the reason why the library is read-only, or Writable (""). While the library is
// read-only, each write returns ErrReadOnly.
func (s *Store) ReadOnly() ReadOnlyReason { return ReadOnlyReason(s.db.Reason()) }

// Database returns the library's database for other packages with tables in it, because there can
// be only one writing connection.
func (s *Store) Database() *sqlite.DB { return s.db }

// update writes in one transaction that survives a power failure, and marks the changes returned by
// f once it is committed.
func (s *Store) update(ctx context.Context, f func(*sql.Tx) ([]changes.Change, error)) error {
	var marks []changes.Change
	err := s.db.Update(ctx, sqlite.Durable, func(tx *sql.Tx) (err error) {
		marks, err = f(tx)
		return err
	})
	if err != nil {
		s.noticeGone(err)
		return err
	}
	if len(marks) > 0 {
		s.marks.Mark(marks...)
	}
	return nil
}

// listChanged is marked when the list entry of a conversation changes or disappears.
func listChanged(conversation chat.ID) changes.Change {
	return changes.Change{Topic: changes.Conversations, ID: string(conversation)}
}

func threadChanged(conversation chat.ID) changes.Change {
	return changes.Change{Topic: changes.Thread, ID: string(conversation)}
}

func messageChanged(message chat.ID) changes.Change {
	return changes.Change{Topic: changes.Message, ID: string(message)}
}

// notFound adds the missing object to ErrNotFound; other errors are unchanged.
func notFound(err error, what string, id chat.ID) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%w: %s %q", ErrNotFound, what, id)
	}
	return err
}
