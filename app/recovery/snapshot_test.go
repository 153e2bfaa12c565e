package recovery_test

import (
	"database/sql"
	"testing"

	"parlando/app/recovery/recoverytest"
)

type snapshot = recoverytest.Snapshot

var (
	snapshotOf = recoverytest.SnapshotOf
	keyOf      = recoverytest.KeyOf
	rowsOf     = recoverytest.RowsOf
	diff       = recoverytest.Diff
	open       = recoverytest.Open
)

func one[T any](t testing.TB, db *sql.DB, query string, arguments ...any) T {
	t.Helper()
	return recoverytest.One[T](t, db, query, arguments...)
}
