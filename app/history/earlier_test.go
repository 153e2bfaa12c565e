package history

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parlando/app/owner"
)

// strayBlobs writes blob files that no library names, last changed at a time.
func strayBlobs(t *testing.T, dir string, at time.Time) []string {
	t.Helper()
	folder := t.TempDir()
	s := library(t, folder)
	var strays []string
	for _, content := range []string{"one", "two"} {
		b, err := s.PutBlob(t.Context(), "", []byte(content), "image/png", 1, 1)
		must(t, err)
		stray := filepath.Join(dir, "blobs", b.SHA256[:2], b.SHA256)
		must(t, os.MkdirAll(filepath.Dir(stray), 0o700))
		must(t, os.Rename(s.blobPath(b.SHA256), stray))
		must(t, os.Chtimes(stray, at, at))
		strays = append(strays, stray)
	}
	return strays
}

// keptAt opens a library when the program's clock says now, and returns which files upkeep leaves.
func keptAt(t *testing.T, dir string, now time.Time, files []string) (kept int) {
	t.Helper()
	s := libraryWith(t, dir, Options{CommonOptions: owner.CommonOptions{Now: func() time.Time { return now }}})
	s.upkeep.Wait(t.Context())
	must(t, s.Close())
	for _, file := range files {
		if _, err := os.Stat(file); err == nil {
			kept++
		}
	}
	return kept
}

func TestPicturesOfAnEarlierLibraryAreKept(t *testing.T) {
	dir := t.TempDir()
	strays := strayBlobs(t, dir, time.Now().Add(-90*24*time.Hour))
	// library.db is gone: a new one is made where the pictures of the old one lie.
	if kept := keptAt(t, dir, time.Now().Add(400*24*time.Hour), strays); kept != len(strays) {
		t.Errorf("%d of %d are kept", kept, len(strays))
	}
}

func TestNothingIsCollectedWhileAnotherLibraryLiesBeside(t *testing.T) {
	dir := t.TempDir()
	must(t, library(t, dir).Close())
	now := time.Now().Add(400 * 24 * time.Hour)
	strays := strayBlobs(t, dir, time.Now().Add(time.Hour)) // younger than the library
	beside := filepath.Join(dir, "library.db.damaged")
	must(t, os.WriteFile(beside, []byte("x"), 0o600))
	if kept := keptAt(t, dir, now, strays); kept != len(strays) {
		t.Errorf("%d of %d are kept", kept, len(strays))
	}
	must(t, os.Remove(beside))
	if kept := keptAt(t, dir, now, strays); kept != 0 {
		t.Errorf("%d are kept without the other library", kept)
	}
}

// A recovered library has the rows of pictures of which the messages were lost; the files came with
// their times.
func TestNothingIsCollectedFromARecoveredLibrary(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	b, err := s.PutBlob(t.Context(), "", []byte("a picture of a message that was lost"), "image/png", 1, 1)
	must(t, err)
	before := time.Now().Add(-24 * time.Hour)
	must(t, os.Chtimes(s.blobPath(b.SHA256), before, before))
	strays := append(strayBlobs(t, dir, before), s.blobPath(b.SHA256))
	must(t, s.Close())
	if kept := keptAt(t, dir, time.Now().Add(400*24*time.Hour), strays); kept != len(strays) {
		t.Errorf("%d of %d are kept", kept, len(strays))
	}
	s = library(t, dir)
	if _, err := s.ReadBlob(t.Context(), b.SHA256); errors.Is(err, ErrNotFound) {
		t.Error("the picture is gone")
	}
	if named := column(t, s, `SELECT count(*) FROM blob`); named[0] != "1" {
		t.Error("its row is gone")
	}
	// An attachment of its own is collected as ever.
	own, err := s.PutBlob(t.Context(), "", []byte("of this library"), "image/png", 1, 1)
	must(t, err)
	must(t, s.Close())
	if kept := keptAt(t, dir, time.Now().Add(400*24*time.Hour), []string{s.blobPath(own.SHA256)}); kept != 0 {
		t.Error("an unused attachment is kept")
	}
}
