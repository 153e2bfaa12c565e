package historytest

import (
	"path/filepath"
	"testing"

	"parlando/app/history"
	"parlando/app/internal/sqlite/sqlitetest"
)

// Damage makes one leaf page of a table or an index unreadable, in the closed library in dir.
func Damage(t testing.TB, dir, object string) {
	t.Helper()
	sqlitetest.Damage(t, filepath.Join(dir, history.FileName), object)
}
