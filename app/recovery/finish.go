package recovery

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/internal/sqlite"
	"parlando/app/recordings"
	"parlando/app/transcripts"
)

// Complete repairs the rows of a new library that were written one by one, so that every row is
// shown, and fills its search index. dir is the library's folder.
func Complete(ctx context.Context, db *sqlite.DB, dir string, now time.Time) error {
	_, _, err := complete(ctx, db, dir, now, history.Doubts{}, transcripts.Doubts{}, func(int64, int64) {})
	return err
}

// complete is Complete for rows that may be wrong. It returns the chats and transcripts with gaps.
func complete(ctx context.Context, db *sqlite.DB, dir string, now time.Time, d history.Doubts, t transcripts.Doubts, progress func(done, total int64)) (chats, texts []chat.ID, err error) {
	if chats, err = history.Mend(ctx, db, dir, d, now); err != nil {
		return nil, nil, err
	}
	if texts, err = transcripts.Mend(ctx, db, dir, t, now); err != nil {
		return nil, nil, err
	}
	return chats, texts, history.RebuildSearch(ctx, db, progress)
}

// finish repairs the copied rows, fills the search index and counts what was recovered.
func (r *recovery) finish(ctx context.Context, db *sqlite.DB) error {
	chats, texts, err := complete(ctx, db, r.temp, r.Now(), r.writer.doubts, transcripts.Doubts{
		Transcripts: r.writer.transcripts, Incomplete: slices.Contains(r.writer.doubts.Incomplete, "transcript"),
	}, func(done, total int64) {
		r.progress.set(int64(float64(done) / float64(max(total, 1)) * float64(4*r.size)))
	})
	if err != nil {
		return err
	}
	r.progress.end(4 * r.size)
	if err := db.View(ctx, func(tx *sql.Tx) error { return r.count(ctx, tx, chats, texts) }); err != nil {
		return fmt.Errorf("count the recovered rows: %w", err)
	}
	return nil
}

// count fills the report.
func (r *recovery) count(ctx context.Context, tx *sql.Tx, chats, texts []chat.ID) error {
	if err := tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM conversation WHERE deleted_at = 0),
		(SELECT count(*) FROM message m JOIN conversation c ON c.n = m.conversation WHERE c.deleted_at = 0 AND m.deleted_with = 0),
		(SELECT count(*) FROM transcript WHERE deleted_at = 0)`).
		Scan(&r.report.Chats, &r.report.Messages, &r.report.Transcripts); err != nil {
		return err
	}
	for _, list := range []struct {
		query      string
		ids        []chat.ID
		transcript bool
	}{
		{`SELECT title, (SELECT count(*) FROM message m JOIN part p ON p.message = m.n
				WHERE m.conversation = conversation.n AND m.deleted_with = 0 AND p.text = '` + history.LostText + `')
			FROM conversation WHERE id = ?1 AND deleted_at = 0 UNION ALL SELECT '', 0 WHERE ?1 = ''`, chats, false},
		{`SELECT title, 0 FROM transcript WHERE id = ? AND deleted_at = 0`, texts, true},
	} {
		for _, id := range list.ids {
			gaps, err := sqlite.All(ctx, tx, list.query, []any{id}, func(row sqlite.Row) (Gap, error) {
				g := Gap{ID: id, Transcript: list.transcript}
				err := row.Scan(&g.Title, &g.Wordless)
				return g, err
			})
			if err != nil {
				return err
			}
			for _, g := range gaps {
				r.report.Wordless += g.Wordless
			}
			r.report.Gaps = append(r.report.Gaps, gaps...)
		}
	}
	if err := r.countBlobs(ctx, tx); err != nil {
		return err
	}
	r.report.Recordings = countRecordings(filepath.Join(r.temp, recordings.FolderName))
	return nil
}

// countBlobs counts the pictures of messages that came over, and the attachments that did not.
func (r *recovery) countBlobs(ctx context.Context, tx *sql.Tx) error {
	pictures := map[string]bool{}
	missing := map[string]bool{}
	err := sqlite.Each(ctx, tx, `SELECT kind, blob FROM part WHERE blob IS NOT NULL AND kind <> 'transcript'
		UNION SELECT '', original FROM part WHERE original IS NOT NULL`, nil, func(row sqlite.Row) error {
		var kind chat.PartKind
		var sum string
		if err := row.Scan(&kind, &sum); err != nil {
			return err
		}
		if _, err := os.Stat(history.BlobPath(r.temp, sum)); err != nil {
			missing[sum] = true
		} else if kind == chat.PartImage {
			pictures[sum] = true
		}
		return nil
	})
	r.report.Pictures = len(pictures)
	r.report.MissingFiles += len(missing)
	return err
}

// countRecordings counts the folders of recordings with sound.
func countRecordings(dir string) (n int) {
	sounds, err := filepath.Glob(filepath.Join(dir, "*", recordings.SoundFile))
	if err != nil {
		return 0 // impossible: the pattern is valid
	}
	return len(sounds)
}
