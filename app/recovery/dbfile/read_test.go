package dbfile

import (
	"testing"
)

func TestAWholeLibraryIsReadAsSQLiteReadsIt(t *testing.T) {
	l := newLibrary(t, 60)
	if len(l.wal) == 0 {
		t.Fatal("the library has no log")
	}
	rows, damage := readAll(t, write(t, t.TempDir(), l.db, l.wal), l.tables)
	if damage.Unreadable > 0 || len(damage.Incomplete) > 0 {
		t.Errorf("damage: %+v", damage)
	}
	seen := map[string]bool{}
	for _, r := range rows {
		key := rowKey(r.Table, r.RowID, r.Values)
		if !l.rows[key] || seen[key] || r.Suspect || r.Orphan {
			t.Errorf("row %.200s (known %v, seen %v): suspect %v, orphan %v", key, l.rows[key], seen[key], r.Suspect, r.Orphan)
		}
		seen[key] = true
	}
	if len(seen) != len(l.rows) {
		t.Errorf("%d rows, want %d", len(seen), len(l.rows))
	}
	t.Log(len(l.db), len(l.wal), len(rows), l.kinds)
}
