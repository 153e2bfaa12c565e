package history

import (
	"context"
	"database/sql"
	"strconv"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

const (
	// withDescendants is the beginning of a query: it defines the table following, with the row
	// numbers of message ?1 of conversation ?2 and of all its descendants.
	withDescendants = `WITH RECURSIVE following (n) AS (
			VALUES (?1)
			UNION ALL
			SELECT m.n FROM message m JOIN following f ON m.conversation = ?2 AND m.parent = f.n
		) `
	// hasContent is the SQL condition that a message m has content or will get some.
	hasContent = `(EXISTS (SELECT 1 FROM part WHERE part.message = m.n) OR m.state IN ('waiting', 'writing'))`
)

// DeleteMessage deletes a message and all its descendants; see DeleteMessageAlone. A sibling is
// shown instead, or the conversation ends before the message. RestoreMessage undoes the deletion,
// until RemoveMessage or the first start later than chat.DeletedRetention.
func (s *Store) DeleteMessage(ctx context.Context, message chat.ID) error {
	s, done := s.of(message)
	defer done()
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		m, err := messageRow(ctx, tx, message)
		if err != nil {
			return nil, err
		}
		at := sqlite.UnixMillis(s.now())
		// Descendants that were deleted before still belong to their own deletion.
		_, err = tx.ExecContext(ctx, withDescendants+`UPDATE message SET deleted_with = ?1, deleted_at = ?3
			WHERE n IN (SELECT n FROM following) AND deleted_with = 0`, m.n, m.conversation, at)
		if err != nil {
			return nil, err
		}
		return shapeChanged(m.conversationID, message), record(ctx, tx, "message", message, "deleted", strconv.FormatInt(at, 10))
	})
}

// CountDescendants returns the number of descendants that DeleteMessage would delete with a
// message, not counting empty ones.
func (s *Store) CountDescendants(ctx context.Context, message chat.ID) (count int, err error) {
	s, done := s.of(message)
	defer done()
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		m, err := messageRow(ctx, tx, message)
		if err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, withDescendants+`SELECT count(*) FROM message m
			WHERE m.n IN (SELECT n FROM following) AND m.n <> ?1 AND m.deleted_with = 0 AND `+hasContent, m.n, m.conversation).Scan(&count)
	})
	return count, err
}

// RestoreMessage restores a deleted message and the messages deleted with it, and shows their
// branch. Messages that followed one deleted alone follow it again. If an ancestor was deleted
// later, the messages join that deletion and are restored with the ancestor. RestoreMessage returns
// ErrNotFound once the messages have been removed.
func (s *Store) RestoreMessage(ctx context.Context, message chat.ID) error {
	s, done := s.of(message)
	defer done()
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		var above, aboveAt sql.NullInt64
		var m place
		err := tx.QueryRowContext(ctx, `SELECT m.n, m.conversation, m.parent, c.id, p.deleted_with, p.deleted_at
			FROM message m JOIN conversation c ON c.n = m.conversation LEFT JOIN message p ON p.n = m.parent
			WHERE m.id = ? AND m.deleted_at <> ? AND c.deleted_at = 0`, message, removedAtOnce).
			Scan(&m.n, &m.conversation, &m.parent, &m.conversationID, &above, &aboveAt)
		if err != nil {
			return nil, notFound(err, "message", message)
		}
		marks, err := lower(ctx, tx, m)
		if err != nil {
			return nil, err
		}
		_, err = tx.ExecContext(ctx, `UPDATE message SET deleted_with = ?, deleted_at = ? WHERE deleted_with = ?`,
			above.Int64, aboveAt.Int64, m.n)
		if err != nil {
			return nil, err
		}
		if above.Int64 == 0 {
			if err := chooseThrough(ctx, tx, m); err != nil {
				return nil, err
			}
		}
		marks = append(marks, shapeChanged(m.conversationID, message)...)
		return marks, record(ctx, tx, "message", message, "deleted", "0")
	})
}

