package memories_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/internal/sqlite/sqlitetest"
	"parlando/app/memories"
	"parlando/app/owner"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var noon = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

type world struct {
	*memories.Memories
	marks *changes.Marks
	now   time.Time
}

func open(t *testing.T, path string, o sqlite.Options) *world {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	w := &world{marks: changes.New(), now: noon}
	w.Memories = memories.New(memories.Options{Database: db, CommonOptions: owner.CommonOptions{Marks: w.marks, Now: func() time.Time { return w.now }}})
	return w
}

func openEmpty(t *testing.T) *world {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "library.db"), sqlite.Options{})
}

func (w *world) add(t *testing.T, project chat.ID, text string) memories.Memory {
	t.Helper()
	w.now = w.now.Add(time.Minute)
	one, err := w.Add(t.Context(), project, text, "chat")
	if err != nil {
		t.Fatal(err)
	}
	return one
}

// texts returns the texts of a list.
func (w *world) texts(t *testing.T, project chat.ID) string {
	t.Helper()
	list, err := w.List(t.Context(), project)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, one := range list {
		texts = append(texts, one.Text)
	}
	return strings.Join(texts, "|")
}

func TestMemoriesAreListedEditedAndRemoved(t *testing.T) {
	w := openEmpty(t)
	lift, stairs := w.add(t, "", "No lift"), w.add(t, "", "Two stairs")
	w.add(t, "move", "No lift")
	if got := w.texts(t, "") + "; " + w.texts(t, "move"); got != "No lift|Two stairs; No lift" {
		t.Fatal(got)
	}
	if all, err := w.All(t.Context()); err != nil || len(all) != 3 || all[0].ID != lift.ID || all[2].Conversation != "chat" {
		t.Errorf("all: %v, %v", all, err)
	}
	w.marks.Take()
	if err := w.Change(t.Context(), lift.ID, "A lift"); err != nil {
		t.Fatal(err)
	}
	if changed := w.marks.Take(); len(changed) != 1 || changed[0] != (changes.Change{Topic: changes.Memories}) {
		t.Errorf("marked %v", changed)
	}
	if got := w.texts(t, ""); got != "A lift|Two stairs" {
		t.Error(got)
	}
	if err := w.Remove(t.Context(), lift.ID); err != nil {
		t.Fatal(err)
	}
	if got := w.texts(t, ""); got != "Two stairs" {
		t.Error(got)
	}
	for _, err := range []error{w.Remove(t.Context(), lift.ID), w.Change(t.Context(), lift.ID, "A lift")} {
		if !errors.Is(err, memories.ErrGone) {
			t.Error(err)
		}
	}
	if err := w.Restore(t.Context(), lift); err != nil {
		t.Fatal(err)
	}
	if list, err := w.List(t.Context(), ""); err != nil || list[0].ID != lift.ID || !list[0].Created.Equal(lift.Created) || list[1].ID != stairs.ID {
		t.Errorf("restored: %v, %v", list, err)
	}
}

func TestASentenceIsRememberedOnce(t *testing.T) {
	w := openEmpty(t)
	lift, stairs := w.add(t, "", "No lift"), w.add(t, "", "Two stairs")
	if known, err := w.Add(t.Context(), "", " No\nlift ", "other"); !errors.Is(err, memories.ErrKnown) || known.ID != lift.ID {
		t.Errorf("%v, %v", known, err)
	}
	if err := w.Change(t.Context(), stairs.ID, "No lift"); !errors.Is(err, memories.ErrKnown) {
		t.Error(err)
	}
	if err := w.Change(t.Context(), lift.ID, "No lift"); err != nil {
		t.Errorf("unchanged: %v", err)
	}
}

func TestAListIsBounded(t *testing.T) {
	w := openEmpty(t)
	for n := range memories.MaxMemories {
		w.add(t, "", fmt.Sprint("Sentence ", n))
	}
	if _, err := w.Add(t.Context(), "", "One more", ""); !errors.Is(err, memories.ErrFull) {
		t.Error(err)
	}
	w.add(t, "move", "One more")
	for text, want := range map[string]error{
		strings.Repeat("é", memories.MaxRunes):   nil,
		strings.Repeat("é", memories.MaxRunes+1): memories.ErrTooLong,
		" \u202e\x00\n": memories.ErrEmpty,
	} {
		if _, err := w.Add(t.Context(), "other", text, ""); !errors.Is(err, want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAReadOnlyLibraryIsReadAndNotWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.db")
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	one, err := memories.New(memories.Options{Database: db}).Add(t.Context(), "", "No lift", "")
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	w := open(t, path, sqlite.Options{ReadOnly: true})
	if got := w.texts(t, ""); got != "No lift" {
		t.Error(got)
	}
	_, err = w.Add(t.Context(), "", "Two stairs", "")
	for _, err := range []error{err, w.Change(t.Context(), one.ID, "A lift"), w.Remove(t.Context(), one.ID)} {
		if !errors.Is(err, sqlite.ErrReadOnly) {
			t.Error(err)
		}
	}
	if len(w.marks.Take()) > 0 {
		t.Error("marked")
	}
}

// Whichever call of the disk fails, the error is returned and a list is never half written.
func TestAFailingDiskIsReported(t *testing.T) {
	path, driver := filepath.Join(t.TempDir(), "library.db"), sqlitetest.NewDriver(t)
	w := open(t, path, sqlite.Options{Driver: driver})
	driver.EveryCall(t, path, func() error {
		_, err := w.Add(context.Background(), "", "No lift", "")
		return err
	})
}
