package transcripts

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"parlando/app/internal/sqlite"
	"parlando/app/transcripts/transcriber"
)

// storedLine is a line with its sort key.
type storedLine struct {
	Line
	place string
}

const lineColumns = `n, place, start, "end", text, speaker, translation`

func scanLine(r sqlite.Row) (s storedLine, err error) {
	var start, end int64
	err = r.Scan(&s.ID, &s.place, &start, &end, &s.Text, &s.Speaker, &s.Translation)
	s.Start, s.End = milliseconds(start), milliseconds(end)
	return s, err
}

// readLines returns the lines of a transcript in order.
func readLines(ctx context.Context, tx *sql.Tx, transcript int64) ([]storedLine, error) {
	return sqlite.All(ctx, tx, `SELECT `+lineColumns+` FROM segment WHERE transcript = ? ORDER BY place`, []any{transcript}, scanLine)
}

// replaceLines replaces all lines of a transcript. Speakers get the names that speakerName returns.
func replaceLines(ctx context.Context, tx *sql.Tx, transcript int64, lines []transcriber.Line, speakerName func(int) string) error {
	if err := removeLines(ctx, tx, transcript); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, `INSERT INTO segment (transcript, place, start, "end", text, speaker) VALUES (?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	defer insert.Close()
	index, err := tx.PrepareContext(ctx, `INSERT INTO search_segment (rowid, text) VALUES (?, ?)`)
	if err != nil {
		return err
	}
	defer index.Close()
	for i, l := range lines {
		speaker := ""
		if l.Speaker > 0 {
			speaker = speakerName(l.Speaker)
		}
		res, err := insert.ExecContext(ctx, transcript, placeOf(i), l.Start.Milliseconds(), l.End.Milliseconds(), l.Text, speaker)
		if err != nil {
			return err
		}
		n, err := res.LastInsertId()
		if err != nil {
			return err
		}
		if _, err := index.ExecContext(ctx, n, sqlite.IndexText(l.Text)); err != nil {
			return err
		}
	}
	return nil
}

func removeLines(ctx context.Context, tx *sql.Tx, transcript int64) error {
	for _, q := range []string{
		`DELETE FROM search_segment WHERE rowid IN (SELECT n FROM segment WHERE transcript = ?)`,
		`DELETE FROM segment WHERE transcript = ?`,
	} {
		if _, err := tx.ExecContext(ctx, q, transcript); err != nil {
			return err
		}
	}
	return nil
}

// lines gives an edit access to the lines of a transcript within the write transaction.
type lines struct {
	ctx context.Context //nolint:containedctx // it lives as long as a call
	//
	//nolint:containedctx // it lives as long as a call
	tx         *sql.Tx
	transcript int64
	step       lineChanges
}

// lineChanges are the changes of one edit.
type lineChanges []change

// change is a line before and after; nil where it does not exist.
type change struct{ before, after *storedLine }

// get reads a line by its ID.
func (l *lines) get(id int64) (storedLine, error) {
	return l.one(`n = ?`, id)
}

// next reads the following line; ErrNotFound after the last.
func (l *lines) next(s storedLine) (storedLine, error) {
	return l.one(`place > ? ORDER BY place LIMIT 1`, s.place)
}

// one reads the line that matches a condition.
func (l *lines) one(where string, value any) (storedLine, error) {
	s, err := scanLine(l.tx.QueryRowContext(l.ctx, `SELECT `+lineColumns+` FROM segment WHERE transcript = ? AND `+where, l.transcript, value))
	if errors.Is(err, sql.ErrNoRows) {
		return s, fmt.Errorf("%w: the line with %s %v", ErrNotFound, where, value)
	}
	return s, err
}

func (l *lines) all() ([]storedLine, error) { return readLines(l.ctx, l.tx, l.transcript) }

// set updates a line; one without text is deleted.
func (l *lines) set(before storedLine, after Line) error {
	after.ID = before.ID
	if after == before.Line {
		return nil
	}
	c := change{before: &before, after: &storedLine{after, before.place}}
	if after.Text == "" {
		c.after = nil
	}
	return l.make(c)
}

// add inserts a line at its sort key.
func (l *lines) add(s storedLine) error {
	return l.make(change{after: &s})
}

// make writes a change and records it for Undo. A new line gets an ID.
func (l *lines) make(c change) error {
	if err := l.write(c.before, c.after); err != nil {
		return err
	}
	l.step = append(l.step, c)
	return nil
}

func (l *lines) write(before, after *storedLine) error {
	if after == nil {
		for _, q := range []string{`DELETE FROM segment WHERE n = ?`, `DELETE FROM search_segment WHERE rowid = ?`} {
			if _, err := l.tx.ExecContext(l.ctx, q, before.ID); err != nil {
				return err
			}
		}
		return nil
	}
	var number any
	if after.ID != 0 {
		number = after.ID
	}
	values := []any{number, l.transcript, after.place, after.Start.Milliseconds(), after.End.Milliseconds(), after.Text, after.Speaker, after.Translation}
	q := `INSERT INTO segment (n, transcript, place, start, "end", text, speaker, translation) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
	if before != nil {
		q = `UPDATE segment SET (n, transcript, place, start, "end", text, speaker, translation) = (?, ?, ?, ?, ?, ?, ?, ?) WHERE n = ?`
		values = append(values, before.ID)
	}
	res, err := l.tx.ExecContext(l.ctx, q, values...)
	if err != nil {
		return err
	}
	if after.ID == 0 {
		if after.ID, err = res.LastInsertId(); err != nil {
			return err
		}
	}
	if before != nil && before.Text == after.Text && before.Translation == after.Translation {
		return nil
	}
	return indexLine(l.ctx, l.tx, after.Line)
}

// back returns the changes that revert s.
func (s lineChanges) back() lineChanges {
	out := make(lineChanges, 0, len(s))
	for i := len(s) - 1; i >= 0; i-- {
		out = append(out, change{before: s[i].after, after: s[i].before})
	}
	return out
}

// searchable returns the text to index for search.
func searchable(l Line) string { return strings.TrimSpace(l.Text + "\n" + l.Translation) }
