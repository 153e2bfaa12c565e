package dbfile

import (
	"bytes"
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
	seen := map[rowKey]bool{}
	for _, r := range rows {
		key := keyOf(r.Table, r.RowID, r.Values)
		if !l.rows[key] || seen[key] || r.Suspect || r.Orphan {
			t.Errorf("known %v, seen %v: %.300v", l.rows[key], seen[key], r)
		}
		seen[key] = true
	}
	if len(seen) != len(l.rows) {
		t.Errorf("%d rows, want %d", len(seen), len(l.rows))
	}
}

// An index holds values of the rows it leads to, from which a lost one can be made again.
func TestAnIndexIsReadByItsName(t *testing.T) {
	l := newLibrary(t, 8)
	tree := Table{Name: "message_tree", WithoutRowID: true, Columns: []Column{
		{Name: "conversation", Type: Integer, NotNull: true},
		{Name: "parent", Type: Integer, NotNull: true},
		{Name: "n", Type: Integer, NotNull: true},
		{Name: "deleted_with", Type: Integer, NotNull: true},
		{Name: "role", Type: Text, NotNull: true},
		{Name: "bytes", Type: Integer, NotNull: true},
		{Name: "images", Type: Integer, NotNull: true},
		{Name: "id", Type: Text, NotNull: true},
		{Name: "rowid", Type: Integer, NotNull: true},
	}}
	ids := Table{Name: "sqlite_autoindex_conversation_1", WithoutRowID: true, Columns: []Column{
		{Name: "id", Type: Text, NotNull: true}, {Name: "rowid", Type: Integer, NotNull: true},
	}}
	rows, damage := readAll(t, inMemory(l.db, l.wal), []Table{tree, ids})
	if len(damage.Incomplete) > 0 {
		t.Errorf("damage: %+v", damage)
	}
	count := map[string]int{}
	for _, r := range rows {
		count[r.Table]++
		if r.Table == tree.Name && (r.Values[2] != r.Values[8] || r.Values[4] != "user") {
			t.Errorf("entry %v", r.Values)
		}
	}
	if count[tree.Name] != 80 || count[ids.Name] != 8 {
		t.Errorf("entries: %v", count)
	}
}

// Each four bytes of edits put one byte at a place of the library: small inputs, which the fuzzer
// changes quickly, for large files.
func FuzzRead(f *testing.F) {
	l := newLibrary(f, 1)
	f.Add([]byte{0, 0, 20, 1, 0, 0, 100, 5}, uint32(len(l.db)))
	f.Add([]byte{0, 16, 3, 1, 0, 0x50, 5, 255}, uint32(9000))
	f.Add([]byte{0, 0, 28, 255, 0, 16, 0, 2}, uint32(0))
	f.Fuzz(func(t *testing.T, edits []byte, end uint32) {
		both := append(bytes.Clone(l.db), l.wal...)
		for ; len(edits) >= 4; edits = edits[4:] {
			at := int(edits[0])<<16 | int(edits[1])<<8 | int(edits[2])
			both[at%len(both)] = edits[3]
		}
		db, wal := both[:len(l.db)], both[len(l.db):]
		db = db[:min(int(end), len(db))]
		file := inMemory(db, wal)
		rows := 0
		damage, err := file.Read(t.Context(), l.tables, nil, func(TableRow) error {
			if rows++; rows > len(both) {
				t.Fatal("more rows than the file can hold")
			}
			return nil
		})
		if err != nil || damage.Unreadable > damage.Pages+file.lost {
			t.Fatal(damage, err)
		}
	})
}

// BenchmarkRead reads a library of some 60 MB.
func BenchmarkRead(b *testing.B) {
	l := newLibrary(b, 2000)
	dir := b.TempDir()
	b.SetBytes(int64(len(l.db) + len(l.wal)))
	for b.Loop() {
		rows, _ := readAll(b, write(b, dir, l.db, l.wal), l.tables)
		b.ReportMetric(float64(len(rows)), "rows")
	}
}
