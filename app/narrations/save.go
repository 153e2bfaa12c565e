package narrations

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// mostNames is how many names are tried when those before are taken.
const mostNames = 1000

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
	_, err = io.Copy(out, reading{ctx, in})
	if err == nil {
		err = out.Sync()
	}
	if err = errors.Join(err, out.Close()); err != nil {
		return "", err
	}
	mode := fs.FileMode(0o644)
	if !replace {
		// Making the name first, with nothing in it, is the way that no other file can get in between.
		if path, mode, err = reserve(path); err != nil {
			return "", err
		}
	}
	// Others may read what was saved as far as they may read other files; where modes cannot be set there is nothing to do.
	_ = os.Chmod(temp.Name(), mode)
	if err = os.Rename(temp.Name(), path); err != nil {
		if !replace {
			_ = os.Remove(path)
		}
		return "", err
	}
	syncFolder(dir)
	return path, nil
}

// reserve makes an empty file under a name that is free: path, or one like it with a number.
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

// reading is a reader that ends with a context.
type reading struct {
	ctx context.Context
	r   io.Reader
}

func (r reading) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}
