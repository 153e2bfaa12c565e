package recovery_test

import (
	"os"
	"path/filepath"
	"testing"

	"parlando/app/history"
	"parlando/app/recovery"
)

func TestTheKindOfALibraryThatCannotBeOpened(t *testing.T) {
	for _, c := range []struct {
		kind recovery.Kind
		make func(dir string) error
	}{
		{recovery.FolderMissing, func(dir string) error { return os.Remove(dir) }},
		{recovery.Missing, func(string) error { return nil }},
		{recovery.Empty, func(dir string) error { return os.WriteFile(filepath.Join(dir, history.FileName), nil, 0o600) }},
		{recovery.NotAFile, func(dir string) error { return os.Mkdir(filepath.Join(dir, history.FileName), 0o700) }},
		{recovery.Damaged, func(dir string) error {
			return os.WriteFile(filepath.Join(dir, history.FileName), []byte("no database"), 0o600)
		}},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := c.make(dir); err != nil {
				t.Fatal(err)
			}
			f, err := recovery.Examine(t.Context(), dir)
			if err != nil || f.Kind != c.kind || f.Path != filepath.Join(dir, history.FileName) {
				t.Errorf("got %+v, %v; want %q", f, err, c.kind)
			}
			if (f.Size > 0) != (c.kind == recovery.Damaged) || f.Changed.IsZero() != (f.Kind != recovery.Damaged && f.Kind != recovery.Empty) {
				t.Errorf("size and time: %+v", f)
			}
		})
	}
}

func TestThePagesOfADamagedFileAreCounted(t *testing.T) {
	dir := filled(t)
	path := filepath.Join(dir, history.FileName)
	data := read(t, path)
	page := data[10*pageSize : 11*pageSize]
	clear(page)
	page[0] = 0x55
	if err := os.WriteFile(path, data[:len(data)-3*pageSize], 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := recovery.Examine(t.Context(), dir)
	if want := len(data) / pageSize; err != nil || f.Pages != want || f.UnreadablePages < 3 || f.UnreadablePages > 8 {
		t.Errorf("got %+v, %v; want %d pages", f, err, want)
	}
}
