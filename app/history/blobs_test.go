package history

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/owner"
)

func TestABlobIsKeptOnceUnderItsSum(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	data := []byte("a picture")
	b, err := s.PutBlob(t.Context(), "", data, "image/png", 3, 4)
	must(t, err)
	again, err := s.PutBlob(t.Context(), "", data, "image/png", 3, 4)
	must(t, err)
	if again != b || b.Size != 9 || b.Width != 3 || b.Height != 4 || b.MIME != "image/png" {
		t.Fatalf("%+v %+v", b, again)
	}
	files, err := filepath.Glob(filepath.Join(dir, "blobs", b.SHA256[:2], "*"))
	must(t, err)
	if len(files) != 1 || filepath.Base(files[0]) != b.SHA256 {
		t.Fatalf("files: %v", files)
	}
	got, err := s.ReadBlob(t.Context(), b.SHA256)
	must(t, err)
	if !bytes.Equal(got, data) {
		t.Fatalf("%q", got)
	}
	must(t, os.WriteFile(files[0], []byte("a pictura"), 0o600))
	if _, err := s.ReadBlob(t.Context(), b.SHA256); !errors.Is(err, ErrDamaged) {
		t.Fatalf("a changed file: %v", err)
	}
	if _, err := s.ReadBlob(t.Context(), strings.Repeat("0", 64)); !errors.Is(err, ErrNotFound) {
		t.Fatalf("a missing file: %v", err)
	}
	for _, bad := range []string{"", "..", "../../library.db", strings.Repeat("Z", 64), strings.ToUpper(b.SHA256), strings.Repeat("../", 22)} {
		if _, err := s.ReadBlob(t.Context(), bad); !errors.Is(err, ErrInvalid) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestBlobsAreCollectedOnceNothingNamesThemForAWeek(t *testing.T) {
	dir := t.TempDir()
	clock := &clock{at: time.Now()} // what is older than the library is kept
	s := libraryWith(t, dir, Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
	put := func(name string) chat.Blob {
		t.Helper()
		b, err := s.PutBlob(t.Context(), "", []byte(name), "image/png", 1, 1)
		must(t, err)
		return b
	}
	sent, drafted, unused := put("sent"), put("drafted"), put("unused")
	sentOriginal, draftedOriginal := put("the original of what was sent"), put("the original of what was drafted")
	c := chat.Conversation{ID: chat.NewID()}
	m := question(c.ID, "", "x")
	m.Parts = []chat.Part{{Kind: chat.PartImage, Blob: &sent, Original: &sentOriginal, AsIs: true}}
	must(t, s.BeginTurn(t.Context(), Turn{Conversation: &c, User: m}))
	save(t, s, "", chat.Draft{Parts: []chat.Part{{Kind: chat.PartImage, Blob: &drafted, Original: &draftedOriginal}}})
	clock.pass(18 * 24 * time.Hour)
	recent := put("recent")
	stray := filepath.Join(dir, "blobs", "ab", ".part-123")
	must(t, os.MkdirAll(filepath.Dir(stray), 0o700))
	must(t, os.WriteFile(stray, nil, 0o600))
	must(t, os.Chtimes(stray, time.Time{}, clock.now().Add(-9*24*time.Hour)))
	must(t, s.Close())

	s = libraryWith(t, dir, Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
	s.upkeep.Wait(t.Context())
	for name, b := range map[string]chat.Blob{
		"sent": sent, "drafted": drafted, "recent": recent, "sent as it is": sentOriginal, "drafted as it is": draftedOriginal,
	} {
		if _, err := s.ReadBlob(t.Context(), b.SHA256); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.ReadBlob(t.Context(), unused.SHA256); !errors.Is(err, ErrNotFound) {
		t.Errorf("unused: %v", err)
	}
	if _, err := os.Stat(stray); !os.IsNotExist(err) {
		t.Errorf("the leftover of a crash: %v", err)
	}
}

func TestWhatWasDeletedIsRemovedAfterThirtyDays(t *testing.T) {
	dir := t.TempDir()
	clock := newClock()
	s := libraryWith(t, dir, Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
	gone, _, goneReply := ask(t, s, "", "", "gone")
	answer(t, s, goneReply, "gone too")
	save(t, s, gone, chat.Draft{Text: "gone"})
	kept, user, first := ask(t, s, "", "", "kept")
	answer(t, s, first, "dropped")
	_, _, below := ask(t, s, kept, first.ID, "dropped below")
	answer(t, s, below, "dropped below too")
	must(t, s.Delete(t.Context(), gone))
	must(t, s.DeleteMessage(t.Context(), first.ID))
	reopen := func() {
		t.Helper()
		must(t, s.Close())
		s = libraryWith(t, dir, Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
		s.upkeep.Wait(t.Context())
	}
	clock.pass(29 * 24 * time.Hour)
	reopen()
	must(t, s.Restore(t.Context(), gone))
	must(t, s.RestoreMessage(t.Context(), first.ID))
	if n := len(thread(t, s, kept)); n != 4 {
		t.Fatalf("%d messages after undo", n)
	}
	must(t, s.Delete(t.Context(), gone))
	must(t, s.DeleteMessage(t.Context(), first.ID))
	clock.pass(31 * 24 * time.Hour)
	reopen()
	if err := s.Restore(t.Context(), gone); !errors.Is(err, ErrNotFound) {
		t.Fatalf("Restore: %v", err)
	}
	if err := s.RestoreMessage(t.Context(), first.ID); !errors.Is(err, ErrNotFound) {
		t.Fatalf("RestoreMessage: %v", err)
	}
	wantThread(t, s, kept, user.ID)
	for table, want := range map[string]string{
		"conversation": "1", "message": "1", "part": "1", "request": "0", "tail": "0", "draft": "0", "search": "1", "search_title": "1",
	} {
		if got := column(t, s, "SELECT count(*) FROM "+table); got[0] != want {
			t.Errorf("%s has %s rows, want %s", table, got[0], want)
		}
	}
}
