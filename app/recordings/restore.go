package recordings

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/google/uuid"

	"parlando/app/chat"
	"parlando/app/internal/wholefile"
)

// RestoreFrom adds the recordings of another library in the folder dir that are not here. added is
// their number, also after an error.
func (r *Recordings) RestoreFrom(ctx context.Context, dir string) (added int, err error) {
	<-r.loaded
	names, err := wholefile.CopyMissing(ctx, filepath.Join(dir, FolderName), r.dir, isID)
	for _, name := range names {
		err = errors.Join(err, r.read(chat.ID(name)))
		if _, ok := r.Get(chat.ID(name)); ok { // not without sound
			added++
		}
	}
	r.changed()
	return added, err
}

// isID reports whether a folder's name is that of a recording.
func isID(name string) bool { return uuid.Validate(name) == nil }
