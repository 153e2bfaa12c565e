package wholefile

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Copy writes all of from under the name to, in a folder that is there, and takes the place of what had the name. mode is who
// may read it. The error is the disk's, that of from, or of ctx; nothing is left then, and what had the name is as it was.
func Copy(ctx context.Context, from io.Reader, to string, mode fs.FileMode) (err error) {
	out, err := os.CreateTemp(filepath.Dir(to), ".parley-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(out.Name())
		}
	}()
	_, err = io.Copy(out, Reader(ctx, from))
	if err == nil {
		err = out.Sync()
	}
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	// Where modes cannot be set there is nothing to do.
	_ = os.Chmod(out.Name(), mode)
	if err := os.Rename(out.Name(), to); err != nil {
		return err
	}
	SyncFolder(filepath.Dir(to))
	return nil
}
