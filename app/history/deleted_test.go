package history

import (
	"database/sql"
	"errors"
	"testing"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/owner"
)

func TestWhatWasDeletedIsListedReadAndComesBackWhole(t *testing.T) {
	clock, marks := newClock(), changes.New()
	s := libraryWith(t, t.TempDir(), Options{CommonOptions: owner.CommonOptions{Now: clock.now, Marks: marks}})
	first, user, reply := ask(t, s, "", "", "first")
	answer(t, s, reply, "an answer")
	second, _, _ := ask(t, s, "", "", "second")
	kept, _, _ := ask(t, s, "", "", "kept")
	save(t, s, "", chat.Draft{Text: "half a thought"})
	unsent := chat.NewID()
	if ok, err := s.PromoteUnsent(t.Context(), chat.Conversation{ID: unsent}, UnsentChange{Conversation: unsent, Draft: chat.Draft{Text: "half a thought"}}); !ok || err != nil {
		t.Fatal(ok, err)
	}
	empty := chat.NewID()
	add(t, s, chat.Conversation{ID: empty})
	for _, id := range []chat.ID{second, unsent, empty, first} {
		clock.pass(time.Minute)
		must(t, s.Delete(t.Context(), id))
	}
	list, err := s.Deleted(t.Context())
	must(t, err)
	if len(list) != 3 || list[0].ID != first || list[1].ID != unsent || list[2].ID != second {
		t.Fatalf("deleted: %+v", list)
	}
	if !list[0].At.Equal(clock.now()) || list[0].Title != "first" || list[1].Unsent != "half a thought" {
		t.Errorf("deleted: %+v", list)
	}
	heads, err := s.DeletedThread(t.Context(), first)
	must(t, err)
	if len(heads) != 2 || heads[0].ID != user.ID || heads[1].ID != reply.ID {
		t.Errorf("the thread is %+v", heads)
	}
	if got := get(t, s, reply.ID).Text(); got != "an answer" {
		t.Errorf("%q", got)
	}
	if _, err := s.DeletedThread(t.Context(), kept); !errors.Is(err, ErrNotFound) {
		t.Errorf("a conversation that is not deleted: %v", err)
	}
	marks.Take()
	must(t, s.Restore(t.Context(), first))
	if !marked(marks)[listChanged(first)] {
		t.Error("nobody is told that it is back")
	}
	wantThread(t, s, first, user.ID, reply.ID)
	if list, err = s.Deleted(t.Context()); err != nil || len(list) != 2 {
		t.Errorf("deleted: %+v, %v", list, err)
	}
}

func TestWhatIsRemovedAtOnceLeavesNothing(t *testing.T) {
	clock, marks := newClock(), changes.New()
	s := libraryWith(t, t.TempDir(), Options{CommonOptions: owner.CommonOptions{Now: clock.now, Marks: marks}})
	gone, _, reply := ask(t, s, "", "", "gone")
	answer(t, s, reply, "gone too")
	blob, err := s.PutBlob(t.Context(), "", []byte("a picture"), "image/png", 1, 1)
	must(t, err)
	save(t, s, gone, chat.Draft{Text: "gone", Parts: []chat.Part{{Kind: chat.PartImage, Blob: &blob}}})
	must(t, s.SaveFormFields(t.Context(), []FormField{{Form: string(gone) + "/result/call", Field: "result", Text: "gone"}, {Form: "tool/new", Field: "name", Text: "kept"}}))
	kept, user, keptReply := ask(t, s, "", "", "kept")
	answer(t, s, keptReply, "kept too")
	if err := s.Remove(t.Context(), kept); !errors.Is(err, ErrNotFound) {
		t.Fatalf("one that was not deleted: %v", err)
	}
	must(t, s.Delete(t.Context(), gone))
	clock.pass(8 * 24 * time.Hour) // so long attachments may lie unused
	marks.Take()
	must(t, s.Remove(t.Context(), gone))
	if !marked(marks)[listChanged(gone)] {
		t.Error("nobody is told that it is gone")
	}
	if err := s.Remove(t.Context(), gone); !errors.Is(err, ErrNotFound) {
		t.Errorf("removed twice: %v", err)
	}
	if err := s.Restore(t.Context(), gone); !errors.Is(err, ErrNotFound) {
		t.Errorf("Restore: %v", err)
	}
	wantThread(t, s, kept, user.ID, keptReply.ID)
	for table, want := range map[string]string{
		"conversation": "1", "message": "2", "part": "2", "request": "1", "tail": "0", "draft": "0", "form_field": "1", "search": "2", "search_title": "1", "blob": "0",
	} {
		if got := column(t, s, "SELECT count(*) FROM "+table); got[0] != want {
			t.Errorf("%s has %s rows, want %s", table, got[0], want)
		}
	}
}

// A removal that was interrupted after its first step is none that can be taken back by accident:
// it goes on at the next start.
func TestARemovalThatIsInterruptedGoesOnAtTheNextStart(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	c, _, reply := ask(t, s, "", "", "gone")
	answer(t, s, reply, "gone too")
	must(t, s.Delete(t.Context(), c))
	execute(t, s, "CREATE TRIGGER keep BEFORE DELETE ON message BEGIN SELECT RAISE(ABORT, 'kept'); END")
	if err := s.Remove(t.Context(), c); err == nil {
		t.Fatal("it is said to be removed")
	}
	if list, err := s.Deleted(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("listed: %+v, %v", list, err)
	}
	if err := s.Restore(t.Context(), c); !errors.Is(err, ErrNotFound) {
		t.Errorf("Restore: %v", err)
	}
	execute(t, s, "DROP TRIGGER keep")
	must(t, s.Close())
	s = library(t, dir)
	s.upkeep.Wait(t.Context())
	if got := column(t, s, "SELECT (SELECT count(*) FROM conversation) + (SELECT count(*) FROM message)"); got[0] != "0" {
		t.Errorf("%s rows are left", got[0])
	}
}

// execute changes the library behind the program's back.
func execute(t testing.TB, s *Store, query string) {
	t.Helper()
	must(t, s.db.Update(t.Context(), sqlite.Durable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), query)
		return err
	}))
}
