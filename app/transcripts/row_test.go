package transcripts

import (
	"database/sql"
	"slices"
	"testing"

	"parlando/app/history"
	"parlando/app/internal/fieldtest"
	"parlando/app/internal/sqlite"
	"parlando/app/problem"
	"parlando/app/transcripts/transcriber"

	"github.com/google/go-cmp/cmp"
)

func database(t *testing.T) *sqlite.DB {
	t.Helper()
	s, err := history.Open(t.Context(), t.TempDir(), history.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s.Database()
}

// A transcript is stored when it is added, and again with each change.
func TestEveryFieldOfATranscriptIsStored(t *testing.T) {
	full := fieldtest.Full[transcriptRow]()
	// The fields that only memory has.
	full.Copied, full.Progress, full.Pausing, full.Unsaved = false, transcriber.Progress{}, false, false
	full.Blocked, full.Gone, full.Missing = problem.Problem{}, false, false
	inserted, updated := full, transcriptRow{Transcript: Transcript{ID: "b"}}
	var all []*transcriptRow
	err := database(t).Update(t.Context(), sqlite.Durable, func(tx *sql.Tx) (err error) {
		for _, r := range []*transcriptRow{&inserted, &updated} {
			if err := r.insert(t.Context(), tx); err != nil {
				return err
			}
		}
		n := updated.n
		updated = full
		updated.ID, updated.n = "b", n
		if err := updated.update(t.Context(), tx); err != nil {
			return err
		}
		all, err = readRows(t.Context(), tx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]*transcriptRow{&inserted, &updated}, all, cmp.AllowUnexported(transcriptRow{})); d != "" {
		t.Error(d)
	}
}

// A line is compared with what it was, and stored when it is added and when it changes.
func TestEveryFieldOfALineIsStored(t *testing.T) {
	full := fieldtest.Full[storedLine]()
	added, changed := full, storedLine{Line: Line{ID: 2, Text: "b"}, place: "b"}
	var all []storedLine
	err := database(t).Update(t.Context(), sqlite.Durable, func(tx *sql.Tx) (err error) {
		r := transcriptRow{Transcript: Transcript{ID: "a"}}
		if err := r.insert(t.Context(), tx); err != nil {
			return err
		}
		l := &lines{ctx: t.Context(), tx: tx, transcript: r.n}
		for _, s := range []storedLine{added, changed} {
			if err := l.add(s); err != nil {
				return err
			}
		}
		before := changed
		changed.Line = full.Line
		changed.ID = before.ID
		if err := l.set(before, changed.Line); err != nil {
			return err
		}
		all, err = l.all()
		return err
	})
	if want := []storedLine{added, changed}; err != nil || !slices.Equal(all, want) {
		t.Errorf("stored are\n%+v, %v, want\n%+v", all, err, want)
	}
}
