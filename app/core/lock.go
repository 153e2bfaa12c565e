package core

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/gofrs/flock"
)

var (
	// ErrRunning means another Parlando has the library open.
	ErrRunning = errors.New("Parlando is already open") //nolint:staticcheck // the name begins the sentence
	// errCannotLock: the folder takes no files, so that nobody who is kept from locking it could
	// write to it either.
	errCannotLock = errors.New("its folder cannot be written")
)

// lockName is the file in the library's folder that is locked. It stays when the program ends; only
// the lock counts.
const lockName = "lock"

// lock keeps two programs off one library. The operating system lets go of it when the program ends
// in whatever way, so a crash never locks anybody out. The error is ErrRunning only if another
// program holds it.
func lock(dir string) (unlock func() error, err error) {
	l := flock.New(filepath.Join(dir, lockName), flock.SetPermissions(0o600))
	got, err := l.TryLock()
	switch {
	case err != nil && !writable(dir):
		return nil, fmt.Errorf("%w: %w", errCannotLock, err)
	case err != nil:
		return nil, fmt.Errorf("lock the library: %w", err)
	case !got:
		return nil, errors.Join(ErrRunning, l.Close())
	}
	return l.Unlock, nil
}

// writable reports whether a folder takes new files; only a refusal counts, a full disk is another
// problem.
func writable(dir string) bool {
	probe, err := os.CreateTemp(dir, ".writable-*")
	if err != nil {
		return !isReadOnly(err) && !errors.Is(err, fs.ErrNotExist)
	}
	_ = probe.Close()
	_ = os.Remove(probe.Name())
	return true
}

// isReadOnly tells a place that may not be written from other problems with it.
func isReadOnly(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}
