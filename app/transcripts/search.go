package transcripts

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// Search finds transcripts by title, lines and translations, newest first, with the query syntax of
// history.Search. A line must contain all words. After an error, the hits found so far are
// returned. To merge them with those of history.Search, call both with the same limit, sort by At
// and truncate.
func (t *Transcripts) Search(ctx context.Context, query string, limit int) (hits []Hit, err error) {
	q := sqlite.NewQuery(query)
	if q.Empty() || limit <= 0 {
		return nil, nil
	}
	err = t.o.Database.View(ctx, func(tx *sql.Tx) error {
		titles, err := t.search(ctx, tx, q, `SELECT t.id, 0, 0, t.title, '' FROM search_transcript s CROSS JOIN transcript t ON t.n = s.rowid
			WHERE s.search_transcript MATCH ? AND t.deleted_at = 0 ORDER BY s.rowid DESC LIMIT ?`, limit)
		texts, notInTexts := t.search(ctx, tx, q, `SELECT t.id, g.n, g.start, g.text, g.translation
			FROM search_segment s CROSS JOIN segment g ON g.n = s.rowid CROSS JOIN transcript t ON t.n = g.transcript
			WHERE s.search_segment MATCH ? AND t.deleted_at = 0 ORDER BY s.rowid DESC LIMIT ?`, limit)
		hits = append(titles, texts...)
		return cmp.Or(err, notInTexts)
	})
	slices.SortStableFunc(hits, func(a, b Hit) int {
		if c := b.At.Compare(a.At); c != 0 || a.Transcript.ID != b.Transcript.ID {
			return c
		}
		return int(max(-1, min(1, a.Start-b.Start)))
	})
	return hits[:min(limit, len(hits))], err
}

func (t *Transcripts) search(ctx context.Context, tx *sql.Tx, q sqlite.Query, statement string, limit int) (hits []Hit, err error) {
	err = sqlite.Each(ctx, tx, statement, []any{q.Match(), limit}, func(row sqlite.Row) error {
		var id chat.ID
		var h Hit
		var start int64
		var text, translation string
		if err := row.Scan(&id, &h.Line, &start, &text, &translation); err != nil {
			return err
		}
		var ok bool
		if h.Transcript, ok = t.Get(id); !ok {
			return nil
		}
		h.Start, h.At = time.Duration(start)*time.Millisecond, h.Transcript.Updated
		if len(q.Matches(text)) == 0 && len(q.Matches(translation)) > 0 {
			text = translation
		}
		h.Snippet, h.Marks = q.Snippet(text)
		hits = append(hits, h)
		return nil
	})
	return hits, err
}
