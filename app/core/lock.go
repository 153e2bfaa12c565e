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
	// ErrRunning reports that another Parlando has the library open.
	ErrRunning = errors.New("Parlando is already open") //nolint:staticcheck // the name begins the sentence
	// errCannotLock reports that the folder is not writable. Then no other program can write to the
	// library either.
	errCannotLock = errors.New("the folder cannot be written")
)

// lockName is the lock file in the library's folder. The file remains after the program ends,
// without the lock.
const lockName = "lock"

// lock prevents two programs from opening one library. The operating system releases the lock
// however the program ends, so a crash never locks a user out. The error is ErrRunning only if
// another program holds the lock.
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

// writable reports whether files can be created in a folder. Errors other than missing permission,
// such as a full disk, do not count.
func writable(dir string) bool {
	probe, err := os.CreateTemp(dir, ".writable-*")
	if err != nil {
		return !isReadOnly(err) && !errors.Is(err, fs.ErrNotExist)
	}
	_ = probe.Close()
	_ = os.Remove(probe.Name())
	return true
}

// isReadOnly reports whether an error means that a location is not writable.
func isReadOnly(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}
