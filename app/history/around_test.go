package history

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/internal/sqlite/sqlitetest"
	"parlando/app/owner"
)

// damagedChats is the number of chats in a library that damagedLibrary makes.
const damagedChats = 120

// damagedLibrary makes a library of chats of two messages and makes one page of a table or an index
// unreadable.
func damagedLibrary(t *testing.T, object string) (dir string, ids []chat.ID) {
	t.Helper()
	dir = t.TempDir()
	s := library(t, dir)
	// Nine parts fit into a page, so that a page ends in the middle of a chat.
	filler := strings.Repeat("filler ", 55)
	list := make([]ImportedConversation, damagedChats)
	for i := range list {
		id := chat.NewID()
		ids = append(ids, id)
		q := question(id, "", fmt.Sprintf("question %d %s", i, filler))
		a := *question(id, q.ID, fmt.Sprintf("answer %d %s", i, filler))
		a.Role = chat.Assistant
		list[i] = ImportedConversation{Conversation: chat.Conversation{ID: id, Title: fmt.Sprintf("Chat %d of many", i)}, Messages: []chat.Message{*q, a}}
	}
	must(t, s.Import(t.Context(), list))
	s.upkeep.Wait(t.Context())
	must(t, s.Close())
	sqlitetest.Damage(t, filepath.Join(dir, FileName), object)
	return dir, ids
}

// opens reads a chat as its page does, and returns the messages that can be read.
func opens(t *testing.T, s *Store, id chat.ID) ([]chat.Message, error) {
	t.Helper()
	_, heads, err := s.ConversationWithThread(t.Context(), id)
	if err != nil {
		return nil, err
	}
	return s.Messages(t.Context(), chat.IDs(heads))
}

func TestADamagedPageHidesNoOtherChat(t *testing.T) {
	for _, c := range []struct {
		object string
		opened int // at least so many chats can be read
		// at least so many are found by a word of a message, and by one of a title; with less than
		// all there is an error
		texts, titles int
	}{
		{"conversation", 60, 60, 60},
		{"message", 80, 80, 120},
		{"part", 110, 120, 120},
		{"request", 120, 120, 120},
		{"change", 120, 120, 120},
		{"draft", 120, 120, 120},
		{"sqlite_autoindex_conversation_1", 40, 120, 120},
		{"sqlite_autoindex_message_1", 60, 120, 120},
		{"message_tree", 80, 120, 120},
		{"search_data", 120, 0, 120},
		{"search_idx", 120, 0, 120},
		{"search_title_data", 120, 120, 0},
		{"charge", 120, 120, 120},
		{"transcript", 120, 120, 120},
	} {
		t.Run(c.object, func(t *testing.T) {
			dir, ids := damagedLibrary(t, c.object)
			marks := changes.New()
			s := libraryWith(t, dir, Options{CommonOptions: owner.CommonOptions{Marks: marks}})
			s.upkeep.Wait(t.Context())
			order, err := s.Order(t.Context())
			if err != nil || len(order) != len(ids) {
				t.Errorf("%d chats are listed, %v", len(order), err)
			}
			marks.Take()
			failed := map[chat.ID]bool{}
			for _, id := range ids {
				ms, err := opens(t, s, id)
				if err != nil && !errors.Is(err, ErrDamaged) {
					t.Fatal(err)
				}
				if failed[id] = err != nil; err == nil && len(ms) != 2 {
					t.Errorf("a chat has %d messages and no error", len(ms))
				}
			}
			if opened := len(ids) - countTrue(failed); opened < c.opened {
				t.Errorf("%d chats can be read", opened)
			}
			found, err := s.Summaries(t.Context(), ids)
			must(t, err)
			for i, id := range ids {
				if got := found[id]; got.Damaged != failed[id] || got.Title != fmt.Sprintf("Chat %d of many", i) || !slices.Contains(order, got.Entry) {
					t.Errorf("chat %d is listed as %+v, it failed: %v", i, got, failed[id])
				}
			}
			for _, changed := range marks.Take() {
				if !failed[chat.ID(changed.ID)] {
					t.Errorf("%v is marked", changed)
				}
			}
			for word, want := range map[string]int{"answer": c.texts, "many": c.titles} {
				hits, err := s.Search(t.Context(), word, 500)
				if len(hits) < want || (err != nil) != (want < len(ids) || strings.HasPrefix(c.object, "search")) || err != nil && !errors.Is(err, ErrDamaged) {
					t.Errorf("%q is found in %d chats, %v", word, len(hits), err)
				}
			}
			excerpts, err := s.Excerpts(t.Context(), "answer", Scope{}, 500)
			if err != nil && !errors.Is(err, ErrDamaged) || err == nil && len(excerpts) < len(ids) {
				t.Errorf("%d excerpts, %v", len(excerpts), err)
			}
		})
	}
}

func countTrue(all map[chat.ID]bool) (n int) {
	for _, is := range all {
		if is {
			n++
		}
	}
	return n
}

func TestTheOtherMessagesOfADamagedChatAreRead(t *testing.T) {
	dir, ids := damagedLibrary(t, "part")
	s := library(t, dir)
	halves := 0
	for _, id := range ids {
		if ms, err := opens(t, s, id); err != nil && len(ms) == 1 {
			halves++
		}
	}
	if halves == 0 {
		t.Error("no chat has one message that can be read and one that cannot")
	}
}

func TestAReplyInADamagedPartDoesNotStopTheStart(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	_, _, reply := ask(t, s, "", "", "hello")
	must(t, s.AppendTail(t.Context(), []Tail{{Message: reply.ID, Kind: chat.PartText, Text: "received"}}))
	whole, _, other := ask(t, s, "", "", "and you")
	must(t, s.db.Update(t.Context(), sqlite.Durable, func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE request SET params = '{' WHERE id = ?`, reply.Request.ID)
		return err
	}))
	must(t, s.Close())
	s = library(t, dir)
	if got := thread(t, s, whole); len(got) != 2 {
		t.Errorf("%d messages", len(got))
	}
	if m, err := s.Message(t.Context(), other.ID); err != nil || m.State != chat.CutOff {
		t.Errorf("the other reply: %+v, %v", m.State, err)
	}
	if kept := column(t, s, `SELECT text FROM tail`); !slices.Equal(kept, []string{"received"}) {
		t.Errorf("what was received of it: %q", kept)
	}
	must(t, s.Close())

	sqlitetest.Damage(t, filepath.Join(dir, FileName), "request")
	s = library(t, dir)
	if order, err := s.Order(t.Context()); err != nil || len(order) != 2 {
		t.Errorf("%d chats, %v", len(order), err)
	}
}
