package backups

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"parlando/app/internal/sqlite"
	"parlando/app/internal/wholefile/wholefiletest"
)

func TestOnAFullDiskEarlierBackupsStayAndNothingIsLeft(t *testing.T) {
	if !wholefiletest.Alone(t) {
		return
	}
	h := newHouse(t)
	first := h.makes(ByHand)
	before := tree(t, h.Folder())
	for size := 1; size < 1<<20; size *= 3 {
		lift := wholefiletest.Limit(t, size)
		_, err := h.Make(t.Context(), ByHand)
		lift()
		if err == nil {
			continue // nothing is so large
		}
		if !errors.Is(err, syscall.EFBIG) && !errors.Is(err, sqlite.ErrFull) && !errors.Is(err, sqlite.ErrDisk) {
			t.Errorf("with %d bytes Make returned %v", size, err)
		}
		if after := tree(t, h.Folder()); len(after) != len(before) {
			t.Errorf("with %d bytes there are %d files, there were %d", size, len(after), len(before))
		}
	}
	must(t, first.Check(t.Context(), func(int64) {}))
	must(t, os.RemoveAll(h.o.Cache)) // the cache can be emptied at any time
	must(t, os.MkdirAll(h.o.Cache, 0o700))
	last := h.makes(ByHand)
	must(t, last.Check(t.Context(), func(int64) {}))
}

func TestOnAFullDiskNothingIsLeftOfAnExport(t *testing.T) {
	if !wholefiletest.Alone(t) {
		return
	}
	h := newHouse(t)
	b, dir := h.makes(ByHand), t.TempDir()
	for name, export := range map[string]func(path string) (string, error){
		"backup.parlando": func(path string) (string, error) { return b.Export(t.Context(), path, func(int64) {}) },
		"everything.zip": func(path string) (saved string, err error) {
			saved, _, err = h.ExportAll(t.Context(), path, true, func(int, int) {})
			return saved, err
		},
	} {
		path, err := export(filepath.Join(t.TempDir(), name))
		must(t, err)
		whole, err := os.Stat(path)
		must(t, err)
		for size := 1; size < int(whole.Size()); size *= 3 {
			lift := wholefiletest.Limit(t, size)
			_, err := export(filepath.Join(dir, name))
			lift()
			if !errors.Is(err, syscall.EFBIG) && !errors.Is(err, sqlite.ErrFull) && !errors.Is(err, sqlite.ErrDisk) {
				t.Errorf("%s: with %d bytes the error is %v", name, size, err)
			}
			if left := tree(t, dir); len(left) != 0 {
				t.Errorf("%s: with %d bytes %v is left", name, size, left)
			}
		}
	}
}
