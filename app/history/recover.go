package history

import (
	"context"
	"database/sql"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/problem"
)

// recover ends the replies that were unfinished when Parlando ended: the received text becomes
// their parts, the state CutOff, the problem Interrupted. It reads only the unfinished replies, so
// its cost does not depend on the size of the library.
func (s *Store) recover(ctx context.Context, tx *sql.Tx) error {
	rows, err := sqlite.All(ctx, tx, unendedRows, nil, sqlite.Column[any])
	if err != nil {
		return err
	}
	if len(rows) > 0 {
		if err := s.recoverReplies(ctx, tx, rows); err != nil {
			return err
		}
		s.log.Info("Ended the unfinished replies of an earlier run", "count", len(rows))
	}
	// The remaining tails belong to messages that no longer exist.
	_, err = tx.ExecContext(ctx, `DELETE FROM tail`)
	return err
}

// recoverAround is recover for a damaged library. Replies are retried in separate transactions,
// because a transaction that has met damage cannot write. An unreadable reply stays unfinished, and
// its received text stays stored.
func (s *Store) recoverAround(ctx context.Context) error {
	var rows []any
	err := s.db.View(ctx, func(tx *sql.Tx) (err error) {
		rows, err = sqlite.All(ctx, tx, unendedRows, nil, sqlite.Column[any])
		return err
	})
	if err != nil {
		return err
	}
	lost, err := sqlite.Around(rows, func(some []any) error {
		return s.db.Update(ctx, sqlite.Durable, func(tx *sql.Tx) error { return s.recoverReplies(ctx, tx, some) })
	})
	s.log.Warn("Ended unfinished replies of a damaged library", "count", len(rows), "damaged", len(lost))
	return err
}

// recoverReplies ends unfinished replies.
func (s *Store) recoverReplies(ctx context.Context, tx *sql.Tx, rows []any) error {
	open, err := unended(ctx, tx, rows)
	if err != nil {
		return err
	}
	for n, m := range open {
		if err := s.recoverReply(ctx, tx, n, m); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) recoverReply(ctx context.Context, tx *sql.Tx, n int64, m chat.Message) error {
	if err := s.readParts(ctx, tx, []any{n}, wholeTexts, map[int64]*chat.Message{n: &m}); err != nil {
		return err
	}
	tail, err := readTail(ctx, tx, n)
	if err != nil {
		return err
	}
	m.Parts = fold(m.Parts, tail)
	m.State = chat.CutOff
	if m.Request == nil {
		m.Request = &chat.Request{ID: chat.NewID()} // the problem is stored with a request
	}
	// The request may have succeeded for its other choices, but this one was interrupted.
	m.Request.Problem = &problem.Problem{Kind: problem.Interrupted, At: s.now()}
	return s.persistEnd(ctx, tx, n, m)
}

// Queries for unfinished replies: unendedRows finds them, unendedReplies reads the given rows.
const (
	unendedRows    = `SELECT n FROM message INDEXED BY message_open WHERE state IN ('waiting', 'writing')`
	unendedReplies = `SELECT m.n, m.id, m.choice, ` + requestColumns + `
		FROM message m LEFT JOIN request r ON r.id = m.request WHERE m.n IN `
)

func unended(ctx context.Context, tx *sql.Tx, rows []any) (map[int64]chat.Message, error) {
	open := map[int64]chat.Message{}
	err := sqlite.Each(ctx, tx, unendedReplies+`(`+places(len(rows))+`)`, rows, func(row sqlite.Row) (err error) {
		var n int64
		var m chat.Message
		var r requestRow
		if err := row.Scan(append([]any{&n, &m.ID, &m.Choice}, r.targets()...)...); err != nil {
			return err
		}
		m.Request, err = r.request()
		open[n] = m
		return err
	})
	return open, err
}
