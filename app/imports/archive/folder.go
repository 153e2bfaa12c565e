package archive

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
)

// addFolder adds all files below a folder. It follows no link.
func (a *Archive) addFolder(ctx context.Context, folder, shown string) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		a.refuse(shown, err)
		return nil
	}
	a.closers = append(a.closers, root.Close)
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		full := path.Join(shown, name)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			a.refuse(full, err)
			return nil
		case d.IsDir() && strings.Count(name, "/") >= maxFolderDepth:
			a.refuse(full, ErrNested)
			return fs.SkipDir
		case d.IsDir():
			return nil
		case !d.Type().IsRegular():
			a.refuse(full, ErrLink)
			return nil
		case a.count >= maxEntries:
			a.refuse(full, ErrTooMany)
			return fs.SkipAll
		}
		return a.addFolderFile(ctx, root, name, full, d)
	})
}

func (a *Archive) addFolderFile(ctx context.Context, root *os.Root, name, full string, d fs.DirEntry) error {
	info, err := d.Info()
	if err != nil {
		a.refuse(full, err)
		return nil
	}
	e := &entry{name: full, size: info.Size(), open: func() (io.ReadCloser, error) { return root.Open(name) }}
	if !a.admit(e) {
		return nil
	}
	if !isZipName(full) {
		a.sort(e)
		return nil
	}
	file, err := root.Open(name)
	if err != nil {
		a.refuse(full, err)
		return nil
	}
	a.closers = append(a.closers, file.Close)
	return a.addZip(ctx, file, info.Size(), full, 0)
}
