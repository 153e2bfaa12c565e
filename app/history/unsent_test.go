package history

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/owner"
)

// change changes the rows of drafts past the store.
func change(t *testing.T, s *Store, query string, args ...any) {
	t.Helper()
	must(t, s.db.Update(t.Context(), sqlite.Relaxed, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), query, args...)
		return err
	}))
}

// rows are the names and words of all that is stored unsent.
func rows(t *testing.T, s *Store) (all []string) {
	t.Helper()
	must(t, s.db.View(t.Context(), func(tx *sql.Tx) (err error) {
		all, err = sqlite.All(t.Context(), tx, `SELECT conversation || ': ' || text FROM draft ORDER BY conversation`, nil, sqlite.Column[string])
		return err
	}))
	return all
}

func wantRows(t *testing.T, s *Store, want ...string) {
	t.Helper()
	if got := rows(t, s); !slices.Equal(got, want) {
		t.Errorf("stored %q, want %q", got, want)
	}
}

func TestAllThatIsUnsentSurvivesAndGoesWithTheConversation(t *testing.T) {
	dir := t.TempDir()
	clock := newClock()
	s := libraryWith(t, dir, Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
	c, _, _ := ask(t, s, "", "", "One")
	must(t, s.SaveUnsent(t.Context(), UnsentChange{
		Conversation: c, Draft: chat.Draft{Text: "the edit", Edits: "1"}, Shelved: chat.Draft{Text: "set aside"},
	}))
	must(t, s.SaveUnsent(t.Context(), UnsentChange{Conversation: c, Beside: "1", Draft: chat.Draft{Text: "added"}}))
	must(t, s.Close())

	s = libraryWith(t, dir, Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
	u, err := s.Unsent(t.Context(), c)
	if err != nil || u.Draft.Text != "the edit" || u.Shelved.Text != "set aside" || len(u.Additions) != 1 || u.Additions[0].Draft.Text != "added" {
		t.Errorf("%+v, %v", u, err)
	}
	must(t, s.Delete(t.Context(), c))
	must(t, s.Close())
	clock.pass(60 * 24 * time.Hour)
	s = libraryWith(t, dir, Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
	s.upkeep.Wait(t.Context())
	wantRows(t, s)
}

func TestACanceledEditGoesWithItsMessage(t *testing.T) {
	dir := t.TempDir()
	clock := newClock()
	s := libraryWith(t, dir, Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
	c, user, _ := ask(t, s, "", "", "One")
	edit := chat.Draft{Text: "the edit", Edits: user.ID}
	must(t, s.SaveUnsent(t.Context(), UnsentChange{Conversation: c, Edits: []chat.Draft{edit, {Text: "another", Edits: "2"}}}))
	must(t, s.SaveUnsent(t.Context(), UnsentChange{Conversation: c, Edits: []chat.Draft{{Edits: "2"}}}))
	if u, err := s.Unsent(t.Context(), c); err != nil || !u.Draft.Empty() || len(u.Edits) != 1 || u.Edits[0].Text != edit.Text || u.Edits[0].Edits != user.ID {
		t.Errorf("%+v, %v", u, err)
	}
	if hits, err := s.Search(t.Context(), "edit", 5); err != nil || len(hits) > 0 {
		t.Errorf("it is found: %+v, %v", hits, err)
	}
	must(t, s.DeleteMessage(t.Context(), user.ID))
	must(t, s.Close())
	clock.pass(60 * 24 * time.Hour)
	s = libraryWith(t, dir, Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
	s.upkeep.Wait(t.Context())
	wantRows(t, s)
}

func TestNothingIsWrittenOverADraftThatCannotBeRead(t *testing.T) {
	s := library(t, t.TempDir())
	must(t, s.SaveUnsent(t.Context(), UnsentChange{Conversation: "c", Draft: chat.Draft{Text: "old"}, Shelved: chat.Draft{Text: "aside"}}))
	change(t, s, `UPDATE draft SET parts = '{' WHERE conversation = 'c'`)
	must(t, s.SaveUnsent(t.Context(), UnsentChange{Conversation: "c", Beside: "1", Draft: chat.Draft{Text: "typed before"}}))
	u, err := s.Unsent(t.Context(), "c")
	if !errors.Is(err, ErrDamaged) || !u.Draft.Empty() || !u.Shelved.Empty() || len(u.Additions) != 1 {
		t.Errorf("%+v, %v", u, err)
	}
	must(t, s.SaveUnsent(t.Context(), UnsentChange{Conversation: "c", Beside: "2", Draft: chat.Draft{Text: "typed before and now"}, Joined: u.Additions}))
	wantRows(t, s, "c: old", "c/added/2: typed before and now", "c/aside: aside")

	// What is sent there leaves it stored; the draft itself can be written again.
	must(t, s.SaveUnsent(t.Context(), UnsentChange{Conversation: "c", Unread: true, Draft: chat.Draft{Text: "new"}, Joined: []DraftAddition{{ID: "2"}}}))
	u, err = s.Unsent(t.Context(), "c")
	if err != nil || u.Draft.Text != "new" || len(u.Additions) != 2 || u.Additions[0].Draft.Text != "old" || !u.Additions[0].Damaged || u.Additions[1].Draft.Text != "aside" {
		t.Errorf("%+v, %v", u, err)
	}
}

func TestADamagedAdditionIsJoinedOnceAndItsRowStays(t *testing.T) {
	s := library(t, t.TempDir())
	for id, d := range map[chat.ID]chat.Draft{
		"1": {Text: "words", Parts: []chat.Part{{Kind: chat.PartPasted, Text: "long"}}},
		"2": {Parts: []chat.Part{{Kind: chat.PartPasted, Text: "no words"}}},
	} {
		must(t, s.SaveUnsent(t.Context(), UnsentChange{Conversation: "c", Beside: id, Draft: d}))
	}
	change(t, s, `UPDATE draft SET parts = '{' || parts`)
	u, err := s.Unsent(t.Context(), "c")
	if err != nil || len(u.Additions) != 1 || u.Additions[0].Draft.Text != "words" || !u.Additions[0].Damaged {
		t.Fatalf("%+v, %v", u, err)
	}
	must(t, s.SaveUnsent(t.Context(), UnsentChange{Conversation: "c", Draft: u.Additions[0].Draft, Joined: u.Additions}))
	wantRows(t, s, "c: words", "c/added/2: ", "c/unread/1: words")
	change(t, s, `UPDATE draft SET parts = substr(parts, 2) WHERE parts LIKE '{%'`)
	if u, err = s.Unsent(t.Context(), "c"); err != nil || len(u.Additions) != 1 || len(u.Additions[0].Draft.Parts) != 1 {
		t.Errorf("%+v, %v", u, err)
	}
}

func TestTheRestOfAFirstMessageGoesWithItsChat(t *testing.T) {
	s := library(t, t.TempDir())
	begin := func(u UnsentChange) {
		t.Helper()
		c := chat.Conversation{ID: u.Conversation}
		must(t, s.BeginTurn(t.Context(), Turn{Conversation: &c, User: question(c.ID, "", "One"), Unsent: &u}))
	}
	must(t, s.SaveUnsent(t.Context(), UnsentChange{Draft: chat.Draft{Text: "One and more"}, Shelved: chat.Draft{Text: "aside"}}))
	begin(UnsentChange{Conversation: "a", Moved: true, Draft: chat.Draft{Text: "and more"}})
	wantRows(t, s, "a: and more")
	save(t, s, "", chat.Draft{Text: "not read"})
	begin(UnsentChange{Conversation: "b", Moved: true, Unread: true, Draft: chat.Draft{Text: "rest"}})
	if u, err := s.Unsent(t.Context(), ""); err != nil || !u.Draft.Empty() || len(u.Additions) != 1 || u.Additions[0].Draft.Text != "not read" {
		t.Errorf("of the new chat there is %+v, %v", u, err)
	}
	if d := draftOf(t, s, "b"); d.Text != "rest" {
		t.Errorf("%+v", d)
	}
}

func TestWhatWasNotSentInTheNewChatBecomesAChatOfItsOwn(t *testing.T) {
	s := library(t, t.TempDir())
	keep := func(id chat.ID, u UnsentChange) bool {
		t.Helper()
		u.Conversation = id
		kept, err := s.PromoteUnsent(t.Context(), chat.Conversation{ID: id, Model: "m"}, u)
		must(t, err)
		return kept
	}
	if keep("none", UnsentChange{}) {
		t.Error("nothing was there")
	}
	save(t, s, "", chat.Draft{Text: "old"})
	must(t, s.SaveUnsent(t.Context(), UnsentChange{Beside: "1", Draft: chat.Draft{Text: "and more"}}))
	save(t, s, "quick", chat.Draft{Text: "of the quick window"})
	if !keep("c", UnsentChange{Draft: chat.Draft{Text: "# half a thought", Parts: []chat.Part{{Kind: chat.PartPasted, Text: "long"}}}}) {
		t.Error("nothing was kept")
	}
	list, err := s.Order(t.Context())
	must(t, err)
	found, err := s.Summaries(t.Context(), []chat.ID{"c"})
	must(t, err)
	if c := found["c"]; len(list) != 1 || c.ID != "c" || c.Title != "" || c.Unsent != "half a thought" {
		t.Errorf("%+v, %+v", list, found)
	}
	wantRows(t, s, "c: # half a thought", "c/added/1: and more", "quick: of the quick window")
}

func TestOnlyAChatWithNothingInItIsRemoved(t *testing.T) {
	s := library(t, t.TempDir())
	asked, _, _ := ask(t, s, "", "", "One")
	empty, named, written := chat.NewID(), chat.NewID(), chat.NewID()
	add(t, s, chat.Conversation{ID: empty})
	add(t, s, chat.Conversation{ID: named, Title: "Mine"})
	add(t, s, chat.Conversation{ID: written})
	must(t, s.SaveUnsent(t.Context(), UnsentChange{Conversation: written, Beside: "1", Draft: chat.Draft{Text: "not joined yet"}}))
	must(t, s.Rename(t.Context(), asked, ""))
	for _, id := range []chat.ID{asked, empty, named, written, "gone"} {
		must(t, s.RemoveEmpty(t.Context(), id))
	}
	list, err := s.Order(t.Context())
	must(t, err)
	if len(list) != 3 {
		t.Errorf("left: %+v", list)
	}
}

func TestALargeAttachmentIsWrittenOnceWhileTyping(t *testing.T) {
	dir := t.TempDir()
	clock := newClock()
	s := libraryWith(t, dir, Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
	s.upkeep.Wait(t.Context())
	long := strings.Repeat("A very long text. ", 60_000) // 1 MB
	draft := chat.Draft{Parts: []chat.Part{{Kind: chat.PartPasted, Text: long}}}
	written := func() int64 {
		info, err := os.Stat(filepath.Join(dir, FileName) + "-wal")
		must(t, err)
		return info.Size()
	}
	before := written()
	for range 3 {
		draft.Text += "one more word "
		must(t, s.SaveUnsent(t.Context(), UnsentChange{Conversation: "c", Draft: draft}))
	}
	if grown := written() - before; grown > 2_000_000 {
		t.Errorf("three changes beside 1 MB have written %d bytes", grown)
	}
	u, err := s.Unsent(t.Context(), "c")
	if err != nil || u.Draft.Text != draft.Text || len(u.Draft.Parts) != 1 || u.Draft.Parts[0].Text != long {
		t.Fatalf("%d parts, %v", len(u.Draft.Parts), err)
	}
	kept, err := s.PromoteUnsent(t.Context(), chat.Conversation{ID: "k"}, UnsentChange{Conversation: "k", Draft: chat.Draft{Parts: draft.Parts}})
	if err != nil || !kept {
		t.Fatal(kept, err)
	}
	found, err := s.Summaries(t.Context(), []chat.ID{"k"})
	if err != nil || !strings.HasPrefix(found["k"].Unsent, "A very long text.") {
		t.Errorf("it is called %q, %v", found["k"].Unsent, err)
	}
	must(t, s.SaveUnsent(t.Context(), UnsentChange{Conversation: "k"}))

	// It goes with the draft, and never before.
	texts := func() (n int) {
		must(t, s.db.View(t.Context(), func(tx *sql.Tx) error {
			return tx.QueryRowContext(t.Context(), `SELECT count(*) FROM draft_text`).Scan(&n)
		}))
		return n
	}
	must(t, s.collectBlobs(t.Context()))
	if n := texts(); n != 1 {
		t.Fatalf("%d texts", n)
	}
	must(t, s.SaveUnsent(t.Context(), UnsentChange{Conversation: "c", Beside: "1", Draft: draft}))
	if u, err = s.Unsent(t.Context(), "c"); err != nil || len(u.Additions) != 1 || u.Additions[0].Damaged || u.Additions[0].Draft.Parts[0].Text != long {
		t.Fatalf("%d added, %v", len(u.Additions), err)
	}
	must(t, s.SaveUnsent(t.Context(), UnsentChange{Conversation: "c", Joined: u.Additions}))
	must(t, s.collectBlobs(t.Context()))
	if n := texts(); n != 0 {
		t.Errorf("%d texts are left", n)
	}
}

func TestTheListTellsWhereSomethingIsNotSent(t *testing.T) {
	marks := changes.New()
	s := libraryWith(t, t.TempDir(), Options{CommonOptions: owner.CommonOptions{Marks: marks}})
	c, _, _ := ask(t, s, "", "", "One")
	marks.Take()
	for _, step := range []struct {
		text         string
		has, changed bool
	}{{"a", true, true}, {"a thought", true, false}, {"", false, true}} {
		must(t, s.SaveUnsent(t.Context(), UnsentChange{Conversation: c, Draft: chat.Draft{Text: step.text}}))
		found, err := s.Summaries(t.Context(), []chat.ID{c})
		must(t, err)
		if got := found[c]; got.Draft != step.has || got.Unsent != "" {
			t.Errorf("%q: %+v", step.text, got)
		}
		if changed := slices.Contains(marks.Take(), listChanged(c)); changed != step.changed {
			t.Errorf("%q: told %v, want %v", step.text, changed, step.changed)
		}
	}
}
