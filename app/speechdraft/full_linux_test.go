package speechdraft

import (
	"os"
	"path/filepath"
	"testing"

	"parlando/app/internal/wholefile/wholefiletest"
)

// Whichever byte a full disk refuses, the old text stays, and the new one is written when it is
// saved again.
func TestOnAFullDiskTheOldTextStays(t *testing.T) {
	if !wholefiletest.Alone(t) {
		return
	}
	dir := t.TempDir()
	s := New(dir, nil)
	s.Save(Draft{Text: "old"})
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(dir, FileName))
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	s.OnRefused(func(error) { told++ })
	check := func(text string, n int) {
		t.Helper()
		files, _ := os.ReadDir(dir)
		if got := reopened(t, dir).Text; got != text || len(files) != 1 || told != min(n+1, int(info.Size())) {
			t.Errorf("byte %d was refused: %q, %v, told %d times", n, got, files, told)
		}
	}
	wholefiletest.EveryByte(t, int(info.Size()), func() error {
		s.Save(Draft{Text: "new"})
		return s.Flush()
	}, func(n int) { check("old", n) })
	check("new", int(info.Size()))
}
