package wholefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// mostNames is the maximum number of names to try.
const mostNames = 1000

// RenameToFree renames a finished file to path, in the same folder, or to a similar free name with
// a number, such as "Moby Dick (2).mp3", and returns the new path. The file gets the default
// permissions of new files. Nothing is overwritten. The error is a [*fs.PathError] with fs.ErrExist
// if all names are taken, or a disk error; the file then keeps its old name.
func RenameToFree(file, path string) (string, error) {
	// Create an empty file under the name first, so that no other file can take the name.
	path, mode, err := reserve(path)
	if err != nil {
		return "", err
	}
	// Ignore the error: some file systems have no modes.
	_ = os.Chmod(file, mode)
	if err := Rename(file, path); err != nil {
		_ = os.Remove(path)
		return "", err
	}
	SyncFolder(filepath.Dir(path))
	return path, nil
}

// reserve creates an empty file under a free name, and returns its mode.
func reserve(path string) (string, fs.FileMode, error) {
	ext := filepath.Ext(path)
	stem := strings.TrimSuffix(path, ext)
	for i := 1; i <= mostNames; i++ {
		name := path
		if i > 1 {
			name = fmt.Sprintf("%s (%d)%s", stem, i, ext)
		}
		f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", 0, err
		}
		mode := fs.FileMode(0o644)
		if info, err := f.Stat(); err == nil {
			mode = info.Mode().Perm()
		}
		return name, mode, f.Close()
	}
	return "", 0, &fs.PathError{Op: "save", Path: path, Err: fs.ErrExist}
}
