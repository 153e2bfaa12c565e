package history

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTheRoomOfTheDiskIsCheckedAndLeftAsItWas(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	before, err := os.ReadDir(dir)
	must(t, err)
	must(t, s.CheckSpace())
	after, err := os.ReadDir(dir)
	must(t, err)
	if len(after) != len(before) {
		t.Errorf("it left %v", after)
	}
	must(t, os.Mkdir(filepath.Join(dir, ".space"), 0o700)) // where nothing can be written
	if s.CheckSpace() == nil {
		t.Error("there is room where nothing can be written")
	}
}
