package history

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// Turn is one step of a chat: a message is sent or edited, or another answer is requested.
type Turn struct {
	// Conversation, if set, is created first; otherwise it must exist.
	Conversation *chat.Conversation
	// User is the user's message, nil if only another answer is requested.
	User *chat.Message
	// Replies are the Waiting replies, whose Parent is the message they answer. Replies of one
	// request share the request's ID.
	Replies []chat.Message
	// Target is the new target of the conversation, nil for no change.
	Target *chat.Target
	// Unsent replaces the stored unsent content; nil leaves it unchanged.
	Unsent *UnsentChange
}

// BeginTurn stores a turn in one transaction that survives a power failure. The new branch becomes
// visible. A conversation without a title gets one from the user's message.
func (s *Store) BeginTurn(ctx context.Context, t Turn) error {
	id, err := t.conversation()
	if err != nil {
		return err
	}
	s, done := s.of(id, t.ids()...)
	defer done()
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		marks := []changes.Change{listChanged(id), threadChanged(id)}
		c, err := s.turnConversation(ctx, tx, t, id)
		if err != nil {
			return nil, err
		}
		if err := setTarget(ctx, tx, c, t.Target); err != nil {
			return nil, err
		}
		if t.User != nil {
			user := *t.User
			user.State = cmp.Or(user.State, chat.Done)
			if err := s.add(ctx, tx, c, user, true); err != nil {
				return nil, err
			}
			marks = append(marks, messageChanged(user.ID))
			if err := titleFrom(ctx, tx, c, id, user); err != nil {
				return nil, err
			}
		}
		for i, m := range t.Replies {
			m.State = cmp.Or(m.State, chat.Waiting)
			if err := s.add(ctx, tx, c, m, i == 0); err != nil {
				return nil, err
			}
			marks = append(marks, messageChanged(m.ID))
		}
		if t.Unsent != nil {
			err = s.putUnsent(ctx, tx, *t.Unsent)
		}
		return marks, err
	})
}

// conversation returns the conversation of the turn.
func (t Turn) conversation() (id chat.ID, err error) {
	if t.Conversation != nil {
		id = t.Conversation.ID
	}
	all := t.Replies
	if t.User != nil {
		all = append([]chat.Message{*t.User}, all...)
	}
	for _, m := range all {
		id = cmp.Or(id, m.Conversation)
		if m.Conversation != id {
			return "", fmt.Errorf("%w: message %q is of conversation %q, not %q", ErrInvalid, m.ID, m.Conversation, id)
		}
	}
	if id == "" || len(all) == 0 {
		return "", fmt.Errorf("%w: a turn without a message or a conversation", ErrInvalid)
	}
	return id, nil
}

// ids returns the ids of the turn's messages and requests.
func (t Turn) ids() (ids []chat.ID) {
	if t.User != nil {
		ids = append(ids, t.User.ID)
	}
	for _, m := range t.Replies {
		if ids = append(ids, m.ID); m.Request != nil {
			ids = append(ids, m.Request.ID)
		}
	}
	return ids
}

func (s *Store) turnConversation(ctx context.Context, tx *sql.Tx, t Turn, id chat.ID) (int64, error) {
	if t.Conversation != nil {
		return s.create(ctx, tx, *t.Conversation)
	}
	return conversationRow(ctx, tx, id)
}

// add stores a new message with its parts and request. first reports that the message becomes the
// visible one among its siblings.
func (s *Store) add(ctx context.Context, tx *sql.Tx, conversation int64, m chat.Message, first bool) error {
	if !named(m) {
		return fmt.Errorf("%w: a message without an id or a role", ErrInvalid)
	}
	if m.Created.IsZero() {
		m.Created = s.now()
	}
	parent, err := parentRow(ctx, tx, conversation, m)
	if err != nil {
		return err
	}
	n, err := insertMessage(ctx, tx, conversation, parent, m)
	if err != nil {
		return err
	}
	if err := lead(ctx, tx, conversation, parent, n, m, first); err != nil {
		return err
	}
	return touch(ctx, tx, conversation, m.Created)
}

