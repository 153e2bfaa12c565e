package dbfile

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// locate fills in the pages on which each row lies, those of long texts included.
func (l *library) locate(t *testing.T, f *File, rows []TableRow) {
	t.Helper()
	s := f.newSurvey(t.Context())
	tables := map[string]*Table{}
	for i := range l.tables {
		tables[l.tables[i].Name] = &l.tables[i]
	}
	done := map[int]bool{}
	for _, r := range rows {
		if done[r.Page] {
			continue
		}
		done[r.Page] = true
		p, err := f.load(r.Page)
		if err != nil {
			t.Fatal(err)
		}
		d := f.parse(p, p.data[headerAt(r.Page)])
		for _, c := range d.cells {
			row, ok := s.row(c, d, &tree{name: r.Table, table: tables[r.Table]}, false)
			if !ok {
				t.Fatalf("a row of page %d", r.Page)
			}
			on := []int{r.Page}
			if c.overflow > 0 {
				rest, _ := s.chain(c)
				on = append(on, rest...)
			}
			l.pages[keyOf(row.Table, row.RowID, row.Values)] = on
		}
	}
}

// located is a library with the place of its rows, without a log or with it.
func located(t *testing.T, conversations int, log bool) *library {
	t.Helper()
	l := newLibrary(t, conversations)
	if !log {
		l.fold(t)
	}
	rows, _ := readAll(t, inMemory(l.db, l.wal), l.tables)
	l.locate(t, inMemory(l.db, l.wal), rows)
	return l
}

// fold writes the pages of the log into the file.
func (l *library) fold(t *testing.T) {
	t.Helper()
	f := inMemory(l.db, l.wal)
	l.db = make([]byte, f.pages*f.size)
	for n := 1; n <= f.pages; n++ {
		p, err := f.load(n)
		if err != nil {
			t.Fatal(err)
		}
		copy(l.db[(n-1)*f.size:], p.data)
	}
	l.wal = nil
}

// check compares what is read of a damaged library with what it held. Rows on the pages in hurt may
// be lost or changed; all others must be there once, and others than those held must say so.
func (l *library) check(t *testing.T, what string, rows []TableRow, hurt map[int]bool) {
	t.Helper()
	type place struct {
		table string
		rowid int64
	}
	touched := map[place]bool{}
	for key, pages := range l.pages {
		if slices.ContainsFunc(pages, func(n int) bool { return hurt[n] }) {
			touched[place{key.table, key.rowid}] = true
		}
	}
	got := map[rowKey]int{}
	for _, r := range rows {
		key := keyOf(r.Table, r.RowID, r.Values)
		switch {
		case hurt[r.Page]: // what was left behind in a damaged page may look like a row
		case r.Orphan && r.Suspect: // an entry of an index may look like a row
			got[key] = max(got[key], 1)
		default:
			got[key]++
		}
		if !l.rows[key] && !r.Suspect && !hurt[r.Page] && !r.Orphan && !touched[place{r.Table, r.RowID}] {
			t.Errorf("%s: a row that was not there: %.200v (page %d)", what, r, r.Page)
		}
	}
	lost := map[string]int{}
	for key := range l.rows {
		if slices.ContainsFunc(l.pages[key], func(n int) bool { return hurt[n] }) {
			continue
		}
		if got[key] != 1 {
			lost[fmt.Sprintf("%s page %d, %d times", key.table, l.pages[key], got[key])]++
		}
	}
	if len(lost) > 0 {
		t.Errorf("%s: rows of whole pages that do not come once: %v", what, lost)
	}
}

