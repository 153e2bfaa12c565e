package history

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"parley/app/chat"
	"parley/app/internal/sqlite"
)

// Hit is one place where a search found its words.
type Hit struct {
	Conversation chat.Conversation
	// Message is where the words stand, "" when it is the title.
	Message chat.ID
	// Snippet is the title, or what stands around the words on one line. Marks are the bytes in it
	// from and to which they stand, in order.
	Snippet string
	Marks   [][2]int
	// At is when the message was made; for a title, when the conversation was last used.
	At time.Time
}

// Search finds what a person types, newest first, in titles and texts. All its words must be there; the last may be the beginning
// of one. Case and accents do not matter. Any text is a valid query; one without words finds nothing.
func (s *Store) Search(ctx context.Context, query string, limit int) (hits []Hit, err error) {
	q := sqlite.NewQuery(query)
	if q.Empty() || limit <= 0 {
		return nil, nil
	}
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		titles, err := searchTitles(ctx, tx, q, limit)
		if err != nil {
			return err
		}
		texts, err := searchTexts(ctx, tx, q, limit)
		if err != nil {
			return err
		}
		hits = append(titles, texts...)
		slices.SortStableFunc(hits, func(a, b Hit) int { return b.At.Compare(a.At) })
		hits = hits[:min(limit, len(hits))]
		return fillConversations(ctx, tx, hits)
	})
	if err != nil {
		return nil, err
	}
	return hits, nil
}

func searchTitles(ctx context.Context, tx *sql.Tx, q sqlite.Query, limit int) (hits []Hit, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT c.id, c.title, c.updated FROM search_title s JOIN conversation c ON c.n = s.rowid
		WHERE s.search_title MATCH ? AND c.deleted_at = 0 ORDER BY s.rowid DESC LIMIT ?`, q.Match(), limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var h Hit
		var title string
		var updated int64
		if err := rows.Scan(&h.Conversation.ID, &title, &updated); err != nil {
			return nil, err
		}
		h.At = unstamp(updated)
		h.Snippet = sqlite.OneLine(title)
		h.Marks = q.Marks(h.Snippet)
		hits = append(hits, h)
	}
	return hits, rows.Err()
}

// searchTexts goes through the index backwards and stops at limit, so that a common word costs no more than a rare one.
func searchTexts(ctx context.Context, tx *sql.Tx, q sqlite.Query, limit int) (hits []Hit, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT m.n, m.id, c.id, m.created
		FROM search s CROSS JOIN message m ON m.n = s.rowid CROSS JOIN conversation c ON c.n = m.conversation
		WHERE s.search MATCH ? AND m.deleted_with = 0 AND c.deleted_at = 0 ORDER BY s.rowid DESC LIMIT ?`, q.Match(), limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []any
	byRow := map[int64]*chat.Message{}
	for rows.Next() {
		var h Hit
		var n, created int64
		if err := rows.Scan(&n, &h.Message, &h.Conversation.ID, &created); err != nil {
			return nil, err
		}
		h.At = unstamp(created)
		hits, found = append(hits, h), append(found, n)
		byRow[n] = &chat.Message{}
	}
	if err := rows.Err(); err != nil || len(hits) == 0 {
		return nil, err
	}
	for from := 0; from < len(found); from += idsAtOnce {
		if err := readParts(ctx, tx, found[from:min(from+idsAtOnce, len(found))], byRow); err != nil {
			return nil, err
		}
	}
	for i := range hits {
		hits[i].Snippet, hits[i].Marks = q.Snippet(searchable(byRow[found[i].(int64)].Parts))
	}
	return hits, nil
}

// fillConversations reads each conversation once, however many hits it has.
func fillConversations(ctx context.Context, tx *sql.Tx, hits []Hit) error {
	known := map[chat.ID]chat.Conversation{}
	for i := range hits {
		id := hits[i].Conversation.ID
		c, ok := known[id]
		if !ok {
			var err error
			c, err = scanConversation(tx.QueryRowContext(ctx, `SELECT `+conversationColumns+` FROM conversation WHERE id = ?`, id))
			if err != nil {
				return err
			}
			known[id] = c
		}
		hits[i].Conversation = c
	}
	return nil
}
