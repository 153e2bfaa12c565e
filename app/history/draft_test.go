package history

import (
	"database/sql"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley/app/chat"
	"parley/app/internal/sqlite"
)

func TestWhatIsSetAsideIsKeptBesideTheDraftAndGoesWithTheConversation(t *testing.T) {
	dir := t.TempDir()
	clock := newClock()
	s := libraryWith(t, dir, Options{Now: clock.now})
	c, _, _ := ask(t, s, "", "", "One")
	must(t, s.SaveDraft(t.Context(), c, chat.Draft{Text: "the edit", Edits: "1"}))
	must(t, s.SaveAside(t.Context(), c, chat.Draft{Text: "set aside"}))
	must(t, s.AddToDraft(t.Context(), c, "1", chat.Draft{Text: "added"}))
	must(t, s.Close())

	s = libraryWith(t, dir, Options{Now: clock.now})
	for what, read := range map[string]func() (chat.Draft, error){
		"the edit":  func() (chat.Draft, error) { return s.Draft(t.Context(), c) },
		"set aside": func() (chat.Draft, error) { return s.Aside(t.Context(), c) },
	} {
		if d, err := read(); err != nil || d.Text != what {
			t.Errorf("%s: %+v, %v", what, d, err)
		}
	}
	must(t, s.Delete(t.Context(), c))
	must(t, s.Close())
	clock.pass(60 * 24 * time.Hour)
	s = libraryWith(t, dir, Options{Now: clock.now})
	s.upkeep.Wait()
	for _, row := range []chat.ID{c, c + aside, c + added + "1"} {
		if d, err := s.Draft(t.Context(), row); err != nil || !d.Empty() {
			t.Errorf("still there: %q %+v, %v", row, d, err)
		}
	}
}

func TestPartsComeBackAsTheyWereStored(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	blob := func(content, mime string, w, h int) *chat.Blob {
		b, err := s.PutBlob(t.Context(), []byte(content), mime, w, h)
		must(t, err)
		return &b
	}
	parts := []chat.Part{
		{Kind: chat.PartImage, Name: "a.jpg", Blob: blob("small", "image/jpeg", 20, 10), Original: blob("large", "image/jpeg", 200, 100), AsIs: true},
		{Kind: chat.PartImage, Name: "b.jpg", Blob: blob("other", "image/png", 20, 10), Original: blob("large", "image/jpeg", 200, 100)},
		{Kind: chat.PartFile, Name: "c.pdf", Blob: blob("%PDF-", "application/pdf", 0, 0), Pages: 12},
		{Kind: chat.PartRemoteImage, Text: "https://example.org/a.png"},
		{Kind: chat.PartPasted, Name: "notes.txt", Text: "one\ntwo"},
		{Kind: chat.PartTranscript, Name: "Talk", Text: "[0:01] Hello", Transcript: "t1"},
		{Kind: chat.PartText, Text: "What is this?"},
	}
	c := chat.Conversation{ID: chat.NewID()}
	m := question(c.ID, "", "")
	m.Parts = parts
	must(t, s.Begin(t.Context(), Turn{Conversation: &c, User: m}))
	must(t, s.SaveDraft(t.Context(), c.ID, chat.Draft{Parts: parts}))
	must(t, s.Close())

	s = library(t, dir)
	if got := get(t, s, m.ID).Parts; !reflect.DeepEqual(got, parts) {
		t.Errorf("of a message:\n%+v, want\n%+v", got, parts)
	}
	if d, err := s.Draft(t.Context(), c.ID); err != nil || !reflect.DeepEqual(d.Parts, parts) {
		t.Errorf("of a draft: %v\n%+v, want\n%+v", err, d.Parts, parts)
	}
}

func TestTitlesOfFiles(t *testing.T) {
	for want, p := range map[string]chat.Part{
		"report.pdf":                {Kind: chat.PartFile, Name: "report.pdf"},
		"notes.txt":                 {Kind: chat.PartPasted, Name: "notes.txt", Text: "shopping"},
		"shopping":                  {Kind: chat.PartPasted, Text: "shopping"},
		"https://example.org/a.png": {Kind: chat.PartRemoteImage, Text: "https://example.org/a.png"},
	} {
		if got := Title(chat.Message{Parts: []chat.Part{p}}); got != want {
			t.Errorf("%+v: %q, want %q", p, got, want)
		}
	}
}

// unreadable makes the stored draft of a conversation unreadable, and heal readable again.
func unreadable(t *testing.T, s *Store, conversation chat.ID) (heal func()) {
	t.Helper()
	run := func(query string) {
		t.Helper()
		must(t, s.db.Update(t.Context(), sqlite.Relaxed, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(t.Context(), query, conversation)
			return err
		}))
	}
	run(`UPDATE draft SET parts = '{' || parts WHERE conversation = ?`)
	return func() { run(`UPDATE draft SET parts = substr(parts, 2) WHERE conversation = ?`) }
}

