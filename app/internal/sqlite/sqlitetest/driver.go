package sqlitetest

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"testing"

	"parlando/app/internal/disktest"
	"parlando/app/internal/sqlite"
)

// ErrFailed is the error of a Driver's call that fails.
var ErrFailed = fmt.Errorf("%w on purpose", sqlite.ErrDisk)

// Driver is SQLite's own driver with a chosen call that fails. The calls are beginning and
// committing a transaction, preparing, executing and querying, and reading a row.
type Driver struct {
	driver.Driver
	disktest.Calls
}

// NewDriver returns a driver whose calls all succeed so far.
func NewDriver(t testing.TB) *Driver {
	t.Helper()
	pool, err := sql.Open("sqlite", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
	return &Driver{Driver: pool.Driver(), Calls: disktest.Calls{Err: ErrFailed}}
}

// Open implements driver.Driver.
func (d *Driver) Open(name string) (driver.Conn, error) {
	c, err := d.Driver.Open(name)
	if err != nil {
		return nil, err
	}
	return &conn{c.(sqliteConn), d}, nil
}

// sqliteConn has the methods of SQLite's connections.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

type conn struct {
	sqliteConn
	d *Driver
}

func (c *conn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	if err := c.d.Next(); err != nil {
		return nil, err
	}
	t, err := c.sqliteConn.BeginTx(ctx, o)
	if err != nil {
		return nil, err
	}
	return tx{t, c.d}, nil
}

func (c *conn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if err := c.d.Next(); err != nil {
		return nil, err
	}
	s, err := c.sqliteConn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt{s.(sqliteStmt), c.d}, nil
}

func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if err := c.d.Next(); err != nil {
		return nil, err
	}
	return c.sqliteConn.ExecContext(ctx, query, args)
}

func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return c.d.query(func() (driver.Rows, error) { return c.sqliteConn.QueryContext(ctx, query, args) })
}

func (d *Driver) query(ask func() (driver.Rows, error)) (driver.Rows, error) {
	if err := d.Next(); err != nil {
		return nil, err
	}
	r, err := ask()
	if err != nil {
		return nil, err
	}
	return rows{r, d}, nil
}

// sqliteStmt has the methods of SQLite's statements.
type sqliteStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

type stmt struct {
	sqliteStmt
	d *Driver
}

func (s stmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	if err := s.d.Next(); err != nil {
		return nil, err
	}
	return s.sqliteStmt.ExecContext(ctx, args)
}

func (s stmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return s.d.query(func() (driver.Rows, error) { return s.sqliteStmt.QueryContext(ctx, args) })
}

type tx struct {
	driver.Tx
	d *Driver
}

// Commit rolls back if it is to fail, as SQLite does on a disk error.
func (t tx) Commit() error {
	if err := t.d.Next(); err != nil {
		return errors.Join(err, t.Rollback())
	}
	return t.Tx.Commit()
}

type rows struct {
	driver.Rows
	d *Driver
}

func (r rows) Next(dest []driver.Value) error {
	if err := r.d.Next(); err != nil {
		return err
	}
	return r.Rows.Next(dest)
}
