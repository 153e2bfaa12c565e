package transcripts_test

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"parlando/app/history"
	"parlando/app/internal/sqlite"
	"parlando/app/internal/sqlite/sqlitetest"
	"parlando/app/transcripts"
)

func TestADamagedPageHidesNoOtherTranscript(t *testing.T) {
	const count = 300
	dir := t.TempDir()
	library := func() *history.Store {
		t.Helper()
		h, err := history.Open(t.Context(), dir, history.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	h := library()
	err := h.Database().Update(t.Context(), sqlite.Durable, func(tx *sql.Tx) error {
		for i := range count {
			title := fmt.Sprintf("Interview %d", i)
			for _, q := range []string{
				`INSERT INTO transcript (id, title, created, updated, state) VALUES (?1, ?1, 1, 1, 'done')`,
				`INSERT INTO segment (transcript, place, text) SELECT n, 'a', 'words of an interview ' || n FROM transcript WHERE id = ?1`,
			} {
				if _, err := tx.Exec(q, title); err != nil {
					return err
				}
			}
		}
		for _, q := range []string{
			`INSERT INTO search_transcript (rowid, text) SELECT n, title FROM transcript`,
			`INSERT INTO search_segment (rowid, text) SELECT n, text FROM segment`,
		} {
			if _, err := tx.Exec(q); err != nil {
				return err
			}
		}
		return nil
	})
	if err = errors.Join(err, h.Close()); err != nil {
		t.Fatal(err)
	}
	found := func(all *transcripts.Transcripts, word string) (int, error) {
		hits, err := all.Search(t.Context(), word, 10*count)
		return len(hits), err
	}

	path := filepath.Join(dir, history.FileName)
	sqlitetest.Damage(t, path, "search_segment_idx")
	h = library()
	all, err := transcripts.Open(t.Context(), transcripts.Options{Dir: dir, Database: h.Database()})
	if err != nil || len(all.List()) != count {
		t.Errorf("%d are listed, %v", len(all.List()), err)
	}
	if n, err := found(all, "interview"); n < count || !errors.Is(err, sqlite.ErrDamaged) {
		t.Errorf("%d places are found, %v", n, err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}

	sqlitetest.Damage(t, path, "transcript")
	h = library()
	defer h.Close()
	all, err = transcripts.Open(t.Context(), transcripts.Options{Dir: dir, Database: h.Database()})
	if n := len(all.List()); !errors.Is(err, sqlite.ErrDamaged) || n == count || n < count/2 {
		t.Errorf("%d are listed, %v", n, err)
	}
}
