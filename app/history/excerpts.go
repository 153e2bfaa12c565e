package history

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// Scope selects the conversations searched for excerpts.
type Scope struct {
	// Connection limits the search to a connection, "" for all.
	Connection chat.ID
	// Without is a conversation to exclude.
	Without chat.ID
}

// Excerpt is the text around the search matches in one message.
type Excerpt struct {
	Title string // of the conversation
	At    time.Time
	Text  string // on one line
}

// excerptBytes is the length of an excerpt.
const excerptBytes = 500

// Excerpts searches like Search but returns each message separately, newest first, at most limit of
// them. For a match in a title it includes the conversation's newest message. With ErrDamaged it
// returns the matches found before the damage.
func (s *Store) Excerpts(ctx context.Context, query string, scope Scope, limit int) (out []Excerpt, err error) {
	q := sqlite.NewQuery(query)
	if q.Empty() || limit <= 0 {
		return nil, nil
	}
	const inScope = ` AND c.deleted_at = 0 AND (? = '' OR c.connection = ?) AND c.id != ? ORDER BY s.rowid DESC LIMIT ?`
	arguments := []any{q.Match(), scope.Connection, scope.Connection, scope.Without, limit}
	var damage error
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		byRow := map[int64]*Excerpt{}
		var rows []any
		read := func(row sqlite.Row) error {
			var n, at int64
			var e Excerpt
			if err := row.Scan(&n, &e.Title, &at); err != nil {
				return err
			}
			if e.At = sqlite.FromUnixMillis(at); byRow[n] == nil {
				byRow[n], rows = &e, append(rows, n)
			}
			return nil
		}
		notInTexts := sqlite.Each(ctx, tx, `SELECT m.n, c.title, m.created FROM search s CROSS JOIN message m ON m.n = s.rowid CROSS JOIN conversation c ON c.n = m.conversation
			WHERE s.search MATCH ? AND m.deleted_with = 0`+inScope, arguments, read)
		notInTitles := sqlite.Each(ctx, tx, `SELECT m.n, c.title, m.created FROM search_title s CROSS JOIN conversation c ON c.n = s.rowid
			CROSS JOIN message m ON m.n = (SELECT max(n) FROM message WHERE conversation = c.n AND deleted_with = 0)
			WHERE s.search_title MATCH ?`+inScope, arguments, read)
		if damage = sqlite.Classify(errors.Join(notInTexts, notInTitles)); damage != nil && !errors.Is(damage, ErrDamaged) {
			return damage
		}
		messages := map[int64]*chat.Message{}
		for n := range byRow {
			messages[n] = &chat.Message{}
		}
		if err := s.readFoundAround(ctx, tx, rows, messages); err != nil {
			return err
		}
		for n, e := range byRow {
			e.Text, _ = q.Excerpt(searchable(*messages[n]), excerptBytes)
			out = append(out, *e)
		}
		return nil
	})
	if err == nil {
		err = damage
	}
	slices.SortFunc(out, func(a, b Excerpt) int { return b.At.Compare(a.At) })
	return out[:min(limit, len(out))], err
}
