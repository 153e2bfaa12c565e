package history

import (
	"path/filepath"
	"testing"

	"parlando/app/chat"
	"parlando/app/internal/wholefile/wholefiletest"
)

func TestOnAFullDiskNoHalfAttachmentIsKept(t *testing.T) {
	if !wholefiletest.Alone(t) {
		return
	}
	dir := t.TempDir()
	s := library(t, dir)
	s.upkeep.Wait(t.Context())
	var b chat.Blob
	wholefiletest.EveryByte(t, len("a picture"), func() (err error) {
		b, err = s.PutBlob(t.Context(), "", []byte("a picture"), "image/png", 3, 4)
		return err
	}, func(n int) {
		if files, err := filepath.Glob(filepath.Join(dir, BlobsFolder, "*", "*")); err != nil || len(files) > 0 {
			t.Errorf("byte %d was refused: %v, %v", n, files, err)
		}
	})
	if data, err := s.ReadBlob(t.Context(), b.SHA256); err != nil || string(data) != "a picture" {
		t.Errorf("%q, %v", data, err)
	}
}