// insertMessage writes the rows of a message and adds it to the search index.
func insertMessage(ctx context.Context, tx *sql.Tx, conversation, parent int64, m chat.Message) (n int64, err error) {
	n, err = messageRows{conversation: conversation, parent: parent}.insert(ctx, tx, m)
	if err == nil && m.State.Ended() {
		err = indexMessage(ctx, tx, n, m)
	}
	return n, err
}

// messageRows are the references of a new message to other rows.
type messageRows struct {
	conversation, parent int64
	// imported is the number of an import, deletedWith 0 or hidden.
	imported, deletedWith int64
}

// insert writes the rows of a message, except for the search index.
func (r messageRows) insert(ctx context.Context, tx execer, m chat.Message) (n int64, err error) {
	var request any
	if m.Request != nil {
		if err := putRequest(ctx, tx, *m.Request); err != nil {
			return 0, err
		}
		request = m.Request.ID
	}
	bytes, images := size(m)
	res, err := tx.ExecContext(ctx, `INSERT INTO message
		(id, conversation, parent, role, request, choice, state, finish, created, bytes, images, import, deleted_with)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		m.ID, r.conversation, r.parent, m.Role, request, m.Choice, m.State, m.Finish, sqlite.UnixMillis(m.Created), bytes, images, r.imported, r.deletedWith)
	if err != nil {
		return 0, fmt.Errorf("store the message: %w", err)
	}
	if n, err = res.LastInsertId(); err != nil {
		return 0, err
	}
	return n, putParts(ctx, tx, n, m.Parts)
}

// parentRow returns the row of m's parent, which must not be deleted and belong to the same
// conversation.
func parentRow(ctx context.Context, tx *sql.Tx, conversation int64, m chat.Message) (n int64, err error) {
	if m.Parent == "" {
		return 0, nil
	}
	err = tx.QueryRowContext(ctx, `SELECT n FROM message WHERE id = ? AND conversation = ? AND deleted_with = 0`,
		m.Parent, conversation).Scan(&n)
	return n, notFound(err, "message", m.Parent)
}

// lead shows a new message instead of its siblings, except for further choices of a request, of
// which the first stays visible. A message that never had a sibling needs no stored choice; deleted
// siblings count, because they may be restored.
func lead(ctx context.Context, tx *sql.Tx, conversation, parent, n int64, m chat.Message, first bool) error {
	var before int64
	var beforeID chat.ID
	err := tx.QueryRowContext(ctx, `SELECT n, id FROM message WHERE conversation = ? AND parent = ? AND n < ?
		ORDER BY n DESC LIMIT 1`, conversation, parent, n).Scan(&before, &beforeID)
	if errors.Is(err, sql.ErrNoRows) {
		// The choice of a sibling that was removed may be left.
		_, err = tx.ExecContext(ctx, `DELETE FROM chosen WHERE conversation = ? AND parent = ?`, conversation, parent)
		return err
	}
	if err != nil {
		return err
	}
	if first {
		return choose(ctx, tx, conversation, m.Conversation, parent, m.Parent, n, m.ID)
	}
	var chosen int
	err = tx.QueryRowContext(ctx, `SELECT count(*) FROM chosen WHERE conversation = ? AND parent = ?`, conversation, parent).Scan(&chosen)
	if err != nil || chosen > 0 {
		return err
	}
	return choose(ctx, tx, conversation, m.Conversation, parent, m.Parent, before, beforeID)
}

// titleFrom titles an untitled conversation after the user's message.
func titleFrom(ctx context.Context, tx *sql.Tx, conversation int64, id chat.ID, user chat.Message) error {
	var title string
	err := tx.QueryRowContext(ctx, `SELECT title FROM conversation WHERE n = ?`, conversation).Scan(&title)
	if err != nil || title != "" {
		return err
	}
	if title = Title(user); title == "" {
		return nil
	}
	return setTitle(ctx, tx, conversation, id, title)
}
