package jsonfile_test

import (
	"os"
	"testing"

	"parlando/app/internal/jsonfile"
	"parlando/app/internal/wholefile/wholefiletest"
)

func TestOnAFullDiskTheOldDocumentStays(t *testing.T) {
	if !wholefiletest.Alone(t) {
		return
	}
	dir := t.TempDir()
	f := jsonfile.New(dir, "a.json", stamp)
	if err := f.Save(&doc{Title: "old"}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	want := func(title string, n int) {
		t.Helper()
		var got doc
		err := jsonfile.New(dir, "a.json", stamp).Load(&got)
		files, _ := os.ReadDir(dir)
		if err != nil || got.Title != title || len(files) != 1 {
			t.Errorf("byte %d was refused: %+v, %v, %v", n, got, err, files)
		}
	}
	wholefiletest.EveryByte(t, len(data), func() error { return f.Save(&doc{Title: "new"}) }, func(n int) { want("old", n) })
	want("new", len(data))
}
