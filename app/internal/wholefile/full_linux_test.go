package wholefile_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlando/app/internal/wholefile"
	"parlando/app/internal/wholefile/wholefiletest"
)

// content returns the only file of a folder and what is in it.
func content(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > 1 {
		t.Fatal(entries, err)
	}
	if len(entries) == 0 {
		return ""
	}
	data, err := os.ReadFile(filepath.Join(dir, entries[0].Name()))
	if err != nil {
		t.Fatal(err)
	}
	return entries[0].Name() + "=" + string(data)
}

func TestOnAFullDiskTheOldFileStays(t *testing.T) {
	if !wholefiletest.Alone(t) {
		return
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	wholefiletest.EveryByte(t, len("new text"), func() error {
		return wholefile.Copy(t.Context(), strings.NewReader("new text"), path, 0o600)
	}, func(n int) {
		if got := content(t, dir); got != "a.txt=old" {
			t.Errorf("byte %d was refused: %s", n, got)
		}
	})
	if got := content(t, dir); got != "a.txt=new text" {
		t.Error(got)
	}
}

func TestOnAFullDiskNoNewFileIsLeft(t *testing.T) {
	if !wholefiletest.Alone(t) {
		return
	}
	dir := t.TempDir()
	wholefiletest.EveryByte(t, len("new text"), func() error {
		path, err := wholefile.Create(dir, "a.txt", func(w io.Writer) error {
			_, err := io.WriteString(w, "new text")
			return err
		})
		if (path == "") != (err != nil) {
			t.Errorf("%q, %v", path, err)
		}
		return err
	}, func(n int) {
		if got := content(t, dir); got != "" {
			t.Errorf("byte %d was refused: %s", n, got)
		}
	})
	if got := content(t, dir); got != "a.txt=new text" {
		t.Error(got)
	}
}
