package dbfile

import "testing"

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

func FuzzRead(f *testing.F) {
	l := newLibrary(f, 1)
	// Most pages of so small a library hold nothing: those with rows are enough.
	f.Add(l.db[:16*defaultPageSize], l.wal[:min(len(l.wal), 20*4120)])
	f.Add(l.db[:defaultPageSize+100], []byte(nil))
	f.Add([]byte(nil), l.wal[:min(len(l.wal), 8*4120)])
	f.Fuzz(func(t *testing.T, db, wal []byte) {
		file := inMemory(db, wal)
		most := (len(db) + len(wal)) * 2
		rows := 0
		damage, err := file.Read(t.Context(), l.tables, nil, func(Row) error {
			if rows++; rows > most {
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
