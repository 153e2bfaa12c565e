package imports

import (
	"path/filepath"
	"testing"
)

func TestTheFreeSpaceOfTheDiskOfAFolder(t *testing.T) {
	if free, err := freeSpace(t.TempDir()); err != nil || free <= 0 {
		t.Errorf("free are %d, %v", free, err)
	}
	if free, err := freeSpace(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Errorf("free for a missing folder are %d", free)
	}
}
