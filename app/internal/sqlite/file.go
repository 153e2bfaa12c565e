package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// LogSuffix is added to a database's path to get the path of its write-ahead log.
const LogSuffix = "-wal"

// prepare creates the folder and an empty file for the user only, and checks whether both are
// writable. SQLite gives its log the mode of the file.
func prepare(path string) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := keepPrivate(path); err != nil {
		return err
	}
	// SQLite must be able to create the log in the folder.
	probe, err := os.CreateTemp(dir, ".writable-*")
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// keepPrivate removes other users' access to the file, and to a log left by a crash.
func keepPrivate(path string) error {
	if runtime.GOOS == "windows" {
		return nil // there folders protect files, and the mode of an open file cannot be changed
	}
	for _, p := range []string{path, path + LogSuffix, path + "-shm"} {
		info, err := os.Stat(p)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o077 != 0 {
			if err := os.Chmod(p, 0o600); err != nil {
				return err
			}
		}
	}
	return nil
}
