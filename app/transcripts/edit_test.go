package transcripts_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/transcripts"
	"parlando/client/practice/speechtest"
)

func shown(lines []transcripts.Line) string {
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "%d %v-%v %s: %s / %s\n", l.ID, l.Start, l.End, l.Speaker, l.Text, l.Translation)
	}
	return b.String()
}

func (w *world) edit(id chat.ID, e transcripts.Edit) {
	w.t.Helper()
	w.try(w.Edit(w.t.Context(), id, e))
}

func TestEachEditDoesWhatItSays(t *testing.T) {
	w := newWorld(t)
	id := w.told("The harbor is closed.", "The harbor, the Harbor and harbors.", "Nobody knows.")
	l := w.lines(id)
	w.edit(id, transcripts.ReplaceAll{Old: "harbor", New: "harbour", WholeWords: true}) //nolint:misspell // another word
	w.edit(id, transcripts.SetSpeaker{Lines: []int64{l[0].ID, l[2].ID, 99999}, Name: " Anna "})
	w.edit(id, transcripts.RenameSpeaker{Old: "Anna", New: "Berta"})
	w.edit(id, transcripts.SetTranslations{l[0].ID: "Der Hafen ist zu.", 99999: "nothing"})
	w.edit(id, transcripts.Split{Line: l[2].ID, Offset: len("Nobody")})
	w.edit(id, transcripts.Join{Line: l[0].ID})
	got := w.lines(id)
	texts := []string{}
	for _, l := range got {
		texts = append(texts, l.Speaker+":"+l.Text+":"+l.Translation)
	}
	want := []string{"Berta:The harbour is closed. The harbour, the harbour and harbors.:Der Hafen ist zu.", "Berta:Nobody:", "Berta:knows.:"} //nolint:misspell // another word
	if !slices.Equal(texts, want) {
		t.Errorf("%q", texts)
	}
	if got[1].Start != l[2].Start || got[1].End != got[2].Start || got[2].End != l[2].End || got[1].End <= got[1].Start {
		t.Errorf("%+v", got)
	}
	for _, e := range []transcripts.Edit{
		transcripts.Split{Line: got[1].ID, Offset: 0}, transcripts.Split{Line: got[1].ID, Offset: 99}, transcripts.ReplaceAll{},
	} {
		if err := w.Edit(t.Context(), id, e); !errors.Is(err, transcripts.ErrInvalid) {
			t.Errorf("%+v: %v", e, err)
		}
	}
	for _, e := range []transcripts.Edit{transcripts.SetText{Line: 99999}, transcripts.Join{Line: got[2].ID}, transcripts.Split{Line: l[1].ID, Offset: 3}} {
		if err := w.Edit(t.Context(), id, e); !errors.Is(err, transcripts.ErrNotFound) {
			t.Errorf("%+v: %v", e, err)
		}
	}
	if s := w.get(id); s.Lines != 3 {
		t.Errorf("%d lines", s.Lines)
	}
	w.restart()
	if shown(w.lines(id)) != shown(got) {
		t.Error("it is another one after a restart")
	}
	if changed, err := w.Undo(t.Context(), id); changed || err != nil {
		t.Errorf("a step of another start was undone: %v, %v", changed, err)
	}
}

