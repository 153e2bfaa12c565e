package sqlite

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestOnlyFilesOfThisLibraryMayBeRemoved(t *testing.T) {
	dir := t.TempDir()
	db, err := Open(t.Context(), filepath.Join(dir, "library.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	write := func(name, content string, age time.Duration) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(time.Minute - age)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		return path
	}
	allows := func(what, path string, want bool) {
		t.Helper()
		r, err := db.Removal(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.Allows(path); err != nil || got != want {
			t.Errorf("%s: %v, %v; beside lies %q", what, got, err, r.Beside())
		}
	}
	old, recent := write("old/picture", "x", time.Hour), write("recent/picture", "x", 0)
	write("library.db.before-7", magic, time.Hour)
	write("library.db.before-8.part", magic, 0)
	write("settings.json", "{}", 0)
	allows("older than the library", old, false)
	allows("younger", recent, true)
	allows("a folder with an older file", filepath.Dir(old), false)
	allows("a folder of younger files", filepath.Dir(recent), true)
	allows("missing", filepath.Join(dir, "missing"), true)
	for name, content := range map[string]string{
		"library (conflicted copy).db": "", "library.db.damaged": "x", "library.db.bak": magic, "library-LAPTOP.db-wal": "x",
		"old.sqlite": magic + "and so on",
	} {
		other := write(name, content, 0)
		allows("beside "+name, recent, false)
		if err := os.Remove(other); err != nil {
			t.Fatal(err)
		}
	}
	allows("alone again", recent, true)
}
