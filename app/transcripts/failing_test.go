package transcripts_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"parlando/app/history"
	"parlando/app/internal/sqlite"
	"parlando/app/internal/sqlite/sqlitetest"
	"parlando/app/problem"
	"parlando/app/transcripts"
	"parlando/client/practice/speechtest"
)

// failing is a world of which calls of the database may fail.
func failing(t *testing.T, knows ...speechtest.Speech) (*world, *sqlitetest.Driver) {
	t.Helper()
	w, driver := newWorld(t, knows...), sqlitetest.NewDriver(t)
	w.driver = driver
	w.restart()
	return w, driver
}

// Whichever call of the database fails, the error is returned and the transcript is as it was.
func TestAFailureInTheMiddleChangesNoTranscript(t *testing.T) {
	w, driver := failing(t)
	id := w.told("One line.", "Another line.")
	line, ctx := w.lines(id)[0].ID, t.Context()
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"rename", func() error { return w.Rename(ctx, id, "A talk") }},
		{"pin", func() error { return w.Pin(ctx, id, true) }},
		{"edit", func() error { return w.Edit(ctx, id, transcripts.SetText{Line: line, Text: "A line."}) }},
		{"undo", func() error { _, err := w.Undo(ctx, id); return err }},
		{"redo", func() error { _, err := w.Redo(ctx, id); return err }},
		{"split", func() error { return w.Edit(ctx, id, transcripts.Split{Line: line, Offset: 2}) }},
		{"read the lines", func() error { _, err := w.Lines(ctx, id); return err }},
		{"search", func() error { _, err := w.Search(ctx, "line", 10); return err }},
		{"delete", func() error { return w.Delete(ctx, id) }},
		{"read deleted lines", func() error { _, err := w.DeletedLines(ctx, id); return err }},
		{"restore", func() error { return w.Restore(ctx, id) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			driver.EveryCall(t, filepath.Join(w.dir, "library", history.FileName), c.do)
		})
	}
	w.try(w.history.Database().Update(ctx, sqlite.Durable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM segment`)
		return err
	}))
	driver.EveryCall(t, filepath.Join(w.dir, "library", history.FileName), func() error {
		_, err := transcripts.Mend(ctx, w.history.Database(), filepath.Join(w.dir, "library"), transcripts.Doubts{Incomplete: true}, w.now())
		return err
	})
	if len(w.lines(id)) == 0 {
		t.Error("its answer gives it no lines again")
	}
}

// Whichever call of the database fails while a file is added and transcribed, that is told, and
// another try ends it without paying twice.
func TestAFailureWhileTranscribingIsToldAndNothingIsPaidTwice(t *testing.T) {
	said := speechtest.Synthesize("Short words. ")
	w, driver := failing(t, said)
	path := w.file("a.wav", said)
	driver.Before(func() {
		for _, s := range w.List() {
			if s.State == transcripts.Waiting && s.Blocked.Kind != "" {
				t.Errorf("it can be tried again although its failure is not stored yet: %+v", s.Blocked)
			}
		}
	})
	lengthKept := false
	for n, failed := 1, true; failed; n++ {
		driver.Fail(n)
		ids, refused := w.Add(t.Context(), []transcripts.File{{Path: path}}, transcripts.AddOptions{})
		var s transcripts.Transcript
		if len(ids) == 1 {
			s = w.until(ids[0], func(s transcripts.Transcript) bool {
				return s.State == transcripts.Done || s.State == transcripts.Failed || s.Blocked.Kind != ""
			})
		}
		if failed = driver.Mend(); failed && len(ids) == 0 {
			if len(refused) != 1 || refused[0].Problem.Kind != problem.Storage {
				t.Fatalf("call %d failed, and the file is refused because of %+v", n, refused)
			}
			continue
		}
		if s.State == transcripts.Failed && s.Problem.Kind != problem.Storage {
			t.Errorf("call %d failed, and the transcript has %+v", n, s.Problem)
		}
		lengthKept = lengthKept || s.State == transcripts.Failed && s.Length > 0
		if s.State != transcripts.Done {
			w.try(w.Retry(t.Context(), ids[0]))
			w.ended(ids[0], transcripts.Done)
		}
		if paid := w.answers(); paid != 1 || w.text(ids[0]) != said.Text() {
			t.Errorf("call %d failed: %d answers, %q", n, paid, w.text(ids[0]))
		}
	}
	if !lengthKept {
		t.Error("no transcript that failed after its answer has a length")
	}
}
