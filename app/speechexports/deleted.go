package speechexports

import (
	"context"
	"errors"
	"fmt"
	"os"

	"parlando/app/chat"
)

// ErrStopping reports that a speech export is still being stopped, so that it cannot be removed
// yet.
var ErrStopping = errors.New("the speech export has not ended")

// Remove permanently removes a deleted speech export; copies saved elsewhere stay. The error is
// ErrUnknown, ErrStopping or a disk error; after an error Deleted still lists it.
func (n *Store) Remove(_ context.Context, id chat.ID) error {
	n.mu.Lock()
	one := n.all[id]
	switch {
	case one == nil || one.Deleted.IsZero():
		n.mu.Unlock()
		return ErrUnknown
	case n.current == id:
		n.mu.Unlock()
		return ErrStopping
	}
	delete(n.all, id)
	n.mu.Unlock()
	_ = one.keeper.Flush() // so that nothing is written afterwards
	if err := os.RemoveAll(one.folder.dir); err != nil {
		n.mu.Lock()
		n.all[id] = one
		n.mu.Unlock()
		return fmt.Errorf("remove a sound file: %w", err)
	}
	n.mark()
	return nil
}