// harm damages some bytes in one of several ways and says which.
func harm(random *rand.Rand, data []byte) string {
	at := random.IntN(len(data))
	switch random.IntN(5) {
	case 0:
		clear(data)
		return "zeros"
	case 1:
		for i := range data {
			data[i] = byte(random.IntN(256))
		}
		return "noise"
	case 2:
		for i := range data[at:min(at+64, len(data))] {
			data[at+i] = byte(random.IntN(256))
		}
		return fmt.Sprintf("noise at %d", at)
	case 3:
		at = random.IntN(min(at+1, 40)) // the head of a page and its list of cells
	}
	bit := byte(1) << random.IntN(8)
	data[at] ^= bit
	return fmt.Sprintf("bit %02x at %d", bit, at)
}

// harms is the number of damaged libraries of each kind; make damage reads more.
var harms = cmp.Or(len(os.Getenv("PARLANDO_ALL_DAMAGE"))*100, 25)

func TestDamageCostsOnlyTheRowsOnIt(t *testing.T) {
	l := located(t, 16, false)
	for _, kind := range slices.Sorted(maps.Keys(l.kinds)) {
		t.Run(kind, func(t *testing.T) {
			random := rand.New(rand.NewPCG(7, 8))
			for range harms {
				n := l.kinds[kind][random.IntN(len(l.kinds[kind]))]
				db := bytes.Clone(l.db)
				what := harm(random, db[(n-1)*defaultPageSize:n*defaultPageSize])
				rows, _ := readAll(t, inMemory(db, nil), l.tables)
				l.check(t, fmt.Sprintf("page %d: %s", n, what), rows, map[int]bool{n: true})
			}
		})
	}
}

func TestOneBitOfAPageCostsOneRow(t *testing.T) {
	l := located(t, 16, false)
	random := rand.New(rand.NewPCG(7, 8))
	for range 3 * harms {
		n := l.kinds["leaf"][random.IntN(len(l.kinds["leaf"]))]
		db := bytes.Clone(l.db)
		at := random.IntN(defaultPageSize)
		if random.IntN(2) == 0 {
			at = random.IntN(60)
		}
		bit := byte(1) << random.IntN(8)
		db[(n-1)*defaultPageSize+at] ^= bit
		rows, _ := readAll(t, inMemory(db, nil), l.tables)
		got := map[rowKey]bool{}
		for _, r := range rows {
			got[keyOf(r.Table, r.RowID, r.Values)] = true
		}
		lost := 0
		for key := range l.rows {
			if l.pages[key][0] == n && !got[key] {
				lost++
			}
		}
		if lost > 1 {
			t.Errorf("bit %02x at %d of page %d cost %d rows", bit, at, n, lost)
		}
	}
}

// A removed row leaves a free block, behind which no row is found twice.
func TestADamagedPageWithAFreeBlockHasEachRowOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{
		`CREATE TABLE word (name TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID`,
		`INSERT INTO word WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 20) SELECT 'word ' || n, 100 + n FROM c`,
		`DELETE FROM word WHERE n = 107`,
	} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	file := readBytes(t, path)
	clear(file[defaultPageSize+8+2*5:][:2]) // where the sixth cell of page 2 lies
	rows, _ := readAll(t, inMemory(file, nil), []Table{{Name: "word", WithoutRowID: true, Columns: []Column{
		{Name: "name", Type: Text, NotNull: true}, {Name: "n", Type: Integer, NotNull: true},
	}}})
	seen := map[any]int{}
	for _, r := range rows {
		seen[r.Values[0]]++
	}
	if len(rows) != 19 || len(seen) != 19 {
		t.Errorf("%d rows: %v", len(rows), seen)
	}
}

// The roots of most trees and most of the schema lie at the beginning.
func TestWithoutItsBeginningAFileIsReadByTheShapeOfItsRows(t *testing.T) {
	const gone = 30
	l := located(t, 16, false)
	clear(l.db[:gone*defaultPageSize])
	hurt := map[int]bool{}
	for n := 1; n <= gone; n++ {
		hurt[n] = true
	}
	rows, damage := readAll(t, inMemory(l.db, nil), l.tables)
	l.check(t, "no beginning", rows, hurt)
	if damage.Unreadable != gone {
		t.Errorf("%+v, want %d pages that cannot be read", damage, gone)
	}
	random := rand.New(rand.NewPCG(7, 8))
	for i := range l.db {
		l.db[i] = byte(random.IntN(256))
	}
	if _, damage := readAll(t, inMemory(l.db, nil), nil); damage.Unreadable < damage.Pages*9/10 {
		t.Errorf("noise: %+v", damage)
	}
}

