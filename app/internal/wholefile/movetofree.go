package wholefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// mostNames is the number of names that are tried when those before are taken.
const mostNames = 1000

// MoveToFree gives a finished file of the same folder the name path, or where that is taken one
// like it with a number, such as "Moby Dick (2).mp3", and returns it. Others may read it as far as
// they may read other new files. Nothing is ever replaced. The error is a [*fs.PathError] with
// fs.ErrExist where all names are taken, or the disk's; the file keeps its old name then.
func MoveToFree(file, path string) (string, error) {
	// Making the name first, with nothing in it, is the way that no other file can get in between.
	path, mode, err := reserve(path)
	if err != nil {
		return "", err
	}
	// Where modes cannot be set there is nothing to do.
	_ = os.Chmod(file, mode)
	if err := os.Rename(file, path); err != nil {
		_ = os.Remove(path)
		return "", err
	}
	SyncFolder(filepath.Dir(path))
	return path, nil
}

// reserve makes an empty file under a name that is free, and tells the mode that it got.
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
