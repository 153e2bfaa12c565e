package history

import (
	"errors"
	"slices"
	"testing"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/owner"
)

// rowsOf are all rows that a deletion can touch. A choice among one is no choice.
func rowsOf(t *testing.T, s *Store) []string {
	t.Helper()
	return column(t, s, `SELECT 'message ' || n || ' ' || id || ' ' || parent || ' ' || home || ' ' || deleted_with || ' ' || deleted_at FROM message
		UNION ALL SELECT 'part ' || message || ' ' || seq || ' ' || text FROM part
		UNION ALL SELECT 'search ' || rowid FROM search
		UNION ALL SELECT 'chosen ' || parent || ' ' || child FROM chosen c
			WHERE (SELECT count(*) FROM message m WHERE m.conversation = c.conversation AND m.parent = c.parent) > 1`)
}

func found(t *testing.T, s *Store, words string) int {
	t.Helper()
	hits, err := s.Search(t.Context(), words, 5)
	must(t, err)
	return len(hits)
}

func TestWhatFollowsAMessageDeletedAloneStays(t *testing.T) {
	dir, marks := t.TempDir(), changes.New()
	s := libraryWith(t, dir, Options{CommonOptions: owner.CommonOptions{Marks: marks}})
	c, one, two := exchange(t, s, "", "", "One", "Two")
	_, three, four := exchange(t, s, c, two, "Three", "Four")
	must(t, s.Rename(t.Context(), c, "Numbers"))
	before := rowsOf(t, s)
	for i, id := range []chat.ID{one, two, three, four} {
		marks.Take()
		must(t, s.DeleteMessageAlone(t.Context(), id))
		left := slices.Delete([]chat.ID{one, two, three, four}, i, i+1)
		wantThread(t, s, c, left...)
		told := marked(marks)
		if !told[threadChanged(c)] || !told[messageChanged(id)] || i < 3 && !told[messageChanged(left[i])] {
			t.Errorf("told of %v", told)
		}
		text := []string{"One", "Two", "Three", "Four"}[i]
		if n := found(t, s, text); n != 0 {
			t.Errorf("%s is found", text)
		}
		must(t, s.Close())
		s = libraryWith(t, dir, Options{CommonOptions: owner.CommonOptions{Marks: marks}})
		list, err := s.Deleted(t.Context())
		must(t, err)
		if len(list) != 1 || *list[0].Messages != (DeletedMessages{First: id, Count: 1, Begins: text}) {
			t.Fatalf("deleted: %+v", list)
		}
		if got := deletedTexts(t, s, id); !slices.Equal(got, []string{text}) {
			t.Errorf("deleted: %q", got)
		}
		must(t, s.RestoreMessage(t.Context(), id))
		if now := rowsOf(t, s); !slices.Equal(now, before) {
			t.Fatalf("after undo\n%q, before\n%q", now, before)
		}
	}
}

// Each version of the message that follows has its own place beside the versions of the deleted
// one.
func TestVersionsStayWhenAMessageIsDeletedAlone(t *testing.T) {
	s := library(t, t.TempDir())
	c, one, two := exchange(t, s, "", "", "One", "Two")
	other := waiting(c, one)
	must(t, s.BeginTurn(t.Context(), Turn{Replies: []chat.Message{other}}))
	answer(t, s, other, "Another")
	_, three, four := exchange(t, s, c, other.ID, "Three", "Four")
	_, edited, five := exchange(t, s, c, other.ID, "Edited", "Five")
	before := rowsOf(t, s)

	must(t, s.DeleteMessageAlone(t.Context(), other.ID))
	wantThread(t, s, c, one, edited, five)
	if m := get(t, s, edited); m.Parent != one || m.Sibling != 3 || m.Siblings != 3 {
		t.Errorf("%+v", m)
	}
	for _, want := range [][]chat.ID{{one, three, four}, {one, two}, {one, edited, five}} {
		must(t, s.ShowBranch(t.Context(), want[1]))
		wantThread(t, s, c, want...)
	}
	must(t, s.RestoreMessage(t.Context(), other.ID))
	wantThread(t, s, c, one, other.ID, edited, five)
	if now := rowsOf(t, s); !slices.Equal(now, before) {
		t.Errorf("after undo\n%q, before\n%q", now, before)
	}
}

func TestSeveralMessagesDeletedAloneComeBackInAnyOrder(t *testing.T) {
	s := library(t, t.TempDir())
	c, one, two := exchange(t, s, "", "", "One", "Two")
	_, three, four := exchange(t, s, c, two, "Three", "Four")
	before := rowsOf(t, s)
	for _, order := range [][]chat.ID{{one, two, three}, {three, two, one}, {two, one, three}, {two, three, one}} {
		for _, back := range [][]chat.ID{{one, two, three}, {three, two, one}, {two, one, three}, {two, three, one}} {
			for _, id := range order {
				must(t, s.DeleteMessageAlone(t.Context(), id))
			}
			wantThread(t, s, c, four)
			for _, id := range back {
				must(t, s.RestoreMessage(t.Context(), id))
			}
			wantThread(t, s, c, one, two, three, four)
			if now := rowsOf(t, s); !slices.Equal(now, before) {
				t.Fatalf("after undo\n%q, before\n%q", now, before)
			}
		}
	}
}

func TestTheLastMessageDeletedAloneLeavesTheChat(t *testing.T) {
	s := library(t, t.TempDir())
	c, one, two := exchange(t, s, "", "", "One", "Two")
	must(t, s.DeleteMessageAlone(t.Context(), one))
	must(t, s.DeleteMessageAlone(t.Context(), two))
	wantThread(t, s, c)
	if got, err := s.Conversation(t.Context(), c); err != nil || got.Title != "One" {
		t.Errorf("%+v, %v", got, err)
	}
	_, again, reply := exchange(t, s, c, "", "Again", "Three")
	must(t, s.RestoreMessage(t.Context(), two))
	wantThread(t, s, c, two)
	must(t, s.RestoreMessage(t.Context(), one))
	wantThread(t, s, c, one, two)
	must(t, s.ShowBranch(t.Context(), again))
	wantThread(t, s, c, again, reply)
}

