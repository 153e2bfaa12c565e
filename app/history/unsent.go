package history

import (
	"context"
	"database/sql"

	"parley/app/changes"
	"parley/app/chat"
	"parley/app/internal/sqlite"
)

// KeepUnsent makes a conversation of what was not sent in the new chat, so that the next new chat begins empty. It reports whether
// there was anything.
func (s *Store) KeepUnsent(ctx context.Context, c chat.Conversation) (kept bool, err error) {
	err = s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		var n int
		err := tx.QueryRowContext(ctx, `SELECT count(*) FROM draft WHERE conversation = '' OR conversation LIKE ? || '%'`, added).Scan(&n)
		if err != nil || n == 0 {
			return nil, err
		}
		if _, err := s.create(ctx, tx, c); err != nil {
			return nil, err
		}
		// What was added to the draft, or stands beside it, has its name behind that of the conversation.
		if _, err := tx.ExecContext(ctx, `UPDATE draft SET conversation = ? || conversation WHERE conversation = '' OR conversation LIKE '/%'`, c.ID); err != nil {
			return nil, err
		}
		kept = true
		return []changes.Change{listChanged()}, nil
	})
	return kept, err
}

// RemoveEmpty removes a conversation that has no title, in which nothing was said, and of which nothing unsent is left. Any other
// stays as it is.
func (s *Store) RemoveEmpty(ctx context.Context, id chat.ID) error {
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		res, err := tx.ExecContext(ctx, `DELETE FROM conversation WHERE id = ?1 AND title = '' AND pinned = 0
			AND NOT EXISTS (SELECT 1 FROM message WHERE message.conversation = conversation.n)
			AND NOT EXISTS (SELECT 1 FROM draft d WHERE d.conversation = ?1 OR d.conversation LIKE ?1 || '/%')`, id)
		if err != nil {
			return nil, err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return nil, err
		}
		return []changes.Change{listChanged()}, nil
	})
}

// unsent returns what the untitled conversations begin with that was not sent in them: those that are deleted, or those that are not.
func unsent(ctx context.Context, tx *sql.Tx, deleted bool) (map[chat.ID]string, error) {
	begins := map[chat.ID]string{}
	err := sqlite.Each(ctx, tx, `SELECT c.id, d.text, d.parts FROM draft d CROSS JOIN conversation c ON c.id = d.conversation
		WHERE c.title = '' AND (c.deleted_at > 0) = ?`, []any{deleted}, func(row sqlite.Row) error {
		var id chat.ID
		var text, stored string
		if err := row.Scan(&id, &text, &stored); err != nil {
			return err
		}
		parts, err := parseDraft(stored)
		if err != nil {
			parts = nil // opening it says that
		}
		begins[id] = Title(chat.Message{Parts: append([]chat.Part{{Kind: chat.PartText, Text: text}}, parts...)})
		return nil
	})
	return begins, err
}
