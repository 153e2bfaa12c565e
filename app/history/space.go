package history

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// closingBytes is the disk space that CheckSpace requires, more than is needed to store the ends of
// replies and the state of the window.
const closingBytes = 256 << 10

// CheckSpace returns an error if the disk lacks the space for what the program writes when closing.
// A write to the database would not show that, because its log may contain free space.
func (s *Store) CheckSpace() error {
	if s.ReadOnly() != Writable {
		return nil // a read-only library writes nothing
	}
	probe := filepath.Join(s.dir, ".space")
	err := os.WriteFile(probe, make([]byte, closingBytes), 0o600)
	if removed := os.Remove(probe); err == nil || !errors.Is(removed, os.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	if err != nil {
		return fmt.Errorf("make room for the ends of replies: %w", err)
	}
	return nil
}