// Where more was deleted around it since, the message comes back with that.
func TestAMessageDeletedAloneComesBackWithWhatWasDeletedAboveIt(t *testing.T) {
	s := library(t, t.TempDir())
	c, one, two := exchange(t, s, "", "", "One", "Two")
	_, three, four := exchange(t, s, c, two, "Three", "Four")
	before := rowsOf(t, s)
	must(t, s.DeleteMessageAlone(t.Context(), three))
	must(t, s.DeleteMessage(t.Context(), two))
	must(t, s.RestoreMessage(t.Context(), three))
	wantThread(t, s, c, one)
	must(t, s.RestoreMessage(t.Context(), two))
	wantThread(t, s, c, one, two, three, four)
	if now := rowsOf(t, s); !slices.Equal(now, before) {
		t.Errorf("after undo\n%q, before\n%q", now, before)
	}
}

func TestAMessageIsNotDeletedAloneWhileItsReplyIsWritten(t *testing.T) {
	s := library(t, t.TempDir())
	c, user, reply := ask(t, s, "", "", "One")
	for _, id := range []chat.ID{user.ID, reply.ID} {
		if err := s.DeleteMessageAlone(t.Context(), id); !errors.Is(err, ErrInvalid) {
			t.Errorf("%v", err)
		}
	}
	answer(t, s, reply, "Two")
	must(t, s.DeleteMessageAlone(t.Context(), user.ID))
	wantThread(t, s, c, reply.ID)
	if err := s.DeleteMessageAlone(t.Context(), user.ID); !errors.Is(err, ErrNotFound) {
		t.Errorf("once more: %v", err)
	}
}

// What is written first is not left alone when the rest cannot be written.
func TestAMessageIsDeletedAloneWhollyOrNotAtAll(t *testing.T) {
	s := library(t, t.TempDir())
	_, one, two := exchange(t, s, "", "", "One", "Two")
	for _, at := range []string{"UPDATE OF parent ON message", "UPDATE OF deleted_with ON message", "INSERT ON change"} {
		before := rowsOf(t, s)
		execute(t, s, "CREATE TRIGGER broken AFTER "+at+" BEGIN SELECT RAISE(ABORT, 'broken'); END")
		if err := s.DeleteMessageAlone(t.Context(), one); err == nil {
			t.Fatal("it is said to be deleted")
		}
		execute(t, s, "DROP TRIGGER broken")
		if now := rowsOf(t, s); !slices.Equal(now, before) {
			t.Errorf("%s: after an error\n%q, before\n%q", at, now, before)
		}
		must(t, s.DeleteMessageAlone(t.Context(), one))
		deleted := rowsOf(t, s)
		execute(t, s, "CREATE TRIGGER broken AFTER "+at+" BEGIN SELECT RAISE(ABORT, 'broken'); END")
		if err := s.RestoreMessage(t.Context(), one); err == nil {
			t.Fatal("it is said to be restored")
		}
		execute(t, s, "DROP TRIGGER broken")
		if now := rowsOf(t, s); !slices.Equal(now, deleted) {
			t.Errorf("%s: after an error\n%q, before\n%q", at, now, deleted)
		}
		must(t, s.RestoreMessage(t.Context(), one))
	}
	if m := get(t, s, two); m.Parent != one {
		t.Errorf("%+v", m)
	}
}

func TestWhatFollowedARemovedMessageStays(t *testing.T) {
	clock := newClock()
	s := libraryWith(t, t.TempDir(), Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
	c, one, two := exchange(t, s, "", "", "One", "Two")
	blob, err := s.PutBlob(t.Context(), "", []byte("a picture"), "image/png", 1, 1)
	must(t, err)
	three := question(c, two, "Three")
	three.Parts = append(three.Parts, chat.Part{Kind: chat.PartImage, Blob: &blob})
	must(t, s.BeginTurn(t.Context(), Turn{User: three, Unsent: &UnsentChange{Conversation: c}}))
	_, four, five := exchange(t, s, c, three.ID, "Four", "Five")
	for _, id := range []chat.ID{one, two, three.ID} {
		must(t, s.DeleteMessageAlone(t.Context(), id))
	}
	clock.pass(8 * 24 * time.Hour) // so long attachments may lie unused
	must(t, s.collectBlobs(t.Context()))
	if _, err := s.ReadBlob(t.Context(), blob.SHA256); err != nil {
		t.Errorf("the picture of a deleted message: %v", err)
	}
	must(t, s.RemoveMessage(t.Context(), two))
	must(t, s.RestoreMessage(t.Context(), one))
	wantThread(t, s, c, one, four, five)
	must(t, s.RestoreMessage(t.Context(), three.ID))
	wantThread(t, s, c, one, three.ID, four, five)
	must(t, s.DeleteMessageAlone(t.Context(), one))
	must(t, s.DeleteMessageAlone(t.Context(), three.ID))
	clock.pass(31 * 24 * time.Hour)
	must(t, s.purge(t.Context()))
	must(t, s.collectBlobs(t.Context()))
	wantThread(t, s, c, four, five)
	for table, want := range map[string]string{"message": "2", "part": "2", "blob": "0", "search": "2", "message WHERE home > 0": "0"} {
		if got := column(t, s, "SELECT count(*) FROM "+table); got[0] != want {
			t.Errorf("%s has %s rows, want %s", table, got[0], want)
		}
	}
}
