package history

import (
	"context"
	"database/sql"
)

// execer executes statements in a transaction: *sql.Tx or *sqlite.PreparedTx.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}