func TestAdditionsBecomePartOfTheDraftInTheirOrder(t *testing.T) {
	s := library(t, t.TempDir())
	must(t, s.SaveDraft(t.Context(), "c", chat.Draft{Text: "I said yes"}))
	must(t, s.SaveDraft(t.Context(), "d", chat.Draft{Text: "of another"}))
	must(t, s.SaveAside(t.Context(), "c", chat.Draft{Text: "aside"}))
	must(t, s.AddToDraft(t.Context(), "c", "1", chat.Draft{Text: "yes"}))
	must(t, s.AddToDraft(t.Context(), "c", "2", chat.Draft{Text: "half"}))
	must(t, s.AddToDraft(t.Context(), "c", "2", chat.Draft{Text: "half of it"}))
	must(t, s.AddToDraft(t.Context(), "c", "3", chat.Draft{Text: "being typed"}))
	if more, err := s.JoinDraft(t.Context(), "c", "3"); err != nil || !more.Empty() {
		t.Errorf("%+v, %v", more, err)
	}
	if d, err := s.Draft(t.Context(), "c"); err != nil || d.Text != "I said yes\n\nyes\n\nhalf of it" {
		t.Errorf("%q, %v", d.Text, err)
	}
	if _, err := s.JoinDraft(t.Context(), "c", "4"); err != nil {
		t.Error(err)
	}
	if d, err := s.Draft(t.Context(), "c"); err != nil || d.Text != "I said yes\n\nyes\n\nhalf of it\n\nbeing typed" {
		t.Errorf("%q, %v", d.Text, err)
	}
}

func TestADraftThatCannotBeReadIsLeftAloneAndComesBack(t *testing.T) {
	s := library(t, t.TempDir())
	must(t, s.SaveDraft(t.Context(), "c", chat.Draft{Text: "old"}))
	heal := unreadable(t, s, "c")
	must(t, s.AddToDraft(t.Context(), "c", "1", chat.Draft{Text: "typed before"}))
	must(t, s.AddToDraft(t.Context(), "c", "2", chat.Draft{Text: "typed now"}))
	if more, err := s.JoinDraft(t.Context(), "c", "2"); !errors.Is(err, ErrDamaged) || more.Text != "typed before" {
		t.Errorf("%+v, %v", more, err)
	}
	heal()
	if _, err := s.JoinDraft(t.Context(), "c", "3"); err != nil {
		t.Error(err)
	}
	if d, err := s.Draft(t.Context(), "c"); err != nil || d.Text != "old\n\ntyped before\n\ntyped now" {
		t.Errorf("%q, %v", d.Text, err)
	}
}

func TestTheTextOfADamagedAdditionIsJoinedOnceAndItsRowStays(t *testing.T) {
	s := library(t, t.TempDir())
	must(t, s.SaveDraft(t.Context(), "c", chat.Draft{
		Text: "old", Parts: []chat.Part{{Kind: chat.PartPasted, Text: "a long text"}},
	}))
	heal := unreadable(t, s, "c")
	must(t, s.DetachDraft(t.Context(), "c"))
	must(t, s.SaveDraft(t.Context(), "c", chat.Draft{Text: "new"}))
	must(t, s.AddToDraft(t.Context(), "c", chat.NewID(), chat.Draft{Text: "newer"}))
	for range 2 {
		if _, err := s.JoinDraft(t.Context(), "c", "own"); err != nil {
			t.Error(err)
		}
		if d, err := s.Draft(t.Context(), "c"); err != nil || d.Text != "new\n\nold\n\nnewer" {
			t.Errorf("%q, %v", d.Text, err)
		}
	}
	heal()
	must(t, s.db.View(t.Context(), func(tx *sql.Tx) error {
		var parts string
		err := tx.QueryRowContext(t.Context(), `SELECT parts FROM draft WHERE text = 'old'`).Scan(&parts)
		if !strings.Contains(parts, "a long text") {
			t.Errorf("what was damaged is now %q", parts)
		}
		return err
	}))
}

func TestADetachedDraftWithoutTextStaysUntilItCanBeRead(t *testing.T) {
	s := library(t, t.TempDir())
	must(t, s.SaveDraft(t.Context(), "c", chat.Draft{Parts: []chat.Part{{Kind: chat.PartPasted, Text: "old"}}}))
	unreadable(t, s, "c")
	must(t, s.DetachDraft(t.Context(), "c"))
	must(t, s.SaveDraft(t.Context(), "c", chat.Draft{Text: "new"}))
	join := func(parts int) {
		t.Helper()
		if _, err := s.JoinDraft(t.Context(), "c", "own"); err != nil {
			t.Error(err)
		}
		if d, err := s.Draft(t.Context(), "c"); err != nil || d.Text != "new" || len(d.Parts) != parts {
			t.Errorf("%+v, %v; want %d parts", d, err, parts)
		}
	}
	join(0)
	must(t, s.db.Update(t.Context(), sqlite.Relaxed, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), `UPDATE draft SET parts = substr(parts, 2) WHERE conversation <> 'c'`)
		return err
	}))
	join(1)
}
