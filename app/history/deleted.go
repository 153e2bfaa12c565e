package history

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"parley/app/changes"
	"parley/app/chat"
	"parley/app/internal/sqlite"
)

// removedAtOnce is the time of deletion of a conversation that Remove takes away: so long ago that the upkeep of the next start goes
// on with what was interrupted.
const removedAtOnce = 1

// Deleted is a conversation that can come back.
type Deleted struct {
	chat.Summary
	// At is when it was deleted.
	At time.Time
}

// Deleted lists the conversations that Delete took away and Restore brings back, the last deleted first, without those in which there
// is nothing.
func (s *Store) Deleted(ctx context.Context) (list []Deleted, err error) {
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		list, err = sqlite.All(ctx, tx, `SELECT `+summaryColumns+`, c.deleted_at FROM conversation c INDEXED BY conversation_deleted `+summaryDraft+`
			WHERE c.deleted_at > 0 AND c.deleted_at > ? AND (c.title <> '' OR EXISTS (SELECT 1 FROM message m WHERE m.conversation = c.n)
				OR EXISTS (SELECT 1 FROM draft o WHERE o.conversation = c.id OR o.conversation LIKE c.id || '/%'))
			ORDER BY c.deleted_at DESC, c.n DESC`, []any{removedAtOnce}, func(r sqlite.Row) (Deleted, error) {
			var at int64
			c, err := scanSummary(r, &at)
			return Deleted{c, sqlite.Time(at)}, err
		})
		return err
	})
	return list, err
}

// DeletedThread is the Thread of a conversation that Delete took away. Messages reads what stands in it.
func (s *Store) DeletedThread(ctx context.Context, conversation chat.ID) ([]chat.Head, error) {
	return s.threadOf(ctx, conversation, deletedRow)
}

// deletedRow is the row of a conversation that can come back.
func deletedRow(ctx context.Context, tx *sql.Tx, id chat.ID) (n int64, err error) {
	err = tx.QueryRowContext(ctx, `SELECT n FROM conversation WHERE id = ? AND deleted_at > ?`, id, removedAtOnce).Scan(&n)
	return n, notFound(err, "conversation", id)
}

// Remove removes a conversation that Delete took away for good. It returns ErrNotFound for any other, and once it is gone. With
// another error, or after a crash, what is left of it goes at the next start; Restore does not bring it back. Its attachments are
// collected as all are that nothing refers to.
func (s *Store) Remove(ctx context.Context, id chat.ID) error {
	err := s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		res, err := tx.ExecContext(ctx, `UPDATE conversation SET deleted_at = ? WHERE id = ? AND deleted_at > 0`, removedAtOnce, id)
		if err != nil {
			return nil, err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return nil, errors.Join(err, notFound(sql.ErrNoRows, "conversation", id))
		}
		return []changes.Change{listChanged(id)}, nil
	})
	if err != nil {
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
