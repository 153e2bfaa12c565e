// Package history is the owner of stored conversations: it appends messages, keeps a reply as it
// grows, chooses which branch is shown, renames, pins, deletes with undo, keeps drafts and
// attachments, and finds words.
//
// What it promises: a user's message is on disk when Begin returns, also after a power cut; what
// was appended to a reply is there after kill -9; a message that has ended never changes, but for
// Resume; nothing is removed at once, so that every deletion can be undone.
//
// A conversation is a tree. Answers beside each other and edited questions are siblings, ordered by
// age; which of them is shown is remembered for each parent.
package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/owner"
)

// FileName is the database's name in the folder of the library.
const FileName = "library.db"

// Errors that callers tell apart with errors.Is. Others are the disk's own.
var (
	// ErrNotFound: there is no such conversation or message, or it is deleted.
	ErrNotFound = errors.New("history: not found")
	// ErrEnded: the message has ended, and ended messages do not change.
	ErrEnded = errors.New("history: the message has ended")
	// ErrInvalid: the caller asked for something that makes no sense, such as a message without an
	// id.
	ErrInvalid = errors.New("history: invalid")
	// ErrReadOnly: the library can only be read; ReadOnly has the reason.
	ErrReadOnly = sqlite.ErrReadOnly
	// ErrDamaged: the file, or an attachment, cannot be read. It is left as it is.
	ErrDamaged = sqlite.ErrDamaged
	// ErrFull: the disk is full; nothing of what was asked was written.
	ErrFull = sqlite.ErrFull
	// ErrDisk: the disk failed to read or write.
	ErrDisk = sqlite.ErrDisk
)

// ReadOnlyReason is the reason why the library can only be read.
type ReadOnlyReason string

// The reasons.
const (
	Writable      ReadOnlyReason = ""
	ReadOnlyNewer ReadOnlyReason = "newer" // it is of a newer Parlando
	ReadOnlyDisk  ReadOnlyReason = "disk"  // its file, folder or disk is read-only
)

// Options change what a Store stands on; the zero value is ready for use.
type Options struct {
	owner.Common

	// migrations replaces the program's own in tests.
	migrations fs.FS
}

// Store is an open library. Its methods are safe from any goroutine.
type Store struct {
	dir   string
	db    *sqlite.DB
	marks *changes.Marks
	now   func() time.Time
	log   *slog.Logger
	tail  tailStatements

	// blobs is held while a file of blobs and its row are made or removed together.
	blobs sync.Mutex

	stop    context.CancelFunc // ends the upkeep
	upkeep  sync.WaitGroup
	closing sync.Once
	closed  error
}

// Open opens the library in the folder dir, or makes it. Replies that had not ended become CutOff
// with problem.Interrupted. The error is ErrDamaged, ErrFull or the disk's own; a library that
// cannot be written is none, see ReadOnly.
func Open(ctx context.Context, dir string, o Options) (*Store, error) {
	o.SetDefaults()
	s := &Store{dir: dir, marks: o.Marks, now: o.Now, log: o.Log}
	db, err := sqlite.Open(ctx, filepath.Join(dir, FileName), o.migrations)
	if err != nil {
		return nil, fmt.Errorf("open the library: %w", err)
	}
	s.db = db
	if s.ReadOnly() != Writable {
		s.log.Warn("the library can only be read", "reason", s.ReadOnly())
		s.stop = func() {}
		return s, nil
	}
	if err := s.begin(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open the library: %w", err), db.Close())
	}
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop = stop
	s.upkeep.Go(func() { s.keepUp(work) })
	return s, nil
}

// begin makes a writable library ready.
func (s *Store) begin(ctx context.Context) error {
	err := s.db.Update(ctx, sqlite.Durable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO library (one, origin) VALUES (1, ?)`, chat.NewID())
		if err != nil {
			return err
		}
		return s.recover(ctx, tx)
	})
	if err != nil {
		return err
	}
	return s.tail.prepare(ctx, s.db)
}

// Close ends the upkeep and closes the file. Calling it again does nothing.
func (s *Store) Close() error {
	s.closing.Do(func() {
		s.stop()
		s.upkeep.Wait()
		s.closed = errors.Join(s.tail.close(), s.db.Close())
	})
	return s.closed
}

// ReadOnly is the reason why the library can only be read; Writable ("") when it can be written.
// Each write then returns ErrReadOnly.
func (s *Store) ReadOnly() ReadOnlyReason { return ReadOnlyReason(s.db.Reason()) }

// Database is the library's file, for the other owners of tables in it: there is one connection
// that writes.
func (s *Store) Database() *sqlite.DB { return s.db }

// update writes in one transaction that survives a power cut, and marks what f returns once it is
// kept.
func (s *Store) update(ctx context.Context, f func(*sql.Tx) ([]changes.Change, error)) error {
	var marks []changes.Change
	err := s.db.Update(ctx, sqlite.Durable, func(tx *sql.Tx) (err error) {
		marks, err = f(tx)
		return err
	})
	if err != nil {
		return err
	}
	if len(marks) > 0 {
		s.marks.Mark(marks...)
	}
	return nil
}

// listChanged is marked when the list shows one conversation otherwise than before, or no longer.
func listChanged(conversation chat.ID) changes.Change {
	return changes.Change{Topic: changes.Conversations, ID: string(conversation)}
}

func threadChanged(conversation chat.ID) changes.Change {
	return changes.Change{Topic: changes.Thread, ID: string(conversation)}
}

func messageChanged(message chat.ID) changes.Change {
	return changes.Change{Topic: changes.Message, ID: string(message)}
}

// notFound names what was not found; other errors pass.
func notFound(err error, what string, id chat.ID) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%w: %s %q", ErrNotFound, what, id)
	}
	return err
}
