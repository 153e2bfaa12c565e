package wholefile

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// files gives the names in a folder and what is in them.
func files(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e.Name()+"="+string(data))
	}
	return strings.Join(all, " ")
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestACopyIsWholeOrNotThere(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	if err := Copy(t.Context(), strings.NewReader("first"), path, 0o600); err != nil {
		t.Fatal(err)
	}
	broken := io.MultiReader(strings.NewReader("sec"), iotest.ErrReader(io.ErrClosedPipe))
	if err := Copy(t.Context(), broken, path, 0o644); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a broken source: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Copy(ctx, strings.NewReader("third"), path, 0o644); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	if got := files(t, dir); got != "a.txt=first" {
		t.Errorf("in the folder: %s", got)
	}
	if err := Copy(t.Context(), strings.NewReader("fourth"), path, 0o644); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := files(t, dir); got != "a.txt=fourth" || info.Mode().Perm()&0o044 == 0 && os.PathSeparator == '/' {
		t.Errorf("in the folder: %s, %v", got, info.Mode())
	}
}

func TestNothingIsReplacedByMoveToFree(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "Moby Dick.mp3")
	for i, want := range []string{"Moby Dick.mp3", "Moby Dick (2).mp3", "Moby Dick (3).mp3"} {
		temp := filepath.Join(dir, "made")
		write(t, temp, strings.Repeat("x", i+1))
		if got, err := RenameToFree(temp, path); err != nil || filepath.Base(got) != want {
			t.Errorf("it is %q, %v; want %s", got, err, want)
		}
	}
	if got := files(t, dir); got != "Moby Dick (2).mp3=xx Moby Dick (3).mp3=xxx Moby Dick.mp3=x" {
		t.Errorf("in the folder: %s", got)
	}
	if _, err := RenameToFree(filepath.Join(dir, "gone"), path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is gone: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "Moby Dick (4).mp3")); err == nil {
		t.Error("an empty file is left")
	}
}
