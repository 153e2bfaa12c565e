package history

import (
	"database/sql"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/internal/sqlite/sqlitetest"
	"parlando/app/owner"
)

// Whichever call of the disk fails, the error is returned and the library has what it had before.
func TestAFailureInTheMiddleChangesNothing(t *testing.T) {
	dir, driver, clock := t.TempDir(), sqlitetest.NewDriver(t), newClock()
	s := libraryWith(t, dir, Options{Driver: driver, CommonOptions: owner.CommonOptions{Now: clock.now}})
	s.upkeep.Wait(t.Context())
	ctx := t.Context()

	id, user, reply := ask(t, s, "", "", "What is an oak?")
	blob, err := s.PutBlob(ctx, "", []byte("a picture"), "image/png", 1, 1)
	must(t, err)
	must(t, s.AppendTail(ctx, []Tail{{Message: reply.ID, Kind: chat.PartText, Text: "A tr"}}))
	answer(t, s, reply, "A tree.")
	other, _, open := ask(t, s, "", "", "And an elm?")
	must(t, s.AppendTail(ctx, []Tail{{Message: open.ID, Kind: chat.PartText, Text: "An el"}}))
	next := waiting(other, "")
	next.Request.ID = chat.NewID()
	draft := chat.Draft{Text: "not sent", Parts: []chat.Part{{Kind: chat.PartImage, Blob: &blob}, {Kind: chat.PartPasted, Text: strings.Repeat("long ", longText)}}}
	edited := chat.Draft{Text: "edited", Edits: user.ID}
	save(t, s, id, chat.Draft{Text: "before"})
	gone, _, _ := ask(t, s, "", "", "Deleted")
	must(t, s.Delete(ctx, gone))
	must(t, s.SaveFormFields(ctx, []FormField{{Form: "a", Field: "b", Text: "c"}}))

	turn := Turn{
		Conversation: &chat.Conversation{ID: chat.NewID()},
		Target:       &chat.Target{Model: "model-b"},
	}
	turn.User = question(turn.Conversation.ID, "", "One more")
	turn.User.Parts = append(turn.User.Parts, draft.Parts...)
	turn.Replies = []chat.Message{waiting(turn.User.Conversation, turn.User.ID), waiting(turn.User.Conversation, turn.User.ID)}
	turn.Unsent = &UnsentChange{Conversation: turn.Conversation.ID, Moved: true, Draft: draft}
	edit := Turn{User: question(id, "", "What is a beech?"), Replies: []chat.Message{waiting(id, "")}}
	edit.Replies[0].Parent = edit.User.ID

	ended := open
	ended.State, ended.Finish = chat.Done, chat.FinishLength
	ended.Parts = []chat.Part{{Kind: chat.PartThinking, Text: "Hm."}, {Kind: chat.PartText, Text: "An elm."}, {Kind: chat.PartToolCall, Text: `{"name":"look"}`}}
	imported := chat.NewID()
	first, second := question(imported, "", "1"), question(imported, "", "2")

	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"begin a turn of a new chat", func() error { return s.BeginTurn(ctx, turn) }},
		{"begin a turn beside another", func() error { return s.BeginTurn(ctx, edit) }},
		{"append", func() error {
			return s.AppendTail(ctx, []Tail{{Message: open.ID, Kind: chat.PartText, Text: "m."}, {Message: open.ID, Part: 1, Text: "x"}})
		}},
		{"store the fields that were sent", func() error { return s.StoreSentFields(ctx, *open.Request) }},
		{"ask once more in a reply", func() error { return s.NextRequest(ctx, open.ID, *open.Request, *next.Request) }},
		{"finish", func() error { return s.Finish(ctx, ended) }},
		{"resume", func() error {
			return s.Resume(ctx, open.ID, *waiting(other, "").Request, &chat.Target{Model: "model-c"})
		}},
		{"show a branch", func() error { return s.ShowBranch(ctx, user.ID) }},
		{"delete a message", func() error { return s.DeleteMessage(ctx, reply.ID) }},
		{"restore a message", func() error { return s.RestoreMessage(ctx, reply.ID) }},
		{"delete a message once more", func() error { return s.DeleteMessage(ctx, reply.ID) }},
		{"rename", func() error { return s.Rename(ctx, id, "Trees") }},
		{"pin", func() error { return s.Pin(ctx, id, true) }},
		{"set the model", func() error { return s.SetModel(ctx, id, chat.NewID(), "model-d") }},
		{"set the parameters", func() error { n := 0.5; return s.SetParameters(ctx, id, chat.Parameters{Temperature: &n}) }},
		{"set the place of reading", func() error { return s.SetReadingPlace(ctx, id, chat.ReadingPlace{Message: user.ID, Y: 3}) }},
		{"keep what is not sent", func() error {
			return s.SaveUnsent(ctx, UnsentChange{Conversation: id, Draft: edited, Shelved: draft, Edits: []chat.Draft{edited}, Queued: []DraftAddition{{ID: "q", Draft: draft}}})
		}},
		{"keep what is not sent beside it", func() error {
			return s.SaveUnsent(ctx, UnsentChange{Conversation: id, Draft: draft, Beside: "b", Unread: true, Unqueued: []DraftAddition{{ID: "q", Draft: draft}}})
		}},
		{"move what is not sent", func() error {
			return s.SaveUnsent(ctx, UnsentChange{Conversation: other, From: id, Moved: true, Draft: draft, Joined: []DraftAddition{{ID: "b", Draft: draft}}})
		}},
		{"keep what is not sent of the new chat", func() error {
			return s.SaveUnsent(ctx, UnsentChange{Draft: draft})
		}},
		{"make a chat of it", func() error {
			_, err := s.PromoteUnsent(ctx, chat.Conversation{ID: "promoted"}, UnsentChange{Conversation: "promoted", Draft: draft})
			return err
		}},
		{"remove an empty chat", func() error { return s.RemoveEmpty(ctx, "promoted") }},
		{"import", func() error {
			return s.Import(ctx, []ImportedConversation{
				{Conversation: chat.Conversation{ID: imported}, Messages: []chat.Message{*first, *second}},
				{Conversation: chat.Conversation{ID: "empty", Title: "Called", Pinned: true}},
			})
		}},
		{"delete a chat", func() error { return s.Delete(ctx, id) }},
		{"restore a chat", func() error { return s.Restore(ctx, id) }},
		{"keep a form", func() error {
			return s.SaveFormFields(ctx, []FormField{{Form: "a", Field: "b", Removed: true}, {Form: "a", Field: "d", Text: "e"}})
		}},
		{"mend", func() error {
			doubts := Doubts{Conversations: []int64{1}, Messages: []int64{1}, Requests: []string{string(open.Request.ID)}, Drafts: []string{string(other)}, Incomplete: []string{"message", "draft"}}
			_, err := Mend(ctx, s.db, dir, doubts, clock.now())
			return err
		}},

		{"read a chat", func() error { _, err := s.Conversation(ctx, id); return err }},
		{"read a thread", func() error { _, _, err := s.ConversationWithThread(ctx, id); return err }},
		{"read messages", func() error { _, err := s.Messages(ctx, []chat.ID{user.ID, open.ID}); return err }},
		{"read whole messages", func() error { _, err := s.WholeMessages(ctx, []chat.ID{user.ID, open.ID}); return err }},
		{"read a message", func() error { _, err := s.Message(ctx, open.ID); return err }},
		{"read siblings", func() error { _, err := s.Siblings(ctx, user.ID); return err }},
		{"read the list", func() error { _, err := s.Order(ctx); return err }},
		{"read summaries", func() error { _, err := s.Summaries(ctx, []chat.ID{id, other}); return err }},
		{"read what is not sent", func() error { _, err := s.Unsent(ctx, other); return err }},
		{"read forms", func() error { _, err := s.FormFields(ctx); return err }},
		{"read what is deleted", func() error { _, err := s.Deleted(ctx); return err }},
		{"read deleted messages", func() error { _, err := s.DeletedMessages(ctx, reply.ID); return err }},
		{"read a deleted thread", func() error { _, err := s.DeletedThread(ctx, gone); return err }},
		{"count descendants", func() error { _, err := s.CountDescendants(ctx, user.ID); return err }},
		{"read transcripts", func() error { _, err := s.Transcripts(ctx, id); return err }},
		{"search", func() error { _, err := s.Search(ctx, "elm oak", 10); return err }},
		{"find excerpts", func() error { _, err := s.Excerpts(ctx, "elm", Scope{}, 10); return err }},
		{"keep a picture", func() error { _, err := s.PutBlob(ctx, "", []byte("another"), "image/png", 1, 1); return err }},
	} {
		t.Run(c.name, func(t *testing.T) { driver.EveryCall(t, filepath.Join(dir, FileName), c.do) })
	}
}

