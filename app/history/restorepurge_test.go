package history

import (
	"os"
	"path/filepath"
	"testing"

	"parlando/app/chat"
	"parlando/app/owner"
)

func TestPurgingADeletedChatLeavesItsRestoredTwinWhole(t *testing.T) {
	c, to := newClock(), t.TempDir()
	s := libraryWith(t, to, Options{CommonOptions: owner.CommonOptions{Now: c.now}})
	id, _, reply := ask(t, s, "", "", "What tree is this?")
	answer(t, s, reply, "An oak.")
	from := t.TempDir()
	must(t, s.Snapshot(t.Context(), filepath.Join(from, FileName)))
	must(t, s.Delete(t.Context(), id))
	done, err := s.RestoreFrom(t.Context(), from, []chat.ID{id})
	must(t, err)
	want := get(t, s, thread(t, s, done.Added[0])[1])
	c.pass(2 * chat.DeletedRetention)
	must(t, s.purge(t.Context()))
	if list, err := s.Deleted(t.Context()); err != nil || len(list) > 0 {
		t.Fatalf("not purged: %v, %v", list, err)
	}
	if got := get(t, s, want.ID); got.Request == nil || got.Request.ID != want.Request.ID || got.Text() != "An oak." {
		t.Errorf("the restored reply is now %+v", got)
	}
}

func TestARestoreFromAReadOnlyFolderWritesNothingThere(t *testing.T) {
	s := library(t, t.TempDir())
	id, _, reply := ask(t, s, "", "", "What tree is this?")
	answer(t, s, reply, "An oak.")
	from := t.TempDir()
	must(t, s.Snapshot(t.Context(), filepath.Join(from, FileName)))
	other := library(t, t.TempDir())
	if _, err := other.RestoreFrom(t.Context(), from, []chat.ID{id}); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(from)
	must(t, err)
	if len(entries) != 1 {
		t.Errorf("in the folder are now %v", entries)
	}
}

func TestADraftIsRestoredWithItsPicture(t *testing.T) {
	from := t.TempDir()
	s := library(t, from)
	id, _, reply := ask(t, s, "", "", "What tree is this?")
	answer(t, s, reply, "An oak.")
	picture, err := s.PutBlob(t.Context(), id, []byte("a leaf"), "image/png", 3, 2)
	must(t, err)
	save(t, s, id, chat.Draft{Text: "And this one?", Parts: []chat.Part{{Kind: chat.PartImage, Blob: &picture}}})
	must(t, s.SetReadingPlace(t.Context(), id, chat.ReadingPlace{Message: reply.ID, Y: 3}))
	must(t, s.Close())
	other := library(t, t.TempDir())
	if _, err := other.RestoreFrom(t.Context(), from, nil); err != nil {
		t.Fatal(err)
	}
	if d := draftOf(t, other, id); d.Text != "And this one?" || len(d.Parts) != 1 {
		t.Errorf("the draft is %+v", d)
	}
	if data, err := other.ReadBlob(t.Context(), picture.SHA256); err != nil || string(data) != "a leaf" {
		t.Errorf("its picture is %q, %v", data, err)
	}
	if c, err := other.Conversation(t.Context(), id); err != nil || c.Place.Message != reply.ID {
		t.Errorf("the chat is %+v, %v", c, err)
	}
}
