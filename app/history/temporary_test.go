package history

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlando/app/chat"
)

// onDisk returns the files of a folder that contain any of the words.
func onDisk(t *testing.T, dir string, words ...string) (found []string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		for _, w := range words {
			if bytes.Contains(data, []byte(w)) || strings.Contains(path, w) {
				found = append(found, w+" in "+path)
			}
		}
		return err
	}))
	return found
}

// temporaryChat begins a temporary chat with a question, a reply in progress, a draft and two
// pictures, of which the second is in no message and in no draft.
func temporaryChat(t *testing.T, s *Store) (id chat.ID, reply chat.Message, picture chat.Blob) {
	t.Helper()
	ctx := t.Context()
	id, err := s.BeginTemporary(ctx, chat.Conversation{Model: "model-a"})
	must(t, err)
	picture, err = s.PutBlob(ctx, id, []byte("Heronpicture"), "image/png", 3, 2)
	must(t, err)
	_, err = s.PutBlob(ctx, id, []byte("Heronleftout"), "image/png", 3, 2)
	must(t, err)
	user := question(id, "", "Heronquestion")
	user.Parts = append(user.Parts, chat.Part{Kind: chat.PartImage, Blob: &picture})
	first := waiting(id, user.ID)
	must(t, s.BeginTurn(ctx, Turn{User: user, Replies: []chat.Message{first}}))
	answer(t, s, first, "Heronanswer")
	second := question(id, first.ID, "Heronfollows")
	reply = waiting(id, second.ID)
	must(t, s.BeginTurn(ctx, Turn{User: second, Replies: []chat.Message{reply}}))
	must(t, s.AppendTail(ctx, []Tail{{Message: reply.ID, Kind: chat.PartText, Text: "Herontail"}}))
	must(t, s.SaveUnsent(ctx, UnsentChange{Conversation: id, Draft: chat.Draft{
		Text: "Herondraft", Parts: []chat.Part{{Kind: chat.PartPasted, Text: strings.Repeat("Heronpasted ", 1000)}},
	}}))
	must(t, s.SaveFormFields(ctx, []FormField{{Form: string(id) + "/picture address", Field: "address", Text: "Heronaddress"}}))
	return id, reply, picture
}

func TestATemporaryChatIsInNoListAndOnNoDisk(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	id, reply, picture := temporaryChat(t, s)
	ctx := t.Context()
	if c, heads, err := s.ConversationWithThread(ctx, id); err != nil || len(heads) != 4 || c.Title != "Heronquestion" || c.Model != "model-a" {
		t.Fatalf("%+v, %d messages, %v", c, len(heads), err)
	}
	if m := get(t, s, reply.ID); m.Text() != "Herontail" || m.State != chat.Writing {
		t.Fatalf("the reply: %+v", m)
	}
	if d := draftOf(t, s, id); d.Text != "Herondraft" || len(d.Parts) != 1 {
		t.Fatalf("the draft: %+v", d)
	}
	if data, err := s.ReadBlob(ctx, picture.SHA256); err != nil || string(data) != "Heronpicture" {
		t.Fatalf("the picture: %q, %v", data, err)
	}
	order, err := s.Order(ctx)
	must(t, err)
	hits, err := s.Search(ctx, "Heronquestion", 5)
	must(t, err)
	excerpts, err := s.Excerpts(ctx, "Heronanswer", Scope{}, 5)
	must(t, err)
	if len(order)+len(hits)+len(excerpts) != 0 {
		t.Fatalf("listed: %v, found: %v, %v", order, hits, excerpts)
	}
	must(t, s.Delete(ctx, id))
	deleted, err := s.Deleted(ctx)
	must(t, err)
	if len(deleted) != 0 {
		t.Fatalf("deleted: %v", deleted)
	}
	saved := t.TempDir()
	must(t, s.SaveTo(ctx, saved, func() error { return nil }))
	if found := append(onDisk(t, dir, "Heron", string(id)), onDisk(t, saved, "Heron", string(id))...); len(found) > 0 {
		t.Fatal(found)
	}
	must(t, s.Close())
	if found := onDisk(t, dir, "Heron", string(id)); len(found) > 0 {
		t.Fatal("after closing: ", found)
	}
}