// Every edit of the lines is undone and done again step by step, and a search finds the text that
// stands there.
func TestEditsAreUndoneAndDoneAgain(t *testing.T) {
	w := newWorld(t)
	for seed := range uint64(6) {
		id := w.told("one two three four", "five six seven eight", "nine ten eleven twelve", "thirteen fourteen")
		dice := rand.New(rand.NewPCG(seed, 3))
		states := []string{shown(w.lines(id))}
		// what made the lines
		for _, step := range []func(context.Context, chat.ID) (bool, error){w.Undo, w.Redo} {
			for again := true; again; {
				var err error
				if again, err = step(t.Context(), id); err != nil {
					t.Fatal(err)
				}
			}
		}
		if now := shown(w.lines(id)); now != states[0] {
			t.Fatalf("seed %d:\n%s\n%s", seed, now, states[0])
		}
		made := 0
		for range 60 {
			all := w.lines(id)
			if len(all) == 0 {
				break
			}
			l := all[dice.IntN(len(all))]
			var e transcripts.Edit
			switch dice.IntN(7) {
			case 0:
				e = transcripts.SetText{Line: l.ID, Text: fmt.Sprintf("word%d and %s", dice.IntN(1000), l.Text)}
			case 1, 2:
				e = transcripts.Split{Line: l.ID, Offset: 1 + dice.IntN(len(l.Text))}
			case 3:
				e = transcripts.Join{Line: l.ID}
			case 4:
				e = transcripts.SetSpeaker{Lines: []int64{l.ID}, Name: string(rune('A' + dice.IntN(3)))}
			case 5:
				e = transcripts.ReplaceAll{Old: string(rune('a' + dice.IntN(26))), New: "x"}
			case 6:
				e = transcripts.SetText{Line: l.ID}
			}
			err := w.Edit(t.Context(), id, e)
			if err != nil && !errors.Is(err, transcripts.ErrInvalid) && !errors.Is(err, transcripts.ErrNotFound) {
				t.Fatal(err)
			}
			if now := shown(w.lines(id)); now != states[len(states)-1] {
				states = append(states, now)
				made++
			}
		}
		for n := made; n > 0; n-- {
			if changed, err := w.Undo(t.Context(), id); err != nil || !changed {
				t.Fatal(changed, err)
			}
			if now := shown(w.lines(id)); now != states[n-1] {
				t.Fatalf("seed %d, step %d:\n%s\n%s", seed, n, now, states[n-1])
			}
		}
		for n := range made {
			if changed, err := w.Redo(t.Context(), id); err != nil || !changed {
				t.Fatal(changed, err)
			}
			if now := shown(w.lines(id)); now != states[n+1] {
				t.Fatalf("seed %d, step %d again", seed, n)
			}
		}
		for _, l := range w.lines(id) {
			for _, word := range strings.Fields(l.Text) {
				if !w.finds(word+" ", id, l.ID) {
					t.Fatalf("seed %d: %q of %q is not found", seed, word, l.Text)
				}
			}
		}
		w.try(w.Delete(t.Context(), id))
	}
}

// finds reports whether a search finds a line.
func (w *world) finds(query string, id chat.ID, line int64) bool {
	w.t.Helper()
	hits, err := w.Search(w.t.Context(), query, 1000)
	if err != nil {
		w.t.Fatal(err)
	}
	return slices.ContainsFunc(hits, func(h transcripts.Hit) bool {
		if h.Transcript.ID == id && h.Line == line && len(h.Marks) == 0 {
			w.t.Errorf("%q is found in %q and not marked", query, h.Snippet)
		}
		return h.Transcript.ID == id && h.Line == line
	})
}

func TestSearchFindsLinesTitlesAndTranslationsAsTheyAreNow(t *testing.T) {
	w := newWorld(t)
	id := w.told("The Résumé of the harbor.", "Nobody knows.")
	l := w.lines(id)
	w.try(w.Rename(t.Context(), id, "Town council"))
	w.edit(id, transcripts.SetTranslations{l[1].ID: "Niemand weiß es."})
	for _, c := range []struct {
		query string
		line  int64
		found bool
	}{
		{"resume", l[0].ID, true},
		{"harb", l[0].ID, true},
		{"niemand", l[1].ID, true},
		{"council", 0, true},
		{"knows harbor", l[0].ID, false},
		{"words", l[0].ID, false}, // it was there before
	} {
		if w.finds(c.query, id, c.line) != c.found {
			t.Errorf("%q: want %v", c.query, c.found)
		}
	}
	w.edit(id, transcripts.SetText{Line: l[0].ID, Text: "Something else."})
	if w.finds("harbor", id, l[0].ID) || !w.finds("something", id, l[0].ID) {
		t.Error("the words before are found, or those now are not")
	}
	w.try(w.Delete(t.Context(), id))
	if w.finds("something", id, l[0].ID) || w.finds("council", id, 0) {
		t.Error("what is deleted is found")
	}
}

