package history

import (
	"context"
	"database/sql"
	"fmt"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// Finish stores the end of a reply: its state, finish reason, request, and complete parts, which
// replace the text stored so far. The end survives a power failure. ctx must not be canceled with
// the reply. Finish returns ErrEnded if the message has ended before. A reply of a deleted
// conversation is finished as well.
func (s *Store) Finish(ctx context.Context, m chat.Message) error {
	s, done := s.of(m.ID)
	defer done()
	if !m.State.Ended() {
		return fmt.Errorf("%w: message %q is to finish as %q", ErrInvalid, m.ID, m.State)
	}
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		open, err := openRow(ctx, tx, m.ID)
		if err != nil {
			return nil, err
		}
		m.Conversation = open.conversationID
		if err := s.persistEnd(ctx, tx, open.n, m); err != nil {
			return nil, err
		}
		if err := touch(ctx, tx, open.conversation, s.now()); err != nil {
			return nil, err
		}
		return []changes.Change{messageChanged(m.ID), threadChanged(m.Conversation), listChanged(m.Conversation)}, nil
	})
}

// StoreSentFields stores which fields of a running request were sent and left out, so that the
// message shows them even if Parlando ends first. The fields survive the end of the process, but
// not a power failure.
func (s *Store) StoreSentFields(ctx context.Context, r chat.Request) error {
	s, done := s.of(r.ID)
	defer done()
	sent, leftOut, err := formatSent(r)
	if err != nil {
		return err
	}
	return s.db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE request SET sent = ?, left_out = ? WHERE id = ?`, sent, leftOut, r.ID)
		return err
	})
}

// NextRequest stores the end of a request after a round of tool calls, and makes next the request
// of the reply. Both survive the end of the process. It returns ErrEnded if the reply has ended.
func (s *Store) NextRequest(ctx context.Context, message chat.ID, ended, next chat.Request) error {
	s, done := s.of(message, next.ID)
	defer done()
	return s.db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		open, err := openRow(ctx, tx, message)
		if err != nil {
			return err
		}
		for _, r := range []chat.Request{ended, next} {
			if err := putRequest(ctx, tx, r); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, `UPDATE message SET request = ? WHERE n = ?`, next.ID, open.n)
		return err
	})
}

// openRow finds an unfinished message, deleted or not.
func openRow(ctx context.Context, tx *sql.Tx, id chat.ID) (p place, err error) {
	err = tx.QueryRowContext(ctx, `SELECT m.n, m.conversation, m.parent, m.state, m.finish, c.id
		FROM message m JOIN conversation c ON c.n = m.conversation WHERE m.id = ?`, id).
		Scan(&p.n, &p.conversation, &p.parent, &p.state, &p.finish, &p.conversationID)
	if err != nil {
		return p, notFound(err, "message", id)
	}
	if p.state.Ended() {
		return p, fmt.Errorf("%w: %q", ErrEnded, id)
	}
	return p, nil
}

// persistEnd replaces a message's tail by its final parts.
func (s *Store) persistEnd(ctx context.Context, tx *sql.Tx, n int64, m chat.Message) error {
	for _, q := range []string{`DELETE FROM part WHERE message = ?`, `DELETE FROM tail WHERE message = ?`} {
		if _, err := tx.ExecContext(ctx, q, n); err != nil {
			return err
		}
	}
	if err := putParts(ctx, tx, n, m.Parts); err != nil {
		return err
	}
	var request any
	if m.Request != nil {
		if err := putRequest(ctx, tx, *m.Request); err != nil {
			return err
		}
		request = m.Request.ID
	}
	bytes, images := size(m)
	_, err := tx.ExecContext(ctx, `UPDATE message SET state = ?, finish = ?, bytes = ?, images = ?, request = coalesce(?, request)
		WHERE n = ?`, m.State, m.Finish, bytes, images, request, n)
	if err != nil {
		return err
	}
	return indexMessage(ctx, tx, n, m)
}

// Resume makes a stopped, cut-off, failed or length-limited reply Waiting again, for Continue: its
// parts are kept, r becomes its request, and target, unless nil, the target of the conversation. It
// returns ErrEnded for a completed reply and ErrInvalid for an unfinished one.
func (s *Store) Resume(ctx context.Context, message chat.ID, r chat.Request, target *chat.Target) error {
	s, done := s.of(message, r.ID)
	defer done()
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		m, err := messageRow(ctx, tx, message)
		if err != nil {
			return nil, err
		}
		switch {
		case m.state == chat.Stopped, m.state == chat.CutOff, m.state == chat.Failed:
		case m.state == chat.Done && m.finish == chat.FinishLength:
		case !m.state.Ended():
			return nil, fmt.Errorf("%w: message %q is still being written", ErrInvalid, message)
		default:
			return nil, fmt.Errorf("%w: %q", ErrEnded, message)
		}
		if err := setTarget(ctx, tx, m.conversation, target); err != nil {
			return nil, err
		}
		if err := putRequest(ctx, tx, r); err != nil {
			return nil, err
		}
		_, err = tx.ExecContext(ctx, `UPDATE message SET state = ?, finish = '', request = ? WHERE n = ?`, chat.Waiting, r.ID, m.n)
		return []changes.Change{messageChanged(message), threadChanged(m.conversationID)}, err
	})
}
