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
