package backups

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestOneFileHoldsTheWholeBackup(t *testing.T) {
	h := newHouse(t)
	b := h.makes(ByHand)
	path, err := b.Export(t.Context(), filepath.Join(t.TempDir(), "moves.parlando"), func(int64) {})
	must(t, err)
	moved, closing, err := OpenFile(path)
	must(t, err)
	must(t, moved.Check(t.Context(), func(int64) {}))
	if moved.Chats != b.Chats || len(moved.Files) != len(b.Files) {
		t.Errorf("the file has %d chats and %d files, the backup %d and %d", moved.Chats, len(moved.Files), b.Chats, len(b.Files))
	}
	must(t, closing())
}

func TestAStoppedExportLeavesNothing(t *testing.T) {
	h := newHouse(t)
	b, dir := h.makes(ByHand), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := b.Export(ctx, filepath.Join(dir, "moves.parlando"), func(int64) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Export returned %v", err)
	}
	if left := tree(t, dir); len(left) != 0 {
		t.Errorf("%v is left", left)
	}
}

// Backups of newer versions are told from damaged ones, in one file and in a folder.
func TestABackupOfANewerVersionIsNotOpened(t *testing.T) {
	h := newHouse(t)
	b := h.makes(ByHand)
	m := b.Manifest
	m.Format = format + 1
	data, err := m.encode()
	must(t, err)
	must(t, os.WriteFile(b.Path, data, 0o600))
	newer := filepath.Join(t.TempDir(), "newer.parlando")
	_, err = b.Export(t.Context(), newer, func(int64) {})
	must(t, err)
	for _, path := range []string{newer, b.Path} {
		if _, closing, err := OpenFile(path); !errors.Is(err, ErrNewer) {
			t.Errorf("OpenFile(%s) returned %v", path, err)
		} else if closing != nil {
			must(t, closing())
		}
	}
	must(t, os.WriteFile(b.Path, bytes.Replace(data, []byte("laptop"), []byte("tablet"), 1), 0o600))
	if _, _, err := OpenFile(b.Path); !errors.Is(err, ErrDamaged) {
		t.Errorf("a changed description returns %v", err)
	}
}
