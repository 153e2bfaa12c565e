package history

import (
	"context"
	"database/sql"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/problem"
)

// recover ends the replies that were unfinished when Parlando ended: the received text becomes
// their parts, the state CutOff, the problem Interrupted. It reads only these, however large the
// library is.
func (s *Store) recover(ctx context.Context, tx *sql.Tx) error {
	open, err := unended(ctx, tx)
	if err != nil {
		return err
	}
	for n, m := range open {
		byRow := map[int64]*chat.Message{n: &m}
		if err := s.readParts(ctx, tx, []any{n}, wholeTexts, byRow); err != nil {
			return err
		}
		tail, err := readTail(ctx, tx, n)
		if err != nil {
			return err
		}
		m.Parts = fold(m.Parts, tail)
		m.State = chat.CutOff
		if m.Request == nil {
			m.Request = &chat.Request{ID: chat.NewID()} // so that the problem has a place
		}
		// A request that ended well for another of its choices says so itself; for this one it did
		// not.
		m.Request.Problem = &problem.Problem{Kind: problem.Interrupted, At: s.now()}
		if err := s.persistEnd(ctx, tx, n, m); err != nil {
			return err
		}
	}
	if len(open) > 0 {
		s.log.Info("replies had not ended", "count", len(open))
	}
	// A tail without a message that could take it is of no use to anybody.
	_, err = tx.ExecContext(ctx, `DELETE FROM tail`)
	return err
}

const unendedReplies = `SELECT m.n, m.id, m.choice, ` + requestColumns + `
	FROM message m INDEXED BY message_open LEFT JOIN request r ON r.id = m.request
	WHERE m.state IN ('waiting', 'writing')`

func unended(ctx context.Context, tx *sql.Tx) (map[int64]chat.Message, error) {
	open := map[int64]chat.Message{}
	err := sqlite.Each(ctx, tx, unendedReplies, nil, func(row sqlite.Row) (err error) {
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
