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
	return Write(to, mode, func(out io.Writer) error {
		_, err := io.Copy(out, Reader(ctx, from))
		return err
	})
}

// Write atomically writes a file in an existing folder, with permissions mode. It replaces an
// existing file. The error is a disk error or that of fill; an existing file is then unchanged.
func Write(to string, mode fs.FileMode, fill func(io.Writer) error) error {
	_, err := writeTemp(filepath.Dir(to), fill, func(temp string) (string, error) {
		// Ignore the error: some file systems have no modes.
		_ = os.Chmod(temp, mode)
		return to, Rename(temp, to)
	})
	if err == nil {
		SyncFolder(filepath.Dir(to))
	}
	return err
}
