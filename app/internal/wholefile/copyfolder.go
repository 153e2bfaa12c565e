package wholefile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// CopyFolder atomically copies a folder with its files to the path to, in an existing folder. The
// error is fs.ErrExist if something is there, a disk error, or that of ctx; then nothing is left.
func CopyFolder(ctx context.Context, from, to string) (err error) {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fs.ErrExist, err)
	}
	temp, err := os.MkdirTemp(filepath.Dir(to), temporary+"*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(temp))
		}
	}()
	err = filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		relative, relErr := filepath.Rel(from, path)
		if err = errors.Join(err, relErr, ctx.Err()); err != nil || relative == "." {
			return err
		}
		if d.IsDir() {
			return os.Mkdir(filepath.Join(temp, relative), 0o700)
		}
		return copyFile(ctx, path, filepath.Join(temp, relative))
	})
	if err != nil {
		return err
	}
	err = Rename(temp, to)
	SyncFolder(filepath.Dir(to))
	return err
}

func copyFile(ctx context.Context, from, to string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	return errors.Join(Copy(ctx, f, to, 0o600), f.Close())
}

// CopyMissing copies those folders in the folder from that are wanted and missing in the folder to,
// each with CopyFolder, and returns their names, also after an error. Nothing happens if from does
// not exist.
func CopyMissing(ctx context.Context, from, to string, wanted func(name string) bool) (copied []string, err error) {
	entries, err := os.ReadDir(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if err != nil {
			return copied, err
		}
		if !e.IsDir() || !wanted(e.Name()) {
			continue
		}
		if err = os.MkdirAll(to, 0o700); err == nil {
			err = CopyFolder(ctx, filepath.Join(from, e.Name()), filepath.Join(to, e.Name()))
		}
		if errors.Is(err, fs.ErrExist) {
			err = nil
		} else if err == nil {
			copied = append(copied, e.Name())
		}
	}
	return copied, err
}
