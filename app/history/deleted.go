package history

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// removedAtOnce is the deletion time set by Remove and RemoveMessage. It is so old that the next
// start completes a removal that was interrupted.
const removedAtOnce = 1

// DeletedItem is a deleted conversation, or deleted messages of a conversation, that can be
// restored.
type DeletedItem struct {
	chat.Summary
	// At is the time of deletion.
	At time.Time
	// Messages are the deleted messages, nil if the conversation itself was deleted.
	Messages *DeletedMessages
}

// DeletedMessages are a deleted message and the messages deleted with it.
type DeletedMessages struct {
	// First is the message that the user deleted, for RestoreMessage and RemoveMessage.
	First chat.ID
	// Count is the number of messages with content, and Begins the title derived from the first of
	// them.
	Count  int
	Begins string
}

// Deleted lists restorable conversations and messages that are not empty, most recently deleted
// first.
func (s *Store) Deleted(ctx context.Context) (list []DeletedItem, err error) {
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		list, err = sqlite.All(ctx, tx, `SELECT `+summaryColumns+`, c.deleted_at FROM conversation c INDEXED BY conversation_deleted `+summaryDraft+`
			WHERE c.deleted_at > 0 AND c.deleted_at > ? AND (c.title <> '' OR EXISTS (SELECT 1 FROM message m WHERE m.conversation = c.n)
				OR EXISTS (SELECT 1 FROM draft o WHERE o.conversation = c.id OR o.conversation LIKE c.id || '/%'))
			ORDER BY c.deleted_at DESC, c.n DESC`, []any{removedAtOnce}, func(r sqlite.Row) (DeletedItem, error) {
			var at int64
			c, err := scanSummary(r, &at)
			return DeletedItem{Summary: c, At: sqlite.FromUnixMillis(at)}, err
		})
		if err != nil {
			return err
		}
		messages, err := s.deletions(ctx, tx)
		list = append(list, messages...)
		slices.SortStableFunc(list, func(a, b DeletedItem) int { return b.At.Compare(a.At) })
		return err
	})
	return list, err
}

// DeletedThread returns the Thread of a deleted conversation, whose messages are read with
// Messages.
func (s *Store) DeletedThread(ctx context.Context, conversation chat.ID) ([]chat.Head, error) {
	s, done := s.of(conversation)
	defer done()
	return s.threadOf(ctx, conversation, deletedRow)
}

// deletedRow returns the row of a conversation that can be restored.
func deletedRow(ctx context.Context, tx *sql.Tx, id chat.ID) (n int64, err error) {
	err = tx.QueryRowContext(ctx, `SELECT n FROM conversation WHERE id = ? AND deleted_at > ?`, id, removedAtOnce).Scan(&n)
	return n, notFound(err, "conversation", id)
}

// Remove permanently removes a deleted conversation. It returns ErrNotFound if the conversation is
// not deleted or already removed. After another error or a crash, the next start completes the
// removal, and Restore fails. Attachments that are no longer referenced are collected later.
func (s *Store) Remove(ctx context.Context, id chat.ID) error {
	s, done := s.of(id)
	defer done()
	return s.remove(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		res, err := tx.ExecContext(ctx, `UPDATE conversation SET deleted_at = ? WHERE id = ? AND deleted_at > 0`, removedAtOnce, id)
		return []changes.Change{listChanged(id)}, sqlite.Affected(res, err, notFound(sql.ErrNoRows, "conversation", id))
	})
}

// remove removes the rows whose deletion time mark sets to removedAtOnce.
func (s *Store) remove(ctx context.Context, mark func(*sql.Tx) ([]changes.Change, error)) error {
	if err := s.update(ctx, mark); err != nil {
		return err
	}
	if err := s.purge(ctx); err != nil {
		return err
	}
	if err := s.collectBlobs(ctx); err != nil {
		s.log.Warn("Unused attachments could not be removed", "error", err)
	}
	return nil
}
