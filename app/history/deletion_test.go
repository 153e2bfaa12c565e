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

// exchange adds a question and its answer below a message, in a new conversation when that is "".
func exchange(t *testing.T, s *Store, conversation, parent chat.ID, said, answered string) (chat.ID, chat.ID, chat.ID) {
	t.Helper()
	conversation, user, reply := ask(t, s, conversation, parent, said)
	answer(t, s, reply, answered)
	return conversation, user.ID, reply.ID
}

// deletedTexts are the words of what was deleted with a message.
func deletedTexts(t *testing.T, s *Store, message chat.ID) (texts []string) {
	t.Helper()
	list, err := s.DeletedMessages(t.Context(), message)
	must(t, err)
	for _, m := range list {
		texts = append(texts, m.Text())
	}
	return texts
}

func TestDeletedMessagesAreListedReadAndComeBackAfterARestart(t *testing.T) {
	dir, clock := t.TempDir(), newClock()
	open := func() *Store {
		return libraryWith(t, dir, Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
	}
	s := open()
	c, one, two := exchange(t, s, "", "", "One", "Two")
	_, three, four := exchange(t, s, c, two, "Three", "Four")
	if n, err := s.CountDescendants(t.Context(), one); err != nil || n != 3 {
		t.Errorf("%d messages follow, %v", n, err)
	}
	must(t, s.DeleteMessage(t.Context(), three))
	chatGone, _, _ := exchange(t, s, "", "", "Another chat", "Five")
	clock.pass(time.Hour)
	must(t, s.Delete(t.Context(), chatGone))
	must(t, s.Close())
	clock.pass(29 * 24 * time.Hour)
	s = open()
	s.upkeep.Wait(t.Context())
	list, err := s.Deleted(t.Context())
	must(t, err)
	if len(list) != 2 || list[0].ID != chatGone || list[0].Messages != nil || list[1].ID != c || list[1].Messages == nil {
		t.Fatalf("deleted: %+v", list)
	}
	if got, want := *list[1].Messages, (DeletedMessages{First: three, Count: 2, Begins: "Three"}); got != want {
		t.Errorf("deleted: %+v, want %+v", got, want)
	}
	if list[1].Title != "One" || !list[1].At.Equal(clock.now().Add(-29*24*time.Hour-time.Hour)) {
		t.Errorf("deleted: %+v", list[1])
	}
	if got := deletedTexts(t, s, three); !slices.Equal(got, []string{"Three", "Four"}) {
		t.Errorf("%q", got)
	}
	must(t, s.RestoreMessage(t.Context(), three))
	wantThread(t, s, c, one, two, three, four)
	if list, err = s.Deleted(t.Context()); err != nil || len(list) != 1 {
		t.Errorf("deleted: %+v, %v", list, err)
	}
	if _, err := s.DeletedMessages(t.Context(), three); !errors.Is(err, ErrNotFound) {
		t.Errorf("messages that are not deleted: %v", err)
	}
}

// What comes back is shown, whatever was asked in its place meanwhile.
func TestMessagesThatComeBackAreShown(t *testing.T) {
	s := library(t, t.TempDir())
	c, one, two := exchange(t, s, "", "", "One", "Two")
	must(t, s.DeleteMessage(t.Context(), one))
	_, other, reply := exchange(t, s, c, "", "Another", "Three")
	wantThread(t, s, c, other, reply)
	must(t, s.RestoreMessage(t.Context(), one))
	wantThread(t, s, c, one, two)
}

// What was deleted below a deletion comes back after it: it has no place before.
func TestADeletionBelowAnotherIsListedWithThat(t *testing.T) {
	clock := newClock()
	s := libraryWith(t, t.TempDir(), Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
	c, one, two := exchange(t, s, "", "", "One", "Two")
	_, three, four := exchange(t, s, c, two, "Three", "Four")
	must(t, s.DeleteMessage(t.Context(), four))
	clock.pass(time.Hour)
	must(t, s.DeleteMessage(t.Context(), two))
	list, err := s.Deleted(t.Context())
	must(t, err)
	if len(list) != 1 || *list[0].Messages != (DeletedMessages{First: two, Count: 3, Begins: "Two"}) {
		t.Fatalf("deleted: %+v", list)
	}
	if got := deletedTexts(t, s, two); !slices.Equal(got, []string{"Two", "Three", "Four"}) {
		t.Errorf("%q", got)
	}
	must(t, s.RestoreMessage(t.Context(), two))
	wantThread(t, s, c, one, two, three)
	if list, err = s.Deleted(t.Context()); err != nil || len(list) != 1 || list[0].Messages.First != four {
		t.Errorf("deleted: %+v, %v", list, err)
	}
}

// A reply in which there is nothing is deleted without a word, and listing it would help nobody.
func TestDeletedMessagesWithoutContentAreNotListed(t *testing.T) {
	s := library(t, t.TempDir())
	_, user, reply := ask(t, s, "", "", "One")
	reply.State = chat.Failed
	must(t, s.Finish(t.Context(), reply))
	if n, err := s.CountDescendants(t.Context(), user.ID); err != nil || n != 0 {
		t.Errorf("%d messages follow, %v", n, err)
	}
	must(t, s.DeleteMessage(t.Context(), reply.ID))
	if list, err := s.Deleted(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("deleted: %+v, %v", list, err)
	}
}

func TestDeletedMessagesGoWithTheirConversation(t *testing.T) {
	s := library(t, t.TempDir())
	c, _, two := exchange(t, s, "", "", "One", "Two")
	must(t, s.DeleteMessage(t.Context(), two))
	must(t, s.Delete(t.Context(), c))
	if list, err := s.Deleted(t.Context()); err != nil || len(list) != 1 || list[0].Messages != nil {
		t.Errorf("deleted: %+v, %v", list, err)
	}
	for name, err := range map[string]error{"RestoreMessage": s.RestoreMessage(t.Context(), two), "RemoveMessage": s.RemoveMessage(t.Context(), two)} {
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	must(t, s.Remove(t.Context(), c))
	if got := column(t, s, "SELECT (SELECT count(*) FROM message) + (SELECT count(*) FROM part)"); got[0] != "0" {
		t.Errorf("%s rows are left", got[0])
	}
}

func TestDeletedMessagesKeepTheirPicturesUntilTheyAreRemoved(t *testing.T) {
	clock, marks := newClock(), changes.New()
	s := libraryWith(t, t.TempDir(), Options{CommonOptions: owner.CommonOptions{Now: clock.now, Marks: marks}})
	c, one, two := exchange(t, s, "", "", "One", "Two")
	blob, err := s.PutBlob(t.Context(), "", []byte("a picture"), "image/png", 1, 1)
	must(t, err)
	three := question(c, two, "Three")
	three.Parts = append(three.Parts, chat.Part{Kind: chat.PartImage, Blob: &blob})
	must(t, s.BeginTurn(t.Context(), Turn{User: three, Unsent: &UnsentChange{Conversation: c}}))
	_, four, five := exchange(t, s, c, three.ID, "Four", "Five")
	must(t, s.DeleteMessage(t.Context(), five))
	must(t, s.DeleteMessage(t.Context(), three.ID))
	if err := s.RemoveMessage(t.Context(), one); !errors.Is(err, ErrNotFound) {
		t.Fatalf("one that was not deleted: %v", err)
	}
	clock.pass(8 * 24 * time.Hour) // so long attachments may lie unused
	must(t, s.collectBlobs(t.Context()))
	if _, err := s.ReadBlob(t.Context(), blob.SHA256); err != nil {
		t.Errorf("the picture of a deleted message: %v", err)
	}
	marks.Take()
	must(t, s.RemoveMessage(t.Context(), three.ID))
	if !marked(marks)[threadChanged(c)] {
		t.Error("nobody is told that they are gone")
	}
	for _, id := range []chat.ID{three.ID, four, five} {
		if err := errors.Join(s.RestoreMessage(t.Context(), id), s.RemoveMessage(t.Context(), id)); !errors.Is(err, ErrNotFound) {
			t.Errorf("%v", err)
		}
	}
	wantThread(t, s, c, one, two)
	for table, want := range map[string]string{"conversation": "1", "message": "2", "part": "2", "blob": "0", "search": "2"} {
		if got := column(t, s, "SELECT count(*) FROM "+table); got[0] != want {
			t.Errorf("%s has %s rows, want %s", table, got[0], want)
		}
	}
}

// As with a conversation: see TestARemovalThatIsInterruptedGoesOnAtTheNextStart.
func TestARemovalOfMessagesThatIsInterruptedGoesOnAtTheNextStart(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	c, one, two := exchange(t, s, "", "", "One", "Two")
	must(t, s.DeleteMessage(t.Context(), two))
	execute(t, s, "CREATE TRIGGER keep BEFORE DELETE ON message BEGIN SELECT RAISE(ABORT, 'kept'); END")
	if err := s.RemoveMessage(t.Context(), two); err == nil {
		t.Fatal("it is said to be removed")
	}
	if list, err := s.Deleted(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("listed: %+v, %v", list, err)
	}
	if err := s.RestoreMessage(t.Context(), two); !errors.Is(err, ErrNotFound) {
		t.Errorf("RestoreMessage: %v", err)
	}
	execute(t, s, "DROP TRIGGER keep")
	must(t, s.Close())
	s = library(t, dir)
	s.upkeep.Wait(t.Context())
	wantThread(t, s, c, one)
	if got := column(t, s, "SELECT count(*) FROM message"); got[0] != "1" {
		t.Errorf("%s messages are left", got[0])
	}
}
