package backups

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"time"
)

// Size is the size of the library that is backed up.
type Size struct {
	// Bytes is the size of all files, Sounds that of recordings and sound files.
	Bytes, Sounds int64
	// Changed is the time of the last change of the database.
	Changed time.Time
}

// Measure returns the size of the library. Files that are removed meanwhile are left out.
func (b *Backups) Measure(ctx context.Context) (size Size, err error) {
	err = filepath.WalkDir(b.o.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return errors.Join(ctx.Err(), ignoreMissing(err))
		}
		info, err := d.Info()
		if err != nil {
			return ignoreMissing(err)
		}
		size.Bytes += info.Size()
		relative, err := filepath.Rel(b.o.Dir, path)
		if isSound(filepath.ToSlash(relative)) {
			size.Sounds += info.Size()
		}
		if slices.Contains(databaseFiles(), relative) && info.ModTime().After(size.Changed) {
			size.Changed = info.ModTime()
		}
		return err
	})
	return size, err
}
