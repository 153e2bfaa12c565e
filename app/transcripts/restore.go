package transcripts

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/internal/sqlite"
	"parlando/app/internal/wholefile"
)

// restoredTranscript is a transcript of another library, with its lines.
type restoredTranscript struct {
	row   transcriptRow
	lines []storedLine
}

// RestoreFrom adds the transcripts of another library of the same version in the folder dir that
// nobody writes to, with their folders. One that is here already, even deleted, is not added, and
// one that was not done is Paused. After an error the transcripts in the result have been added.
func (t *Transcripts) RestoreFrom(ctx context.Context, dir string) (added []chat.ID, err error) {
	path := filepath.Join(dir, history.FileName)
	var rows []*transcriptRow
	err = sqlite.ViewFile(ctx, path, func(tx *sql.Tx, _ int64) (err error) {
		rows, err = readRows(ctx, tx)
		return err
	})
	for _, r := range rows {
		if err != nil {
			return added, err
		}
		if r.deleted() || t.knows(r.ID) {
			continue
		}
		one := restoredTranscript{row: *r}
		err = sqlite.ViewFile(ctx, path, func(tx *sql.Tx, _ int64) (err error) {
			one.lines, err = readLines(ctx, tx, r.n)
			return err
		})
		if err == nil {
			err = t.restore(ctx, dir, one)
		}
		if err == nil {
			added = append(added, r.ID)
		}
	}
	return added, err
}

func (r *transcriptRow) deleted() bool { return !r.Deleted.IsZero() }

// knows reports whether a transcript is here, even deleted.
func (t *Transcripts) knows(id chat.ID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all[id] != nil
}

func (t *Transcripts) restore(ctx context.Context, dir string, one restoredTranscript) error {
	r := one.row
	if r.State != Done && r.State != Failed {
		r.State, r.asked = Paused, false
	}
	from := filepath.Join(dir, folderName, string(r.ID))
	if _, err := os.Stat(from); err == nil {
		// A folder without a row is left by an interrupted restore.
		if err := os.RemoveAll(t.folder(r.ID)); err != nil {
			return err
		}
		if err := errors.Join(os.MkdirAll(t.dir, 0o700), wholefile.CopyFolder(ctx, from, t.folder(r.ID))); err != nil {
			return err
		}
	}
	t.writes.Lock()
	defer t.writes.Unlock()
	if err := t.o.Database.Update(ctx, sqlite.Durable, func(tx *sql.Tx) error { return one.insert(ctx, tx, &r) }); err != nil {
		return err
	}
	t.mu.Lock()
	t.all[r.ID] = &openTranscript{row: r}
	t.mu.Unlock()
	t.mark()
	return nil
}

// insert stores the transcript as r, whose row number it sets.
func (o restoredTranscript) insert(ctx context.Context, tx *sql.Tx, r *transcriptRow) error {
	if err := r.insert(ctx, tx); err != nil {
		return err
	}
	for _, l := range o.lines {
		res, err := tx.ExecContext(ctx, `INSERT INTO segment (transcript, place, start, "end", text, speaker, translation) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			r.n, l.place, l.Start.Milliseconds(), l.End.Milliseconds(), l.Text, l.Speaker, l.Translation)
		if err != nil {
			return err
		}
		n, err := res.LastInsertId()
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO search_segment (rowid, text) VALUES (?, ?)`, n, sqlite.IndexText(searchable(l.Line)))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
