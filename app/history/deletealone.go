package history

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// lifted is the beginning of a query: it defines the table lifted, with the row numbers of the
// messages that followed message ?1 directly, or after others that were deleted alone, too.
const lifted = `WITH RECURSIVE lifted (n) AS (
		SELECT n FROM message WHERE home = ?1 AND home > 0
		UNION ALL
		SELECT m.n FROM lifted l JOIN message m ON m.home = l.n AND m.home > 0
	) `

// DeleteMessageAlone deletes a message but not its descendants: its children become children of its
// parent, and the one shown after it stays shown. RestoreMessage undoes the deletion, as that of
// DeleteMessage. The error is ErrInvalid while the message or a reply to it is being written.
func (s *Store) DeleteMessageAlone(ctx context.Context, message chat.ID) error {
	s, done := s.of(message)
	defer done()
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		m, err := messageRow(ctx, tx, message)
		if err != nil {
			return nil, err
		}
		writing := !m.state.Ended()
		var children []chat.ID
		err = sqlite.Each(ctx, tx, `SELECT id, state FROM message WHERE conversation = ? AND parent = ?`,
			[]any{m.conversation, m.n}, func(r sqlite.Row) error {
				var id chat.ID
				var state chat.State
				err := r.Scan(&id, &state)
				children, writing = append(children, id), writing || !state.Ended()
				return err
			})
		if err != nil {
			return nil, err
		}
		if writing {
			return nil, fmt.Errorf("%w: message %q or a reply to it is being written", ErrInvalid, message)
		}
		if len(children) > 0 {
			if err := lift(ctx, tx, m); err != nil {
				return nil, err
			}
		}
		marks := shapeChanged(m.conversationID, append(children, message)...)
		at := sqlite.UnixMillis(s.now())
		if _, err := tx.ExecContext(ctx, `UPDATE message SET deleted_with = n, deleted_at = ? WHERE n = ?`, at, m.n); err != nil {
			return nil, err
		}
		return marks, record(ctx, tx, "message", message, "deleted", strconv.FormatInt(at, 10)+" alone")
	})
}

// lift makes the children of a message children of its parent, deleted ones, too. What is shown
// after the message stays shown.
func lift(ctx context.Context, tx *sql.Tx, m place) error {
	t, err := loadTree(ctx, tx, m.conversation)
	if err != nil {
		return err
	}
	// The choice is stored even if it is the deleted message, because there may be several children
	// now (see chooseThrough).
	shown, _ := t.shownFrom(m.parent, 0)
	if shown == nil {
		return ErrDamaged
	}
	if below, _ := t.shownFrom(m.n, 0); shown.n == m.n && below != nil {
		shown = below
	}
	if err := chooseRow(ctx, tx, m, m.parent, shown.n); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE message SET parent = ?3, home = iif(home > 0, home, ?2) WHERE conversation = ?1 AND parent = ?2`,
		m.conversation, m.n, m.parent)
	return err
}

// lower makes the messages that followed a message deleted alone its children again, and returns
// their changes. What is shown of them stays shown.
func lower(ctx context.Context, tx *sql.Tx, m place) (marks []changes.Change, err error) {
	moved, err := sqlite.All(ctx, tx, lifted+`SELECT n FROM lifted ORDER BY n`, []any{m.n}, sqlite.Column[int64])
	if err != nil || len(moved) == 0 {
		return nil, err
	}
	chosen, err := loadChosen(ctx, tx, m.conversation)
	if err != nil {
		return nil, err
	}
	ids, err := sqlite.All(ctx, tx, lifted+`UPDATE message SET parent = ?1, home = iif(home = ?1, 0, home)
		WHERE n IN (SELECT n FROM lifted) RETURNING id`, []any{m.n}, sqlite.Column[chat.ID])
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		marks = append(marks, messageChanged(id))
	}
	below := chosen[m.parent]
	if slices.Contains(moved, below) {
		if err := chooseRow(ctx, tx, m, m.parent, m.n); err != nil {
			return nil, err
		}
	} else if below = moved[len(moved)-1]; chosen[m.n] != 0 {
		return marks, nil
	}
	return marks, chooseRow(ctx, tx, m, m.n, below)
}

// chooseRow is choose by row numbers.
func chooseRow(ctx context.Context, tx *sql.Tx, m place, parent, child int64) error {
	var parentID, childID chat.ID
	err := tx.QueryRowContext(ctx, `SELECT coalesce((SELECT id FROM message WHERE n = ?), ''), id FROM message WHERE n = ?`, parent, child).
		Scan(&parentID, &childID)
	if err != nil {
		return err
	}
	return choose(ctx, tx, m.conversation, m.conversationID, parent, parentID, child, childID)
}
