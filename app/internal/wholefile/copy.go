package wholefile

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Copy writes all of from under the name to, in an existing folder, and replaces a file of that
// name. mode are the permissions. The error is the disk's, that of from, or of ctx; nothing is left
// then, and the old file is unchanged.
func Copy(ctx context.Context, from io.Reader, to string, mode fs.FileMode) error {
	_, err := writeTemp(filepath.Dir(to), func(out io.Writer) error {
		_, err := io.Copy(out, Reader(ctx, from))
		return err
	}, func(temp string) (string, error) {
		// Where modes cannot be set there is nothing to do.
		_ = os.Chmod(temp, mode)
		return to, os.Rename(temp, to)
	})
	if err == nil {
		SyncFolder(filepath.Dir(to))
	}
	return err
}
