package backups

import (
	"os"
	"path/filepath"
	"testing"

	"parlando/app/recordings"
)

func TestTheSizeOfTheLibraryAndOfItsSounds(t *testing.T) {
	h := newHouse(t)
	before, err := h.Measure(t.Context())
	must(t, err)
	if before.Bytes <= before.Sounds || before.Changed.IsZero() {
		t.Errorf("the library has %+v", before)
	}
	dir := filepath.Join(h.dir, recordings.FolderName)
	must(t, os.MkdirAll(dir, 0o700))
	must(t, os.WriteFile(filepath.Join(dir, "more.wav"), make([]byte, 1000), 0o600))
	after, err := h.Measure(t.Context())
	must(t, err)
	if after.Sounds != before.Sounds+1000 || after.Bytes != before.Bytes+1000 {
		t.Errorf("with 1000 bytes of sound more it is %+v, before %+v", after, before)
	}
}
