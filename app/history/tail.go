package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// Tail is the text of one part of a reply received since the last write.
type Tail struct {
	Message chat.ID
	// Part is the number of the part. Texts with the same number are joined. In a continued reply
	// the new parts follow the existing ones, regardless of their numbers.
	Part int
	Kind chat.PartKind
	Text string
	// Took is the chat.Part.Took of the part up to this text.
	Took time.Duration
}

// tailStatements are prepared statements, because AppendTail runs many times a second.
type tailStatements struct{ find, flip, put *sql.Stmt }

func (t *tailStatements) prepare(ctx context.Context, db *sqlite.DB) error {
	for _, s := range []struct {
		to    **sql.Stmt
		query string
	}{
		{&t.find, `SELECT n, state FROM message WHERE id = ?`},
		{&t.flip, `UPDATE message SET state = 'writing' WHERE n = ?`},
		{&t.put, `INSERT INTO tail (message, part, kind, text, took) VALUES (?, ?, ?, ?, ?)`},
	} {
		var err error
		if *s.to, err = db.Prepare(ctx, s.query); err != nil { //nolint:sqlclosecheck // tailStatements.close does
			return err
		}
	}
	return nil
}

func (t *tailStatements) close() error {
	var errs []error
	for _, s := range []*sql.Stmt{t.find, t.flip, t.put} {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	return errors.Join(errs...)
}

// AppendTail stores the text received for unfinished replies, and changes Waiting ones to Writing.
// It is cheap. The text survives the end of the process, but a power failure may lose the last
// seconds. If one of the replies has ended, AppendTail returns ErrEnded and writes nothing.
func (s *Store) AppendTail(ctx context.Context, tails []Tail) error {
	if len(tails) == 0 {
		return nil
	}
	s, done := s.of(tails[0].Message)
	defer done()
	return s.db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		//nolint:sqlclosecheck // the transaction closes its own copies
		find, flip, put := tx.StmtContext(ctx, s.tail.find), tx.StmtContext(ctx, s.tail.flip), tx.StmtContext(ctx, s.tail.put)
		rows := map[chat.ID]int64{}
		for _, t := range tails {
			n, ok := rows[t.Message]
			if !ok {
				var state chat.State
				if err := find.QueryRowContext(ctx, t.Message).Scan(&n, &state); err != nil {
					return notFound(err, "message", t.Message)
				}
				if state.Ended() {
					return fmt.Errorf("%w: %q", ErrEnded, t.Message)
				}
				if state == chat.Waiting {
					if _, err := flip.ExecContext(ctx, n); err != nil {
						return err
					}
				}
				rows[t.Message] = n
			}
			if _, err := put.ExecContext(ctx, n, t.Part, t.Kind, t.Text, t.Took.Milliseconds()); err != nil {
				return err
			}
		}
		return nil
	})
}

// readTail joins the tail of one message into parts. A part gets the kind and the time of its
// last piece, because text may turn out to be reasoning.
func readTail(ctx context.Context, tx *sql.Tx, message int64) ([]chat.Part, error) {
	rows, err := tx.QueryContext(ctx, `SELECT part, kind, text, took FROM tail WHERE message = ? ORDER BY part, seq`, message)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var parts []chat.Part
	var text []byte
	last := -1
	end := func() {
		if len(parts) > 0 {
			parts[len(parts)-1].Text = string(text)
		}
		text = text[:0]
	}
	for rows.Next() {
		var part int
		var took int64
		var kind chat.PartKind
		var more sql.RawBytes
		if err := rows.Scan(&part, &kind, &more, &took); err != nil {
			return nil, err
		}
		if part != last {
			end()
			parts = append(parts, chat.Part{})
			last = part
		}
		parts[len(parts)-1].Kind, parts[len(parts)-1].Took = kind, time.Duration(took)*time.Millisecond
		text = append(text, more...)
	}
	end()
	return parts, rows.Err()
}

// fold appends the received parts to the existing ones, with a chat.PartContinued in between.
func fold(kept, arrived []chat.Part) []chat.Part {
	if len(arrived) == 0 {
		return kept
	}
	if len(kept) > 0 && arrived[0].Kind != chat.PartContinued && kept[len(kept)-1].Kind != chat.PartContinued {
		kept = append(kept, chat.Part{Kind: chat.PartContinued})
	}
	return append(kept, arrived...)
}
