package speechexports

import (
	"errors"
	"fmt"
	"os"

	"parlando/app/chat"
)

// ErrStopping says that the making of a speech export has not ended yet, so that it cannot be
// removed.
var ErrStopping = errors.New("the making has not ended")

// Remove removes one of Deleted for good; what was saved of it elsewhere stays. The error is
// ErrUnknown, ErrStopping or the disk's: then it is still one of Deleted.
func (n *Store) Remove(id chat.ID) error {
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