// What could not be removed stays deleted, and goes at the next start.
func TestAFailureWhileRemoving(t *testing.T) {
	driver := sqlitetest.NewDriver(t)
	var log strings.Builder
	s := libraryWith(t, t.TempDir(), logged(driver, &log))
	s.upkeep.Wait(t.Context())
	failsAt := func(n int, remove func() error) bool {
		log.Reset()
		driver.Fail(n)
		err := remove()
		failed := driver.Mend()
		// they go at the next start, too
		if strings.Contains(log.String(), "attachments could not be removed") {
			err = sqlitetest.ErrFailed
		}
		if failed != errors.Is(err, sqlitetest.ErrFailed) || !failed && err != nil {
			t.Fatalf("call %d failed: %v, and the error is %v", n, failed, err)
		}
		return failed
	}
	for n, failed := 1, true; failed; n++ {
		id, user, reply := ask(t, s, "", "", "A chat")
		must(t, s.DeleteMessage(t.Context(), reply.ID))
		failed = failsAt(n, func() error { return s.RemoveMessage(t.Context(), reply.ID) })
		wantThread(t, s, id, user.ID)
		must(t, s.Delete(t.Context(), id))
		failed = failsAt(n, func() error { return s.Remove(t.Context(), id) }) || failed
		must(t, s.purge(t.Context()))
	}
}

