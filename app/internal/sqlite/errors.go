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

// The kinds of problem a database file can have, each a problem.Storage to the user. They wrap
// SQLite's own words.
var (
	// ErrDamaged: the file is no database, or a part of it cannot be read. It is left as it is.
	ErrDamaged = problem.New(problem.Storage, "the library's file is damaged")
	// ErrReadOnly: the library can only be read; DB.Reason has the reason.
	ErrReadOnly = problem.New(problem.Storage, "the library can only be read")
	// ErrFull: the disk is full. Nothing of the transaction was written.
	ErrFull = problem.New(problem.Storage, "the disk is full")
	// ErrDisk: the disk failed to read or write.
	ErrDisk = problem.New(problem.Storage, "the disk failed")
)

// Classify wraps an error of the driver with the kind it is of, and returns any other as it is.
func Classify(err error) error {
	for _, known := range []error{ErrDamaged, ErrReadOnly, ErrFull, ErrDisk} {
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

// code is SQLite's primary result code, 0 when err is none of its.
func code(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() & 0xff
	}
	return 0
}

func isDamaged(err error) bool { return errors.Is(Classify(err), ErrDamaged) }

// readOnlyDisk tells a place that may not be written from other problems with it.
func readOnlyDisk(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}
