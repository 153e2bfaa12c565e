package sqlite

import (
	"context"
	"database/sql"
)

// PreparedTx executes statements in a transaction and prepares each only once, for many rows. A
// statement does not end early when ctx is canceled, since the driver would start a goroutine for
// each to notice that. The transaction ends then.
type PreparedTx struct {
	tx       *sql.Tx
	prepared map[string]*sql.Stmt
}

// NewPreparedTx returns a PreparedTx for a transaction, whose end closes its statements.
func NewPreparedTx(tx *sql.Tx) *PreparedTx { return &PreparedTx{tx, map[string]*sql.Stmt{}} }

// ExecContext executes a statement as sql.Tx does.
func (p *PreparedTx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	ctx = context.WithoutCancel(ctx)
	if err := p.prepare(ctx, query); err != nil {
		return nil, err
	}
	return p.prepared[query].ExecContext(ctx, args...)
}

// QueryRowContext runs a query for one row as sql.Tx does.
func (p *PreparedTx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	ctx = context.WithoutCancel(ctx)
	if err := p.prepare(ctx, query); err != nil {
		return p.tx.QueryRowContext(ctx, query, args...) // fails as well, with a row for the error
	}
	return p.prepared[query].QueryRowContext(ctx, args...)
}

// QueryContext runs a query as sql.Tx does.
func (p *PreparedTx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	ctx = context.WithoutCancel(ctx)
	if err := p.prepare(ctx, query); err != nil {
		return nil, err
	}
	return p.prepared[query].QueryContext(ctx, args...)
}

// prepare prepares a statement unless it is prepared.
func (p *PreparedTx) prepare(ctx context.Context, query string) error {
	if p.prepared[query] != nil {
		return nil
	}
	s, err := p.tx.PrepareContext(ctx, query) //nolint:sqlclosecheck // the end of the transaction does
	if err == nil {
		p.prepared[query] = s
	}
	return err
}