func TestLateWritesOfADiscardedChatStayOffTheDisk(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	id, reply, picture := temporaryChat(t, s)
	ctx := t.Context()
	must(t, s.Discard(ctx, id))
	must(t, s.Discard(ctx, id))
	if _, err := s.ReadBlob(ctx, picture.SHA256); !errors.Is(err, ErrNotFound) {
		t.Fatalf("the picture: %v", err)
	}
	if _, err := s.Conversation(ctx, id); !errors.Is(err, ErrNotFound) {
		t.Fatalf("the chat: %v", err)
	}
	must(t, s.SaveUnsent(ctx, UnsentChange{Conversation: id, Draft: chat.Draft{Text: "Heronlate"}}))
	if err := s.AppendTail(ctx, []Tail{{Message: reply.ID, Kind: chat.PartText, Text: "Heronlate"}}); !errors.Is(err, ErrNotFound) {
		t.Fatalf("appending: %v", err)
	}
	reply.State = chat.Stopped
	if err := s.Finish(ctx, reply); !errors.Is(err, ErrNotFound) {
		t.Fatalf("finishing: %v", err)
	}
	if _, err := s.PutBlob(ctx, id, []byte("Heronlate"), "image/png", 1, 1); err != nil {
		t.Fatal(err)
	}
	if found := onDisk(t, dir, "Heron"); len(found) > 0 || !s.IsTemporary(id) || !s.IsTemporary(reply.ID) {
		t.Fatal(found)
	}
	if err := s.Keep(ctx, id); !errors.Is(err, ErrNotFound) {
		t.Fatalf("keeping: %v", err)
	}
	if err := s.Discard(ctx, "another"); !errors.Is(err, ErrNotFound) {
		t.Fatalf("discarding a chat that is not temporary: %v", err)
	}
}

func TestAKeptChatIsAnOrdinaryOne(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	ctx := t.Context()
	// What is there before must stay, and moves the row numbers.
	other, otherQuestion, otherReply := ask(t, s, "", "", "An older question")
	must(t, s.AppendTail(ctx, []Tail{{Message: otherReply.ID, Kind: chat.PartText, Text: "older"}}))
	discarded, _, _ := temporaryChat(t, s)
	id, reply, picture := temporaryChat(t, s)
	must(t, s.Rename(ctx, id, "Herontitle"))
	heads, err := s.Thread(ctx, id)
	must(t, err)
	again := waiting(id, heads[2].ID) // another reply, which is shown
	must(t, s.BeginTurn(ctx, Turn{Replies: []chat.Message{again}}))
	answer(t, s, again, "Heronagain")
	must(t, s.ShowBranch(ctx, reply.ID))
	place := chat.ReadingPlace{Message: heads[1].ID, Part: 0.5, Y: 3}
	must(t, s.SetReadingPlace(ctx, id, place))
	before, err := s.Messages(ctx, append(chat.IDs(heads), again.ID))
	must(t, err)

	must(t, s.Keep(ctx, id))
	if s.IsTemporary(id) || s.IsTemporary(reply.ID) || !s.IsTemporary(discarded) {
		t.Fatal("the wrong chat is temporary")
	}
	must(t, s.Discard(ctx, discarded))
	must(t, s.AppendTail(ctx, []Tail{{Message: reply.ID, Part: 0, Kind: chat.PartText, Text: " goes on"}}))
	reply.State, reply.Finish, reply.Parts = chat.Done, chat.FinishStop, text("Herontail goes on")
	must(t, s.Finish(ctx, reply))
	must(t, s.Close())

	s = library(t, dir)
	c, err := s.Conversation(ctx, id)
	if err != nil || c.Title != "Herontitle" || c.Place != place || c.Model != "model-a" {
		t.Fatalf("%+v, %v", c, err)
	}
	wantThread(t, s, id, heads[0].ID, heads[1].ID, heads[2].ID, reply.ID)
	after, err := s.Messages(ctx, append(chat.IDs(heads), again.ID))
	must(t, err)
	for i, m := range after {
		want := before[i]
		if m.ID == reply.ID {
			if m.Text() != "Herontail goes on" || m.State != chat.Done || m.Siblings != 2 {
				t.Fatalf("the reply that was being written: %+v", m)
			}
			continue
		}
		if m.Text() != want.Text() || m.Parent != want.Parent || m.State != want.State || m.Created != want.Created || (m.Request == nil) != (want.Request == nil) {
			t.Fatalf("message %d is\n%+v, want\n%+v", i, m, want)
		}
	}
	if data, err := s.ReadBlob(ctx, picture.SHA256); err != nil || string(data) != "Heronpicture" {
		t.Fatalf("the picture: %q, %v", data, err)
	}
	if d := draftOf(t, s, id); d.Text != "Herondraft" || len(d.Parts) != 1 || len(d.Parts[0].Text) != 12000 {
		t.Fatalf("the draft: %+v", d)
	}
	for _, word := range []string{"Heronquestion", "Heronanswer", "Herontitle", "goes"} {
		if hits, err := s.Search(ctx, word, 5); err != nil || len(hits) != 1 || hits[0].Conversation.ID != id {
			t.Fatalf("%s: %v, %v", word, hits, err)
		}
	}
	if found := onDisk(t, dir, "Heronleftout", string(discarded)); len(found) > 0 {
		t.Fatal(found)
	}
	wantThread(t, s, other, otherQuestion.ID, otherReply.ID)
	if m := get(t, s, otherReply.ID); m.Text() != "older" {
		t.Fatalf("the older reply: %+v", m)
	}
}

