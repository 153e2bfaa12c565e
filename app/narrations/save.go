package narrations

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"parley/app/internal/wholefile"
)

// save copies a file to a place that the person chose, and tells where it went. What stands there is replaced only if replace is set; else
// the copy gets a free name. Nothing is there under that name until the copy is whole.
func save(ctx context.Context, from, path string, replace bool, create func(string) (file, error)) (saved string, err error) {
	in, err := os.Open(from)
	if err != nil {
		return "", err
	}
	defer in.Close()
	dir := filepath.Dir(path)
	temp, err := os.CreateTemp(dir, ".parley-*")
	if err != nil {
		return "", err
	}
	_ = temp.Close()
	defer func() {
		if err != nil {
			_ = os.Remove(temp.Name())
		}
	}()
	out, err := create(temp.Name())
	if err != nil {
		return "", err
	}
	_, err = io.Copy(out, wholefile.Reader(ctx, in))
	if err == nil {
		err = out.Sync()
	}
	if err = errors.Join(err, out.Close()); err != nil {
		return "", err
	}
	if !replace {
		return wholefile.MoveToFree(temp.Name(), path)
	}
	// Others may read what was saved as far as they may read other files; where modes cannot be set there is nothing to do.
	_ = os.Chmod(temp.Name(), 0o644)
	if err = os.Rename(temp.Name(), path); err != nil {
		return "", err
	}
	wholefile.SyncFolder(dir)
	return path, nil
}
