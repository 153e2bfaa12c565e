package history

import (
	"context"
	"database/sql"
	"strconv"

	"parley/app/changes"
	"parley/app/chat"
	"parley/app/internal/sqlite"
)

// DeleteMessage takes a message and all that follows it out of the conversation. A sibling is shown instead, or the
// conversation ends with what stood before. RestoreMessage undoes it.
func (s *Store) DeleteMessage(ctx context.Context, message chat.ID) error {
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		m, err := messageRow(ctx, tx, message)
		if err != nil {
			return nil, err
		}
		at := sqlite.Stamp(s.now())
		// What was deleted before, below, belongs to that deletion and stays with it.
		_, err = tx.ExecContext(ctx, `WITH RECURSIVE below (n) AS (
				VALUES (?1)
				UNION ALL
				SELECT m.n FROM message m JOIN below b ON m.conversation = ?2 AND m.parent = b.n
				WHERE m.deleted_with = 0
			)
			UPDATE message SET deleted_with = ?1, deleted_at = ?3 WHERE n IN (SELECT n FROM below)`,
			m.n, m.conversation, at)
		if err != nil {
			return nil, err
		}
		return shapeChanged(m.conversationID, message), record(ctx, tx, "message", message, "deleted", strconv.FormatInt(at, 10))
	})
}

// RestoreMessage brings back a deleted message and what was deleted with it. When what stood before it was
// deleted later, it comes back together with that.
func (s *Store) RestoreMessage(ctx context.Context, message chat.ID) error {
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		var n int64
		var above, aboveAt sql.NullInt64
		var conversation chat.ID
		err := tx.QueryRowContext(ctx, `SELECT m.n, p.deleted_with, p.deleted_at, c.id
			FROM message m JOIN conversation c ON c.n = m.conversation LEFT JOIN message p ON p.n = m.parent
			WHERE m.id = ? AND c.deleted_at = 0`, message).Scan(&n, &above, &aboveAt, &conversation)
		if err != nil {
			return nil, notFound(err, "message", message)
		}
		_, err = tx.ExecContext(ctx, `UPDATE message SET deleted_with = ?, deleted_at = ? WHERE deleted_with = ?`,
			above.Int64, aboveAt.Int64, n)
		if err != nil {
			return nil, err
		}
		return shapeChanged(conversation, message), record(ctx, tx, "message", message, "deleted", "0")
	})
}

// shapeChanged is marked when messages come or go: the thread, and the message for those that show it alone.
func shapeChanged(conversation, message chat.ID) []changes.Change {
	return []changes.Change{threadChanged(conversation), messageChanged(message)}
}