// TestEveryTableIsKept fails when a new table is neither copied by Keep nor named here with a
// reason.
func TestEveryTableIsKept(t *testing.T) {
	left := []string{
		"goose_db_version", "library", // of each database
		"search", "search_title", // made anew
		// not stored for a temporary chat
		"form_field",
		// not of a temporary chat
		"import", "import_note", "imported",
		// never of a chat
		"transcript", "segment", "search_segment", "search_transcript", "charge", "charge_day",
	}
	left = append(left, copiedTables...)
	s := library(t, t.TempDir())
	must(t, s.db.View(t.Context(), func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(t.Context(), `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'
			AND name NOT LIKE 'search%\_%' ESCAPE '\' OR name IN ('search_title', 'search_segment', 'search_transcript')`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				return err
			}
			if !slices.Contains(left, name) {
				t.Errorf("Keep does not copy %s", name)
			}
		}
		return rows.Err()
	}))
}

// chatTemporarily writes to a temporary chat, and tells after each reply that it goes on.
func chatTemporarily(dir string) error {
	ctx := context.Background()
	s, err := Open(ctx, dir, Options{})
	if err != nil {
		return err
	}
	id, err := s.BeginTemporary(ctx, chat.Conversation{})
	if err != nil {
		return err
	}
	for {
		picture, err := s.PutBlob(ctx, id, []byte("Heronpicture"), "image/png", 3, 2)
		if err != nil {
			return err
		}
		user := question(id, "", "Heronquestion")
		user.Parts = append(user.Parts, chat.Part{Kind: chat.PartImage, Blob: &picture})
		reply := waiting(id, user.ID)
		if err := s.BeginTurn(ctx, Turn{User: user, Replies: []chat.Message{reply}}); err != nil {
			return err
		}
		if err := s.AppendTail(ctx, []Tail{{Message: reply.ID, Kind: chat.PartText, Text: "Heronanswer"}}); err != nil {
			return err
		}
		if err := s.SaveUnsent(ctx, UnsentChange{Conversation: id, Draft: chat.Draft{Text: "Herondraft"}}); err != nil {
			return err
		}
		fmt.Println(id)
	}
}

func TestNothingOfATemporaryChatIsThereAfterAKill(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childTemporary+"="+dir)
	out, err := cmd.StdoutPipe()
	must(t, err)
	cmd.Stderr = os.Stderr
	must(t, cmd.Start())
	lines, written, id := bufio.NewScanner(out), 0, ""
	for lines.Scan() {
		if id = lines.Text(); written == 50 {
			must(t, cmd.Process.Kill())
		}
		written++
	}
	if err := cmd.Wait(); err == nil || written < 50 {
		t.Fatalf("the program ended by itself after %d replies", written)
	}
	if found := onDisk(t, dir, "Heron", id); len(found) > 0 {
		t.Fatal(found)
	}
	s := library(t, dir)
	if order, err := s.Order(t.Context()); err != nil || len(order) != 0 {
		t.Fatalf("%v, %v", order, err)
	}
}

func TestKeepingWhileAReplyIsWritten(t *testing.T) {
	s := library(t, t.TempDir())
	id, reply, _ := temporaryChat(t, s)
	done := make(chan error)
	const pieces = 300
	go func() {
		for range pieces {
			if err := s.AppendTail(context.Background(), []Tail{{Message: reply.ID, Part: 0, Kind: chat.PartText, Text: "x"}}); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	must(t, s.Keep(t.Context(), id))
	must(t, <-done)
	if n := strings.Count(get(t, s, reply.ID).Text(), "x"); n != pieces {
		t.Fatalf("%d pieces, want %d", n, pieces)
	}
}
