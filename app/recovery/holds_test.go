package recovery_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"parlando/app/history"
	"parlando/app/recovery"
)

func TestAFolderWithALibraryIsToldFromOthers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	fillPlain(t, dir, 1)
	whole := read(t, filepath.Join(dir, history.FileName))
	noHeader, noName := slices.Clone(whole), slices.Clone(whole)
	clear(noHeader[:100])
	clear(noName[68:72])
	foreign := append([]byte("SQLite format 3\x00"), make([]byte, 9000)...)
	for name, c := range map[string]struct {
		content []byte
		holds   bool
	}{
		"whole": {whole, true}, "cut": {whole[:5000], true}, "header lost": {noHeader, true}, "name lost": {noName, true},
		"another database": {foreign, false}, "two bytes": {[]byte("hm"), false}, "empty": {nil, false},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, history.FileName), c.content, 0o600); err != nil {
			t.Fatal(err)
		}
		if holds, err := recovery.HoldsLibrary(dir); err != nil || holds != c.holds {
			t.Errorf("%s: %v, %v", name, holds, err)
		}
	}
	if holds, err := recovery.HoldsLibrary(filepath.Join(dir, "missing")); err != nil || holds {
		t.Errorf("a missing folder: %v, %v", holds, err)
	}
}