// A picture whose row could not be removed still has its file.
func TestAFailureWhileCollectingPictures(t *testing.T) {
	driver, clock := sqlitetest.NewDriver(t), &clock{at: time.Now()}
	s := libraryWith(t, t.TempDir(), Options{Driver: driver, CommonOptions: owner.CommonOptions{Now: clock.now}})
	s.upkeep.Wait(t.Context())
	b, err := s.PutBlob(t.Context(), "", []byte("a picture"), "image/png", 1, 1)
	must(t, err)
	clock.pass(keepBlobs + time.Hour)
	driver.EveryCallOfSteps(t, func() error {
		err := s.collectBlobs(t.Context())
		driver.Mend()
		rows := 0
		must(t, s.db.View(t.Context(), func(tx *sql.Tx) error {
			return tx.QueryRowContext(t.Context(), `SELECT count(*) FROM blob`).Scan(&rows)
		}))
		if _, readErr := s.ReadBlob(t.Context(), b.SHA256); rows == 1 && readErr != nil {
			t.Errorf("%v, after %v", readErr, err)
		}
		return err
	})
}

// A library that cannot be prepared is not opened, and said to be so.
func TestAFailureWhileOpening(t *testing.T) {
	dir, driver := t.TempDir(), sqlitetest.NewDriver(t)
	s := library(t, dir)
	_, _, open := ask(t, s, "", "", "What is an oak?")
	must(t, s.AppendTail(t.Context(), []Tail{{Message: open.ID, Kind: chat.PartText, Text: "A tree"}}))
	must(t, s.Close())
	driver.EveryCallOfSteps(t, func() error {
		var log strings.Builder
		s, err := Open(t.Context(), dir, logged(driver, &log))
		if err != nil {
			return err
		}
		s.upkeep.Wait(t.Context())
		if strings.Contains(log.String(), "Upkeep failed") { // it is tried again at the next start
			err = sqlitetest.ErrFailed
		}
		return errors.Join(err, s.Close())
	})
}

func logged(driver *sqlitetest.Driver, log *strings.Builder) Options {
	return Options{Driver: driver, CommonOptions: owner.CommonOptions{Log: slog.New(slog.NewTextHandler(log, nil))}}
}
