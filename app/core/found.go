package core

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"parlando/app/history"
	"parlando/app/recovery"
)

// FoundLibrary is a library on this computer that is not open: an earlier or a damaged one.
type FoundLibrary struct {
	Folder string
	// Changed is the time of its last change, Bytes the size of its database.
	Changed time.Time
	Bytes   int64
	// Inspection counts its content, if it is not Damaged.
	history.Inspection
	// Damaged reports that it cannot be read completely.
	Damaged bool
}

// FindLibraries returns the libraries beside the open one and the one that was used before, the
// most recently changed first. It changes none of them.
func (c *Core) FindLibraries(ctx context.Context) (found []FoundLibrary, err error) {
	beside := filepath.Dir(c.Paths.Home)
	entries, err := os.ReadDir(beside)
	dirs := []string{c.Paths.Home, c.EarlierLibrary()}
	for _, e := range entries {
		if e.IsDir() {
			dirs = append(dirs, filepath.Join(beside, e.Name()))
		}
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		if dir == "" || dir == c.Paths.Data || ctx.Err() != nil {
			continue
		}
		if holds, err := recovery.HoldsLibrary(dir); err != nil || !holds {
			continue // not a library, or an unreadable folder of another program
		}
		found = append(found, inspectLibrary(ctx, dir))
	}
	slices.SortStableFunc(found, func(a, b FoundLibrary) int { return b.Changed.Compare(a.Changed) })
	return found, err
}

func inspectLibrary(ctx context.Context, dir string) FoundLibrary {
	f := FoundLibrary{Folder: dir}
	path := filepath.Join(dir, history.FileName)
	if info, err := os.Stat(path); err == nil {
		f.Changed, f.Bytes = info.ModTime(), info.Size()
	}
	var err error
	f.Inspection, err = history.Inspect(ctx, path)
	f.Damaged = err != nil
	return f
}
