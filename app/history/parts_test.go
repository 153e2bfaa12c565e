package history

import (
	"database/sql"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// lengthen makes the texts of a message longer than Parlando makes them, as older versions could.
func lengthen(t testing.TB, s *Store, message chat.ID, words string, times int) string {
	t.Helper()
	long := strings.Repeat(words, times)
	must(t, s.db.Update(t.Context(), sqlite.Relaxed, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), `UPDATE part SET text = ? WHERE message = (SELECT n FROM message WHERE id = ?)`, long, message)
		return err
	}))
	return long
}

func TestOfAnEndlessTextOnlyTheBeginningIsRead(t *testing.T) {
	s := library(t, t.TempDir())
	_, user, reply := ask(t, s, "", "", "Question")
	answer(t, s, reply, "Answer")
	for _, id := range []chat.ID{user.ID, reply.ID} {
		all := lengthen(t, s, id, "Grüße, Welt. ", 3<<20)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m := get(t, s, id)
		runtime.ReadMemStats(&after)
		p := m.Parts[0]
		if n := len(p.Text); !p.IsCut() || p.StoredBytes != int64(len(all)) || n > chat.MaxReplyBytes || n < chat.MaxReplyBytes-utf8.UTFMax || !strings.HasPrefix(all, p.Text) {
			t.Errorf("%d of %d bytes were read, %d are stored", n, len(all), p.StoredBytes)
		}
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 4*chat.MaxReplyBytes {
			t.Errorf("reading the beginning took %d MB", grown>>20)
		}
		if m.CanContinue() {
			t.Error("a text of which only the beginning was read can be continued")
		}
		whole, err := s.WholeMessages(t.Context(), []chat.ID{id})
		must(t, err)
		if got := whole[0].Parts[0]; got.Text != all || got.IsCut() {
			t.Errorf("the whole text has %d bytes, want %d", len(got.Text), len(all))
		}
	}
}

func TestATextOfTheLongestMessageIsReadWhole(t *testing.T) {
	s := library(t, t.TempDir())
	_, _, reply := ask(t, s, "", "", "Question")
	answer(t, s, reply, "Answer")
	all := lengthen(t, s, reply.ID, "16 bytes of text", chat.MaxMessageBytes/16)
	if p := get(t, s, reply.ID).Parts[0]; p.IsCut() || p.Text != all {
		t.Errorf("%d of %d bytes were read", len(p.Text), len(all))
	}
}

func TestAnEndlessTextIsFoundWithASnippet(t *testing.T) {
	s := library(t, t.TempDir())
	_, _, reply := ask(t, s, "", "", "Question")
	answer(t, s, reply, "an elephant")
	lengthen(t, s, reply.ID, "an elephant\n\n", 2<<20)
	hits, err := s.Search(t.Context(), "elephant", 10)
	must(t, err)
	if len(hits) != 1 || !strings.Contains(hits[0].Snippet, "elephant") {
		t.Errorf("found %+v", hits)
	}
}
