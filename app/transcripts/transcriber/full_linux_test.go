package transcriber

import (
	"os"
	"path/filepath"
	"testing"

	"parlando/app/internal/wholefile/wholefiletest"
)

func TestOnAFullDiskNoHalfMeasurementIsKept(t *testing.T) {
	if !wholefiletest.Alone(t) {
		return
	}
	f := folder{filepath.Join(t.TempDir(), "transcript", "parts")}
	files := func() []os.DirEntry {
		all, err := os.ReadDir(f.dir)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	wholefiletest.EveryByte(t, len("levels"), func() error { return f.saveBytes(levelsFile, []byte("levels")) }, func(n int) {
		if all := files(); len(all) > 0 {
			t.Errorf("byte %d was refused: %v", n, all)
		}
	})
	if data, err := os.ReadFile(f.path(levelsFile)); err != nil || string(data) != "levels" || len(files()) != 1 {
		t.Errorf("%q, %v, %v", data, err, files())
	}
}