// DeletedMessages returns the messages of an entry of Deleted, oldest first; message is the entry's
// First.
func (s *Store) DeletedMessages(ctx context.Context, message chat.ID) (list []chat.Message, err error) {
	s, done := s.of(message)
	defer done()
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		m, err := deletedMessageRow(ctx, tx, message)
		if err != nil {
			return err
		}
		ids, err := sqlite.All(ctx, tx, withDescendants+`SELECT m.id FROM message m WHERE m.n IN (SELECT n FROM following) ORDER BY m.n`,
			[]any{m.n, m.conversation}, sqlite.Column[chat.ID])
		if err != nil {
			return err
		}
		list, err = s.messagesOf(ctx, tx, ids, true, beginnings)
		return err
	})
	return list, err
}

// RemoveMessage permanently removes the messages of an entry of Deleted, in the same way as Remove;
// message is the entry's First.
func (s *Store) RemoveMessage(ctx context.Context, message chat.ID) error {
	s, done := s.of(message)
	defer done()
	return s.remove(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		m, err := deletedMessageRow(ctx, tx, message)
		if err != nil {
			return nil, err
		}
		_, err = tx.ExecContext(ctx, withDescendants+`UPDATE message SET deleted_at = ?3 WHERE n IN (SELECT n FROM following)`,
			m.n, m.conversation, removedAtOnce)
		return shapeChanged(m.conversationID, message), err
	})
}

// deletedMessageRow finds the first message of a deletion that can be undone.
func deletedMessageRow(ctx context.Context, tx *sql.Tx, id chat.ID) (p place, err error) {
	err = tx.QueryRowContext(ctx, `SELECT m.n, m.conversation, c.id FROM message m JOIN conversation c ON c.n = m.conversation
		WHERE m.id = ? AND m.deleted_with = m.n AND m.deleted_at > ? AND c.deleted_at = 0`, id, removedAtOnce).
		Scan(&p.n, &p.conversation, &p.conversationID)
	return p, notFound(err, "message", id)
}

// deletions lists the message deletions that can be undone, without empty ones. A deletion below a
// later one is counted as part of the later one.
func (s *Store) deletions(ctx context.Context, tx *sql.Tx) (list []DeletedItem, err error) {
	type messageRow struct{ n, conversation int64 }
	var rows []messageRow
	err = sqlite.Each(ctx, tx, `SELECT `+summaryColumns+`, m.deleted_at, m.n, m.conversation, m.id
		FROM message m INDEXED BY message_deleted JOIN conversation c ON c.n = m.conversation `+summaryDraft+`
			LEFT JOIN message p ON p.n = m.parent
		WHERE m.deleted_with > 0 AND m.deleted_with = m.n AND m.deleted_at > ? AND c.deleted_at = 0 AND coalesce(p.deleted_with, 0) = 0`,
		[]any{removedAtOnce}, func(r sqlite.Row) error {
			var at int64
			var m messageRow
			d := DeletedItem{Messages: &DeletedMessages{}}
			d.Summary, err = scanSummary(r, &at, &m.n, &m.conversation, &d.Messages.First)
			d.At = sqlite.FromUnixMillis(at)
			list, rows = append(list, d), append(rows, m)
			return err
		})
	if err != nil {
		return nil, err
	}
	full := list[:0]
	for i, d := range list {
		first := int64(0)
		err := tx.QueryRowContext(ctx, withDescendants+`SELECT count(*), coalesce(min(m.n), 0) FROM message m
			WHERE m.n IN (SELECT n FROM following) AND `+hasContent, rows[i].n, rows[i].conversation).Scan(&d.Messages.Count, &first)
		if err != nil {
			return nil, err
		}
		if d.Messages.Count == 0 {
			continue
		}
		var m chat.Message
		if err := s.readParts(ctx, tx, []any{first}, beginnings, map[int64]*chat.Message{first: &m}); err != nil {
			return nil, err
		}
		d.Messages.Begins = Title(m)
		full = append(full, d)
	}
	return full, nil
}

// shapeChanged returns the changes to mark when messages are added or removed: the thread, and the
// messages for views that show them without the thread.
func shapeChanged(conversation chat.ID, messages ...chat.ID) []changes.Change {
	marks := []changes.Change{threadChanged(conversation)}
	for _, id := range messages {
		marks = append(marks, messageChanged(id))
	}
	return marks
}
