package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/google/uuid"
)

// OpenMemory creates an empty library that exists only in memory, until Close. Its View and Update
// use one connection, so f must not call either of them.
func OpenMemory(ctx context.Context) (*DB, error) {
	name, err := uuid.NewRandom()
	if err != nil {
		return nil, err
	}
	// SQLite shares a database whose name begins with a slash among connections, and drops it with
	// the last one.
	address := "file:/" + name.String() + "?vfs=memdb"
	settings := address + "&_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(memory)&_pragma=temp_store(memory)"
	one, err := sql.Open("sqlite", settings)
	if err != nil {
		return nil, err
	}
	one.SetMaxOpenConns(1)
	d := &DB{memory: address, write: one, read: one}
	if d.keeper, err = sql.Open("sqlite", settings); err == nil {
		if err = d.keeper.PingContext(ctx); err == nil {
			err = up(ctx, one, Migrations())
		}
	}
	if err != nil {
		return nil, Classify(errors.Join(err, d.Close()))
	}
	return d, nil
}
