package sqlite

import (
	"context"
	"database/sql"
	"errors"
)

// Snapshot writes all committed data to a new file while others read and write. A read-only
// database returns ErrReadOnly.
func (d *DB) Snapshot(ctx context.Context, path string) error {
	if d.write == nil {
		return ErrReadOnly
	}
	pool, err := openPlaced(d.place, nil, "_pragma=busy_timeout(5000)", readCache, "_pragma=temp_store(memory)")
	if err != nil {
		return err
	}
	pool.SetMaxOpenConns(1)
	return Classify(errors.Join(copyTo(ctx, pool, path), pool.Close()))
}

// ViewFile runs f in a read transaction of a file that no DB has open, whatever its schema is. It
// passes the version of the schema.
func ViewFile(ctx context.Context, path string, f func(tx *sql.Tx, version int64) error) error {
	pool, err := openReadOnly(ctx, path)
	if err != nil {
		return Classify(err)
	}
	view := func() error {
		version, err := schemaVersion(ctx, pool)
		if err != nil {
			return err
		}
		return (&DB{read: pool}).View(ctx, func(tx *sql.Tx) error { return f(tx, version) })
	}
	return Classify(errors.Join(view(), pool.Close()))
}

// Attached is the name of the schema of the other database in UpdateFrom and UpdateFromMemory.
const Attached = "other"

// UpdateFrom is a durable Update with the database file at path attached for reading, as the schema
// Attached.
func (d *DB) UpdateFrom(ctx context.Context, path string, f func(*sql.Tx) error) error {
	return d.updateFrom(ctx, dsn(path, "mode=ro"), f)
}

// UpdateFromMemory is UpdateFrom for a database of OpenMemory, which nobody may use meanwhile.
func (d *DB) UpdateFromMemory(ctx context.Context, from *DB, f func(*sql.Tx) error) error {
	return d.updateFrom(ctx, from.memory, f)
}

func (d *DB) updateFrom(ctx context.Context, address string, f func(*sql.Tx) error) error {
	if d.write == nil {
		return ErrReadOnly
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, err := d.write.ExecContext(ctx, "ATTACH ? AS "+Attached, address); err != nil {
		return Classify(err)
	}
	err := d.update(ctx, Durable, f)
	_, detached := d.write.ExecContext(context.WithoutCancel(ctx), "DETACH "+Attached)
	return Classify(errors.Join(err, detached))
}
