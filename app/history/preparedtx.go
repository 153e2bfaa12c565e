package history

import (
	"context"
	"database/sql"
)

// execer executes statements in a transaction: *sql.Tx or *preparedTx.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// preparedTx executes statements in a transaction and prepares each only once, for many rows.
type preparedTx struct {
	tx       *sql.Tx
	prepared map[string]*sql.Stmt
}

func newPreparedTx(tx *sql.Tx) *preparedTx { return &preparedTx{tx, map[string]*sql.Stmt{}} }

// ExecContext implements execer. It does not end early when ctx is canceled, since the driver would
// start a goroutine for each statement to notice that. The transaction ends then.
func (p *preparedTx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	ctx = context.WithoutCancel(ctx)
	if err := p.prepare(ctx, query); err != nil {
		return nil, err
	}
	return p.prepared[query].ExecContext(ctx, args...)
}

// QueryRowContext implements execer, as ExecContext does.
func (p *preparedTx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	ctx = context.WithoutCancel(ctx)
	if err := p.prepare(ctx, query); err != nil {
		return p.tx.QueryRowContext(ctx, query, args...) // fails as well, with a row for the error
	}
	return p.prepared[query].QueryRowContext(ctx, args...)
}

// prepare prepares a statement unless it is prepared.
func (p *preparedTx) prepare(ctx context.Context, query string) error {
	if p.prepared[query] != nil {
		return nil
	}
	s, err := p.tx.PrepareContext(ctx, query) //nolint:sqlclosecheck // the end of the transaction does
	if err == nil {
		p.prepared[query] = s
	}
	return err
}