func TestDamageInTheHeaderCostsNothing(t *testing.T) {
	l := located(t, 16, false)
	random := rand.New(rand.NewPCG(7, 8))
	for range harms {
		db := bytes.Clone(l.db)
		what := harm(random, db[:100])
		rows, _ := readAll(t, inMemory(db, nil), l.tables)
		l.check(t, what, rows, nil)
	}
}

func TestAFileThatIsCutKeepsItsRows(t *testing.T) {
	l := located(t, 16, false)
	random := rand.New(rand.NewPCG(7, 8))
	for range harms {
		end := random.IntN(len(l.db))
		gone := map[int]bool{}
		for n := end/defaultPageSize + 1; n <= len(l.db)/defaultPageSize; n++ {
			gone[n] = true
		}
		rows, damage := readAll(t, inMemory(l.db[:end], nil), l.tables)
		if end > 9*defaultPageSize && (damage.Pages != len(l.db)/defaultPageSize || damage.Unreadable < len(gone)) {
			t.Errorf("cut at %d: %+v of %d pages, %d of them gone", end, damage, len(l.db)/defaultPageSize, len(gone))
		}
		l.check(t, fmt.Sprint("cut at ", end), rows, gone)
	}
}

func TestDamageInTheLogCostsOneFrame(t *testing.T) {
	l := located(t, 16, true)
	random := rand.New(rand.NewPCG(7, 8))
	const long = frameHeader + defaultPageSize
	for range harms {
		wal := bytes.Clone(l.wal)
		i := random.IntN((len(wal) - walHeader) / long)
		at := walHeader + i*long
		hurt := map[int]bool{be32(wal, at): true}
		part := wal[at : at+long]
		if random.IntN(2) == 0 {
			part = wal[at : at+frameHeader]
		}
		what := harm(random, part)
		rows, _ := readAll(t, inMemory(l.db, wal), l.tables)
		l.check(t, fmt.Sprintf("frame %d of page %v: %s", i, hurt, what), rows, hurt)
	}
	for range harms {
		wal := bytes.Clone(l.wal)
		wal[random.IntN(walHeader)] ^= 1 << random.IntN(8)
		rows, _ := readAll(t, inMemory(l.db, wal), l.tables)
		l.check(t, "header of the log", rows, nil)
	}
}

func TestOpenReadsWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "library.db")
	if _, err := Open(path); err == nil {
		t.Error("a file that is not there was opened")
	}
	if _, err := Open(dir); err == nil {
		t.Error("a folder was opened")
	}
	for name, data := range map[string][]byte{"empty": nil, "short": []byte("x"), "zeros": make([]byte, 9000)} {
		rows, damage := readAll(t, write(t, dir, data, data), []Table{{Name: "message", Columns: []Column{{Name: "n"}}}})
		if len(rows) > 0 || len(damage.Incomplete) != 1 {
			t.Errorf("%s: %d rows, %+v", name, len(rows), damage)
		}
	}
}

func TestReadEndsWithItsContextAndItsCaller(t *testing.T) {
	l := newLibrary(t, 4)
	f := write(t, t.TempDir(), l.db, l.wal)
	defer f.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Read(ctx, l.tables, nil, func(TableRow) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if _, err := f.Read(t.Context(), l.tables, nil, func(TableRow) error { return os.ErrClosed }); !errors.Is(err, os.ErrClosed) {
		t.Errorf("ended by the caller: %v", err)
	}
}
