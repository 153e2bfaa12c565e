package backups

import (
	"archive/zip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlando/app/recordings"
	"parlando/app/recovery/recoverytest"
	"parlando/app/settings"
)

func TestAnExportIsOpenedLikeABackup(t *testing.T) {
	h := newHouse(t)
	path, unread, err := h.ExportAll(t.Context(), filepath.Join(t.TempDir(), "everything.zip"), true, func(int, int) {})
	must(t, err)
	b, closing, err := OpenFile(path)
	must(t, err)
	if unread != 0 || !b.Exported() || b.Encrypted() || b.Chats != 192 || b.Program != "1.3" || b.Computer != "Ana's laptop" || !b.Made.Equal(h.now) || !b.Sounds {
		t.Errorf("%d are unread, %+v", unread, b.Manifest)
	}
	to := filepath.Join(t.TempDir(), "new")
	files := 0
	missing, err := b.Unpack(t.Context(), to, nil, func(n int) { files = n })
	must(t, err)
	must(t, closing())
	if missing != 0 || files == 0 || files > b.UnpackedFiles() {
		t.Errorf("%d are missing, %d of %d were unpacked", missing, files, b.UnpackedFiles())
	}
	if d := recoverytest.Diff(recoverytest.SnapshotOf(t, to), recoverytest.SnapshotOf(t, h.dir)); d != "" {
		t.Error(d)
	}
	if _, err := os.Stat(filepath.Join(to, settings.FileName)); err != nil {
		t.Error(err)
	}
}

func TestWithoutSoundsTheListOfRecordingsIsExported(t *testing.T) {
	h := newHouse(t)
	for _, sounds := range []bool{true, false} {
		path, _, err := h.ExportAll(t.Context(), filepath.Join(t.TempDir(), "everything.zip"), sounds, func(int, int) {})
		must(t, err)
		z, err := zip.OpenReader(path)
		must(t, err)
		lists, files := 0, 0
		for _, f := range z.File {
			switch {
			case !strings.HasPrefix(f.Name, "files/"+recordings.FolderName+"/"):
			case filepath.Base(f.Name) == recordings.StateFile:
				lists++
			default:
				files++
			}
		}
		if lists != 1 || files > 0 != sounds {
			t.Errorf("with sounds %t, %d recordings and %d other files are exported", sounds, lists, files)
		}
		must(t, z.Close())
	}
}

func TestAStoppedExportOfEverythingLeavesNothing(t *testing.T) {
	h, dir := newHouse(t), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	if _, _, err := h.ExportAll(ctx, filepath.Join(dir, "everything.zip"), false, func(int, int) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("ExportAll returned %v", err)
	}
	if left := tree(t, dir); len(left) != 0 {
		t.Errorf("%v is left", left)
	}
	if left := tree(t, h.o.Cache); len(left) != 0 {
		t.Errorf("%v is left in the cache", left)
	}
}
