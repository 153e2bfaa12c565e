package sqlite

import (
	"context"
	"database/sql"
)

// Row is one row of a query.
type Row interface {
	// Scan copies the columns of the row into dest, as sql.Rows does.
	Scan(dest ...any) error
}

// Querier runs queries: *sql.Tx or *PreparedTx.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Each runs a query and calls f with each row in order, until f returns an error, which Each
// returns.
func Each(ctx context.Context, tx Querier, query string, args []any, f func(Row) error) error {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// All runs a query and returns the results of scan for each row in order.
func All[T any](ctx context.Context, tx Querier, query string, args []any, scan func(Row) (T, error)) (all []T, err error) {
	err = Each(ctx, tx, query, args, func(r Row) error {
		one, err := scan(r)
		if err != nil {
			return err
		}
		all = append(all, one)
		return nil
	})
	return all, err
}

// Column scans a row of one column.
func Column[T any](r Row) (one T, err error) {
	err = r.Scan(&one)
	return one, err
}
