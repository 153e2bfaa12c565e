package transcripts

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// recoveredTitle is the title of a transcript of which only the lines are left.
const recoveredTitle = "Recovered transcript"

// Mend puts right the rows of transcripts that were read one by one from a damaged file, so that
// each line is shown, and fills the search index, which must be empty. A transcript begun again
// from an index has no time of creation. doubtful are the numbers of transcripts with a row from a
// damaged place. Mend returns the transcripts of which something is missing, made up or doubtful.
func Mend(ctx context.Context, db *sqlite.DB, doubtful []int64, now time.Time) (gaps []chat.ID, err error) {
	err = db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		incomplete, err := mendRows(ctx, tx, now)
		if err != nil {
			return err
		}
		for _, n := range doubtful {
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
		return nil, fmt.Errorf("mend the transcripts: %w", err)
	}
	return gaps, nil
}

const (
	knownState = `state IN ('waiting', 'working', 'paused', 'failed', 'done')`
	// incompleteRows finds transcripts that were begun again, or do not have the lines they count.
	incompleteRows = `SELECT n FROM transcript WHERE created = 0 OR NOT ` + knownState + ` OR id = ''
		OR state = 'done' AND lines <> (SELECT count(*) FROM segment WHERE segment.transcript = transcript.n)`
)

// mendRows returns the numbers of the transcripts it put right, and of those that lack lines.
func mendRows(ctx context.Context, tx *sql.Tx, now time.Time) (map[int64]bool, error) {
	_, err := tx.ExecContext(ctx, `INSERT INTO transcript (n, id, title, created, updated, state)
		SELECT transcript, lower(hex(randomblob(16))), '', 0, 0, 'done' FROM segment
		WHERE transcript NOT IN (SELECT n FROM transcript) GROUP BY transcript`)
	if err != nil {
		return nil, err
	}
	found, err := sqlite.All(ctx, tx, incompleteRows, nil, sqlite.Column[int64])
	if err != nil {
		return nil, err
	}
	incomplete := map[int64]bool{}
	for _, n := range found {
		incomplete[n] = true
		_, err := tx.ExecContext(ctx, `UPDATE transcript SET
			id = iif(id = '', lower(hex(randomblob(16))), id),
			title = iif(created = 0 AND title = '', @title, title),
			state = iif(`+knownState+`, state, iif(EXISTS (SELECT 1 FROM segment WHERE segment.transcript = transcript.n), 'done', 'paused')),
			updated = iif(created = 0, @now, updated),
			created = iif(created = 0, @now, created),
			lines = (SELECT count(*) FROM segment WHERE segment.transcript = transcript.n)
			WHERE n = @n`, sql.Named("title", recoveredTitle), sql.Named("now", sqlite.UnixMillis(now)), sql.Named("n", n))
		if err != nil {
			return nil, err
		}
	}
	return incomplete, nil
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
