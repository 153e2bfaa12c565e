package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"parlando/app/problem"
)

// The problems of a database file, each a problem.Storage. They wrap SQLite's errors.
var (
	// ErrDamaged reports that the file is not a database, or that a part of it cannot be read. The
	// file is left unchanged.
	ErrDamaged = problem.New(problem.Storage, "the library file is damaged")
	// ErrReadOnly reports that the library is read-only; see DB.Reason.
	ErrReadOnly = problem.New(problem.Storage, "the library is read-only")
	// ErrFull reports a full disk. Nothing of the transaction was written.
	ErrFull = problem.New(problem.Storage, "the disk is full")
	// ErrGone reports that the file at the database's path is no longer the open one; see
	// DB.InPlace. Writes fail until the open file is back.
	ErrGone = problem.New(problem.Storage, "the library file was moved or removed")
	// ErrDisk reports that the disk failed to read or write.
	ErrDisk = problem.New(problem.Storage, "the disk failed")
)

// Classify wraps an error of the driver with its kind, and returns any other error unchanged.
func Classify(err error) error {
	for _, known := range []error{ErrDamaged, ErrReadOnly, ErrFull, ErrGone, ErrDisk} {
		if errors.Is(err, known) {
			return err
		}
	}
	switch code(err) {
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case lib.SQLITE_READONLY:
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	case lib.SQLITE_FULL:
		return fmt.Errorf("%w: %w", ErrFull, err)
	case lib.SQLITE_IOERR, lib.SQLITE_CANTOPEN:
		return fmt.Errorf("%w: %w", ErrDisk, err)
	}
	return err
}

// code returns SQLite's primary result code, 0 if err has none.
func code(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() & 0xff
	}
	return 0
}

func isDamaged(err error) bool { return errors.Is(Classify(err), ErrDamaged) }

// readOnlyDisk reports whether an error means that a location is not writable.
func readOnlyDisk(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}
