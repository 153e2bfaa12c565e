package clips_test

import (
	"errors"
	"io"
	"testing"

	"parlando/app/internal/wholefile/wholefiletest"
	"parlando/app/speech/clips"
)

func TestOnAFullDiskNoHalfClipIsKept(t *testing.T) {
	if !wholefiletest.Alone(t) {
		return
	}
	dir := t.TempDir()
	c, k := clips.New(dir, 0), what("a").Key()
	wholefiletest.EveryByte(t, len("sound"), func() error {
		w, err := c.Create(k)
		if err != nil {
			return err
		}
		_, failed := io.WriteString(w, "sound")
		if err := w.Commit("mp3"); !errors.Is(err, failed) {
			t.Errorf("writing gives %v, committing %v", failed, err)
		}
		return failed
	}, func(n int) {
		if left := files(t, dir); len(left) > 0 || c.Has(k) || c.Size() > 0 {
			t.Errorf("byte %d was refused: %v, %d bytes", n, left, c.Size())
		}
	})
	if !c.Has(k) || c.Size() != int64(len("sound")) {
		t.Errorf("%d bytes are kept", c.Size())
	}
}
