package history

import (
	"context"
	"database/sql"
)

// execer executes statements in a transaction: *sql.Tx or *preparedTx.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// preparedTx executes statements in a transaction and prepares each only once, for many rows.
type preparedTx struct {
	tx       *sql.Tx
	prepared map[string]*sql.Stmt
}

func newPreparedTx(tx *sql.Tx) *preparedTx { return &preparedTx{tx, map[string]*sql.Stmt{}} }

// ExecContext implements execer.
func (p *preparedTx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s := p.prepared[query]
	if s == nil {
		var err error
		if s, err = p.tx.PrepareContext(ctx, query); err != nil { //nolint:sqlclosecheck // the end of the transaction does
			return nil, err
		}
		p.prepared[query] = s
	}
	return s.ExecContext(ctx, args...)
}
