package core

import (
	"path/filepath"
	"testing"
)

func TestAFolderBesideTheDefaultOneIsNamedRelatively(t *testing.T) {
	p := PathsIn(filepath.Join(t.TempDir(), "stick"))
	elsewhere := t.TempDir()
	for _, c := range []struct{ dir, name string }{
		{p.Home, ""},
		{p.Home + "-2026-11-28", "data-2026-11-28"},
		{filepath.Join(p.Home, "mine", "chats"), "data/mine/chats"},
		{elsewhere, elsewhere},
	} {
		if got := p.nameLibraryFolder(c.dir); got != c.name {
			t.Errorf("%s is named %q, want %q", c.dir, got, c.name)
		}
		if got := p.libraryFolder(c.name); got != c.dir {
			t.Errorf("%q is found at %s, want %s", c.name, got, c.dir)
		}
	}
}
