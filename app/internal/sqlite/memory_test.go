package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"testing"
)

func TestALibraryInMemoryOutlivesCanceledCalls(t *testing.T) {
	d, err := OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	other, err := OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	put := func(ctx context.Context, id string) error {
		return d.Update(ctx, Durable, func(tx *sql.Tx) error {
			_, err := tx.Exec(`INSERT INTO conversation (id, created, updated) VALUES (?, 0, 0)`, id)
			return err
		})
	}
	if err := put(t.Context(), "kept"); err != nil {
		t.Fatal(err)
	}
	for _, call := range []func(context.Context, func(*sql.Tx) error) error{
		d.View, func(ctx context.Context, f func(*sql.Tx) error) error { return d.Update(ctx, Relaxed, f) },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		err := call(ctx, func(tx *sql.Tx) error {
			cancel()
			_, err := tx.QueryContext(ctx, `SELECT 1`) //nolint:sqlclosecheck,rowserrcheck // it fails
			return err
		})
		if !errors.Is(err, context.Canceled) && err == nil {
			t.Fatalf("a canceled call: %v", err)
		}
	}
	count := func(d *DB) (n int) {
		t.Helper()
		if err := d.View(t.Context(), func(tx *sql.Tx) error {
			return tx.QueryRow(`SELECT count(*) FROM conversation`).Scan(&n)
		}); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n, m := count(d), count(other); n != 1 || m != 0 {
		t.Fatalf("%d and %d conversations, want 1 and 0", n, m)
	}
	if err := errors.Join(d.InPlace(), d.Close(), other.Close()); err != nil {
		t.Fatal(err)
	}
}
