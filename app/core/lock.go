package core

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/gofrs/flock"
)

// ErrRunning means another Parley has the library open.
var ErrRunning = errors.New("Parley is already open")

// lock keeps two programs off one library. The operating system lets go of it when the program ends in
// whatever way, so a crash never locks anybody out.
func lock(dir string) (unlock func() error, err error) {
	l := flock.New(filepath.Join(dir, "lock"), flock.SetPermissions(0o600))
	got, err := l.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock the library: %w", err)
	}
	if !got {
		return nil, ErrRunning
	}
	return l.Unlock, nil
}