func TestWhatIsDeletedIsListedReadAndRemovedAtOnce(t *testing.T) {
	said := speechtest.Synthesize("Some words are said. ")
	w := newWorld(t, said)
	path := w.file("mine.wav", said)
	id, other := w.add(path)[0], w.told("Something else.")
	w.ended(id, transcripts.Done)
	w.try(w.KeepCopy(t.Context(), id))
	if err := w.Remove(t.Context(), id); !errors.Is(err, transcripts.ErrNotFound) {
		t.Fatalf("one that was not deleted: %v", err)
	}
	w.try(w.Delete(t.Context(), other))
	w.try(w.Delete(t.Context(), id))
	list := w.deleted()
	if len(list) != 2 || list[0].ID != id || list[1].ID != other || !list[0].Deleted.After(list[1].Deleted) || list[0].Title != "mine" {
		t.Fatalf("deleted: %+v", list)
	}
	if lines, err := w.DeletedLines(t.Context(), id); err != nil || len(lines) == 0 || !strings.HasPrefix(said.Text(), lines[0].Text) {
		t.Errorf("%+v, %v", lines, err)
	}
	if _, err := w.Lines(t.Context(), id); !errors.Is(err, transcripts.ErrNotFound) {
		t.Errorf("Lines: %v", err)
	}
	w.marks.Take()
	w.try(w.Remove(t.Context(), id))
	if len(w.marks.Take()) == 0 {
		t.Error("nobody is told")
	}
	gone := func() {
		t.Helper()
		if list := w.deleted(); len(list) != 1 || list[0].ID != other {
			t.Errorf("deleted: %+v", list)
		}
		if err := w.Restore(t.Context(), id); !errors.Is(err, transcripts.ErrNotFound) {
			t.Errorf("Restore: %v", err)
		}
	}
	gone()
	if _, err := os.Stat(filepath.Join(w.dir, "library", "transcripts", string(id))); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its folder: %v", err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error("the person's own file is gone")
	}
	w.restart()
	gone()
	w.try(w.Restore(t.Context(), other))
	if got := w.text(other); got != "Something else." {
		t.Errorf("%q", got)
	}
}

// What the disk does not remove is still there to be removed, or put back.
func TestWhatCannotBeRemovedStaysAmongTheDeleted(t *testing.T) {
	w := newWorld(t)
	id := w.told("Something.")
	w.try(w.Delete(t.Context(), id))
	execute := func(query string) {
		w.try(w.history.Database().Update(t.Context(), sqlite.Durable, func(tx *sql.Tx) error {
			_, err := tx.Exec(query)
			return err
		}))
	}
	execute(`CREATE TRIGGER keep BEFORE DELETE ON transcript BEGIN SELECT RAISE(ABORT, 'kept'); END`)
	if err := w.Remove(t.Context(), id); err == nil {
		t.Error("it is said to be removed")
	}
	if list := w.deleted(); len(list) != 1 {
		t.Errorf("deleted: %+v", list)
	}
	execute(`DROP TRIGGER keep`)
	w.try(w.Remove(t.Context(), id))
	if list := w.deleted(); len(list) != 0 {
		t.Errorf("deleted: %+v", list)
	}
}

func TestWhatIsDeletedComesBackUntilItIsGoneForGood(t *testing.T) {
	said := speechtest.Synthesize("Some words are said. ")
	w := newWorld(t, said)
	path := w.file("mine.wav", said)
	id := w.add(path)[0]
	w.ended(id, transcripts.Done)
	w.try(w.KeepCopy(t.Context(), id))
	w.try(w.Delete(t.Context(), id))
	if _, ok := w.Get(id); ok || len(w.List()) != 0 {
		t.Error("it is still there")
	}
	w.restart()
	w.try(w.Restore(t.Context(), id))
	if got := w.text(id); got != said.Text() {
		t.Errorf("%q", got)
	}
	w.try(w.Delete(t.Context(), id))
	w.later(31 * 24 * time.Hour)
	folder := filepath.Join(w.dir, "library", "transcripts", string(id))
	beside := filepath.Join(w.dir, "library", "library (conflicted copy).db")
	w.try(os.WriteFile(beside, nil, 0o600))
	w.restart()
	w.close() // waits for what is removed at a start
	if _, err := os.Stat(folder); err != nil {
		t.Error("it is removed while another library may name it:", err)
	}
	w.try(os.Remove(beside))
	w.open()
	end := time.After(time.Minute)
	for gone := false; !gone; {
		select {
		case <-w.marks.Ready():
			w.marks.Take()
		case <-end:
			t.Fatal("it is not removed")
		}
		_, err := os.Stat(folder)
		gone = errors.Is(err, os.ErrNotExist) && errors.Is(w.Restore(t.Context(), id), transcripts.ErrNotFound)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error("the person's own file is gone")
	}
}
