package history

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// removedAtOnce is the time of deletion of what Remove and RemoveMessage take away: so long ago
// that the upkeep of the next start goes on with what was interrupted.
const removedAtOnce = 1

// DeletedItem is a conversation that can come back, or messages of one that can.
type DeletedItem struct {
	chat.Summary
	// At is the time of the deletion.
	At time.Time
	// Messages are those that were deleted of the conversation, nil where it was deleted itself.
	Messages *DeletedMessages
}

// DeletedMessages are a message that was deleted and those that went with it.
type DeletedMessages struct {
	// First is the message that was deleted; RestoreMessage and RemoveMessage take it.
	First chat.ID
	// Count is the number with content, and Begins the title that the first of these would give a
	// conversation.
	Count  int
	Begins string
}

// Deleted lists the conversations and messages that Delete and DeleteMessage took away and that can
// come back, the last deleted first, without those that have no content.
func (s *Store) Deleted(ctx context.Context) (list []DeletedItem, err error) {
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		list, err = sqlite.All(ctx, tx, `SELECT `+summaryColumns+`, c.deleted_at FROM conversation c INDEXED BY conversation_deleted `+summaryDraft+`
			WHERE c.deleted_at > 0 AND c.deleted_at > ? AND (c.title <> '' OR EXISTS (SELECT 1 FROM message m WHERE m.conversation = c.n)
				OR EXISTS (SELECT 1 FROM draft o WHERE o.conversation = c.id OR o.conversation LIKE c.id || '/%'))
			ORDER BY c.deleted_at DESC, c.n DESC`, []any{removedAtOnce}, func(r sqlite.Row) (DeletedItem, error) {
			var at int64
			c, err := scanSummary(r, &at)
			return DeletedItem{Summary: c, At: sqlite.Time(at)}, err
		})
		if err != nil {
			return err
		}
		messages, err := deletions(ctx, tx)
		list = append(list, messages...)
		slices.SortStableFunc(list, func(a, b DeletedItem) int { return b.At.Compare(a.At) })
		return err
	})
	return list, err
}

// DeletedThread is the Thread of a conversation that Delete took away. Messages reads what stands
// in it.
func (s *Store) DeletedThread(ctx context.Context, conversation chat.ID) ([]chat.Head, error) {
	return s.threadOf(ctx, conversation, deletedRow)
}

// deletedRow is the row of a conversation that can come back.
func deletedRow(ctx context.Context, tx *sql.Tx, id chat.ID) (n int64, err error) {
	err = tx.QueryRowContext(ctx, `SELECT n FROM conversation WHERE id = ? AND deleted_at > ?`, id, removedAtOnce).Scan(&n)
	return n, notFound(err, "conversation", id)
}

// Remove removes a conversation that Delete took away for good. It returns ErrNotFound for any
// other, and once it is gone. With another error, or after a crash, what is left of it goes at the
// next start; Restore does not bring it back. Its attachments are collected as all are that nothing
// refers to.
func (s *Store) Remove(ctx context.Context, id chat.ID) error {
	return s.remove(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		res, err := tx.ExecContext(ctx, `UPDATE conversation SET deleted_at = ? WHERE id = ? AND deleted_at > 0`, removedAtOnce, id)
		if err != nil {
			return nil, err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return nil, errors.Join(err, notFound(sql.ErrNoRows, "conversation", id))
		}
		return []changes.Change{listChanged(id)}, nil
	})
}

// remove purges what mark gives the time removedAtOnce.
func (s *Store) remove(ctx context.Context, mark func(*sql.Tx) ([]changes.Change, error)) error {
	if err := s.update(ctx, mark); err != nil {
		return err
	}
	if err := s.purge(ctx); err != nil {
		return err
	}
	if err := s.collectBlobs(ctx); err != nil {
		s.log.Warn("unused attachments were not removed", "error", err)
	}
	return nil
}
