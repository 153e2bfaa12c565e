package history

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// closingBytes is the room that CheckSpace asks for. It is more than the ends of replies and the
// state of the window take.
const closingBytes = 256 << 10

// CheckSpace returns an error if the disk has no room for what is written when the program closes.
// A write to the database does not tell, because its log may have room left from older writes.
func (s *Store) CheckSpace() error {
	if s.ReadOnly() != Writable {
		return nil // nothing is written then
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
