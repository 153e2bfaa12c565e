package speechexports

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/google/uuid"

	"parlando/app/chat"
	"parlando/app/internal/wholefile"
)

// RestoreFrom adds the speech exports of another library in the folder dir that are not here. One
// that was not complete is Stopped. added is their number, also after an error.
func (n *Store) RestoreFrom(ctx context.Context, dir string) (added int, err error) {
	names, err := wholefile.CopyMissing(ctx, filepath.Join(dir, FolderName), n.dir, func(name string) bool { return uuid.Validate(name) == nil })
	n.mu.Lock()
	for _, name := range names {
		err = errors.Join(err, n.load(chat.ID(name)))
	}
	n.mu.Unlock()
	n.mark()
	return len(names), err
}
