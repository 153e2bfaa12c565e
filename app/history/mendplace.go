package history

import (
	"context"
	"database/sql"
	"errors"

	"parlando/app/internal/sqlite"
)

// IndexedMessage is the entry of a message in the index message_tree.
type IndexedMessage struct {
	N, Conversation, Parent, DeletedWith int64
	ID                                   string
}

// MendPlace compares the conversation and parent in a message's row with those in the index. The
// rest of the conversation decides which are right. It returns the conversations in doubt.
func MendPlace(ctx context.Context, tx *sql.Tx, indexed IndexedMessage) (doubtful []int64, err error) {
	rows, err := sqlite.All(ctx, tx, `SELECT n, conversation, parent, deleted_with, id FROM message WHERE n = ? OR id = ?`,
		[]any{indexed.N, indexed.ID}, func(r sqlite.Row) (m IndexedMessage, err error) {
			err = r.Scan(&m.N, &m.Conversation, &m.Parent, &m.DeletedWith, &m.ID)
			return m, err
		})
	if err != nil || len(rows) == 1 && rows[0] == indexed {
		return nil, err
	}
	for _, m := range rows {
		doubtful = append(doubtful, m.Conversation)
	}
	doubtful = append(doubtful, indexed.Conversation)
	if len(rows) != 1 || rows[0].ID != indexed.ID {
		return doubtful, nil // the row belongs to a different message
	}
	m := rows[0]
	if m.Conversation != indexed.Conversation {
		right, err := isHome(ctx, tx, indexed, m)
		if err != nil {
			return nil, err
		}
		if right {
			m.Conversation = indexed.Conversation
		}
	}
	if there, err := isOlder(ctx, tx, m, m.Parent); err != nil {
		return nil, err
	} else if !there {
		m.Parent = indexed.Parent
	}
	if there, err := isOlder(ctx, tx, IndexedMessage{N: m.N + 1, Conversation: m.Conversation}, m.DeletedWith); err != nil {
		return nil, err
	} else if !there {
		m.DeletedWith = indexed.DeletedWith
	}
	// Parts refer to their message by its row number, for which the index is right.
	_, err = tx.ExecContext(ctx, `UPDATE message SET n = ?, conversation = ?, parent = ?, deleted_with = ? WHERE n = ?`,
		indexed.N, m.Conversation, m.Parent, m.DeletedWith, m.N)
	return doubtful, err
}

// isHome reports whether more of a message's parents and children are in the conversation named by
// the index than in the one named by the row.
func isHome(ctx context.Context, tx *sql.Tx, indexed, row IndexedMessage) (right bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT count(*) FILTER (WHERE conversation = ?1) + (SELECT count(*) FROM conversation WHERE n = ?1)
			> count(*) FILTER (WHERE conversation = ?2) + (SELECT count(*) FROM conversation WHERE n = ?2)
		FROM message WHERE n <> ?3 AND (n IN (?4, ?5) OR parent = ?3)`,
		indexed.Conversation, row.Conversation, indexed.N, indexed.Parent, row.Parent).Scan(&right)
	return right, err
}

// isOlder reports whether n is 0 or an older message of the conversation of m.
func isOlder(ctx context.Context, tx *sql.Tx, m IndexedMessage, n int64) (older bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT ?1 = 0 OR EXISTS (SELECT 1 FROM message WHERE n = ?1 AND n < ?2 AND conversation = ?3)`,
		n, m.N, m.Conversation).Scan(&older)
	return older, err
}

// MendPart compares a part's message with that in the index part_place. It moves the part to the
// message in the index unless the parts of the message in the row add up to that message's size. It
// returns the messages in doubt.
func MendPart(ctx context.Context, tx *sql.Tx, rowID, message, seq int64) (doubtful []int64, err error) {
	var own, ownSeq int64
	err = tx.QueryRowContext(ctx, `SELECT message, seq FROM part WHERE rowid = ?`, rowID).Scan(&own, &ownSeq)
	if errors.Is(err, sql.ErrNoRows) || err == nil && own == message && ownSeq == seq {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var wrong bool
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM message WHERE n = ?1) AND NOT EXISTS (SELECT 1 FROM message WHERE n = ?2
		AND bytes = (SELECT coalesce(sum(octet_length(text)), 0) FROM part WHERE message = ?2 AND kind IN ('text', 'refusal')))`,
		message, own).Scan(&wrong)
	if err != nil {
		return nil, err
	}
	if wrong {
		_, err = tx.ExecContext(ctx, `UPDATE OR IGNORE part SET message = ?, seq = ? WHERE rowid = ?`, message, seq, rowID)
	}
	return []int64{own, message}, err
}
