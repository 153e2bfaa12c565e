package transcripts

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/transcripts/transcriber"
)

// recoveredTitle is the title of a transcript of which only the lines are left.
const recoveredTitle = "Recovered transcript"

// Doubts says which rows may be wrong or missing after a repair.
type Doubts struct {
	// Transcripts are the row numbers of transcripts with data from a damaged part of the file.
	Transcripts []int64
	// Incomplete reports that rows of transcripts may be missing.
	Incomplete bool
}

// Mend repairs the transcripts after their rows were read one by one from a damaged database, so
// that every line is shown again. It also fills the search index, which must be empty. A row that
// had to be created again has no time of creation. Lost lines are read from the responses stored in
// dir, the library's folder. Mend returns the transcripts of which something is missing, made up or
// doubtful.
func Mend(ctx context.Context, db *sqlite.DB, dir string, d Doubts, now time.Time) (gaps []chat.ID, err error) {
	err = db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		m := mender{tx, filepath.Join(dir, folderName), sqlite.UnixMillis(now)}
		if d.Incomplete {
			if err := m.folders(ctx); err != nil {
				return err
			}
		}
		incomplete, err := m.rows(ctx)
		if err != nil {
			return err
		}
		for _, n := range d.Transcripts {
			incomplete[n] = true
		}
		rows, err := readRows(ctx, tx)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if incomplete[r.n] {
				gaps = append(gaps, r.ID)
			}
		}
		return rebuildSearch(ctx, tx, rows)
	})
	if err != nil {
		return nil, fmt.Errorf("repair the transcripts: %w", err)
	}
	return gaps, nil
}

const (
	knownState = `state IN ('waiting', 'working', 'paused', 'failed', 'done')`
	// incompleteRows finds rows that were created again, or whose number of lines is wrong.
	incompleteRows = `SELECT n FROM transcript WHERE created = 0 OR NOT ` + knownState + ` OR id = ''
		OR state = 'done' AND lines <> (SELECT count(*) FROM segment WHERE segment.transcript = transcript.n)`
)

// mender is one call of Mend.
type mender struct {
	tx  *sql.Tx
	dir string // contains the folders of transcripts
	now int64
}

// folders creates the rows of transcripts of which only the folder is left.
func (m mender) folders(ctx context.Context) error {
	entries, err := os.ReadDir(m.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		sound, size, err := m.sound(e.Name())
		if err != nil {
			return err
		}
		if _, err := os.Stat(m.parts(e.Name())); err != nil && sound == "" {
			continue // there is nothing in it
		}
		if _, err := m.tx.ExecContext(ctx, `INSERT INTO transcript (id, copied, bytes, created, updated, state) VALUES (?, ?, ?, 0, 0, 'paused')
			ON CONFLICT (id) DO UPDATE SET copied = excluded.copied, bytes = excluded.bytes WHERE created = 0`, e.Name(), sound, size); err != nil {
			return err
		}
	}
	return nil
}

// HasResponses reports whether dir, the library's folder, contains responses from which Mend can
// recreate transcripts.
func HasResponses(dir string) bool {
	found, err := filepath.Glob(filepath.Join(dir, folderName, "*", partsName))
	return err == nil && len(found) > 0
}

// sound returns the name and size of the copy of the sound in a transcript's folder, "" if there is
// none.
func (m mender) sound(id string) (name string, bytes int64, err error) {
	entries, err := os.ReadDir(filepath.Join(m.dir, id))
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), soundName) && e.Type().IsRegular() {
			info, err := e.Info()
			if err != nil {
				return "", 0, err
			}
			return e.Name(), info.Size(), nil
		}
	}
	return "", 0, err
}

func (m mender) parts(id string) string { return filepath.Join(m.dir, id, partsName) }

// rows repairs incomplete rows and returns their numbers.
func (m mender) rows(ctx context.Context) (map[int64]bool, error) {
	_, err := m.tx.ExecContext(ctx, `INSERT INTO transcript (n, id, title, created, updated, state)
		SELECT transcript, lower(hex(randomblob(16))), '', 0, 0, 'done' FROM segment
		WHERE transcript NOT IN (SELECT n FROM transcript) GROUP BY transcript`)
	if err != nil {
		return nil, err
	}
	found, err := sqlite.All(ctx, m.tx, incompleteRows, nil, sqlite.Column[int64])
	if err != nil {
		return nil, err
	}
	incomplete := map[int64]bool{}
	for _, n := range found {
		incomplete[n] = true
		if err := m.lines(ctx, n); err != nil {
			return nil, err
		}
		_, err := m.tx.ExecContext(ctx, `UPDATE transcript SET
			id = iif(id = '', lower(hex(randomblob(16))), id),
			title = iif(created = 0 AND title = '', @title, title),
			state = iif(`+knownState+`, state, iif(EXISTS (SELECT 1 FROM segment WHERE segment.transcript = transcript.n), 'done', 'paused')),
			updated = iif(created = 0, @now, updated),
			created = iif(created = 0, @now, created),
			lines = (SELECT count(*) FROM segment WHERE segment.transcript = transcript.n)
			WHERE n = @n`, sql.Named("title", recoveredTitle), sql.Named("now", m.now), sql.Named("n", n))
		if err != nil {
			return nil, err
		}
	}
	return incomplete, nil
}

// lines restores the lines of a transcript that has none from its stored responses. The user's
// edits of these lines are lost.
func (m mender) lines(ctx context.Context, n int64) error {
	ids, err := sqlite.All(ctx, m.tx, `SELECT id FROM transcript WHERE n = ?1 AND id <> '' AND deleted_at = 0
		AND NOT EXISTS (SELECT 1 FROM segment WHERE segment.transcript = ?1)`, []any{n}, sqlite.Column[string])
	if err != nil || len(ids) == 0 {
		return err
	}
	text, err := transcriber.Finished(m.parts(ids[0]))
	if err != nil {
		return nil // unfinished, or without responses in its folder
	}
	if _, err := m.tx.ExecContext(ctx, `UPDATE transcript SET state = 'done', length = ?, covered = ?, language = ?, timed = ?, answers = ? WHERE n = ?`,
		text.Length.Milliseconds(), text.Covered.Milliseconds(), text.Language, text.Timed, text.Responses, n); err != nil {
		return err
	}
	return replaceLines(ctx, m.tx, n, text.Lines, speakerName)
}

// rebuildSearch indexes titles and lines.
func rebuildSearch(ctx context.Context, tx *sql.Tx, rows []*transcriptRow) error {
	for _, r := range rows {
		if err := r.index(ctx, tx); err != nil {
			return err
		}
		lines, err := readLines(ctx, tx, r.n)
		if err != nil {
			return err
		}
		for _, l := range lines {
			if err := indexLine(ctx, tx, l.Line); err != nil {
				return err
			}
		}
	}
	return nil
}

// indexLine replaces a line in the search index.
func indexLine(ctx context.Context, tx *sql.Tx, l Line) error {
	_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO search_segment (rowid, text) VALUES (?, ?)`, l.ID, sqlite.IndexText(searchable(l)))
	return err
}
