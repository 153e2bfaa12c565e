package wholefile

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Copy atomically writes all of from to the file to in an existing folder, with permissions mode.
// It replaces an existing file. The error is a disk error, that of from or that of ctx; an existing
// file is then unchanged.
func Copy(ctx context.Context, from io.Reader, to string, mode fs.FileMode) error {
	_, err := writeTemp(filepath.Dir(to), func(out io.Writer) error {
		_, err := io.Copy(out, Reader(ctx, from))
		return err
	}, func(temp string) (string, error) {
		// Ignore the error: some file systems have no modes.
		_ = os.Chmod(temp, mode)
		return to, Rename(temp, to)
	})
	if err == nil {
		SyncFolder(filepath.Dir(to))
	}
	return err
}
