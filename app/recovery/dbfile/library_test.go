package dbfile

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlando/app/internal/sqlite"
)

// library is a library of the program in two files, and what SQLite reads in it.
type library struct {
	db, wal []byte
	tables  []Table
	rows    map[rowKey]bool
	// pages are those that a row lies on, and kinds says which pages of the file are of a kind.
	pages map[rowKey][]int
	kinds map[string][]int
}

// rowKey identifies a row by all its values.
type rowKey struct {
	table  string
	rowid  int64
	values uint64 // their hash
}

var seed = maphash.MakeSeed()

func keyOf(table string, rowid int64, values []any) rowKey {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, v := range values {
		switch v := v.(type) {
		case string:
			h.WriteByte(1)
			h.WriteString(v)
		case []byte:
			h.WriteByte(2)
			h.Write(v)
		case nil:
			h.WriteByte(3)
		case int64:
			h.WriteByte(4)
			h.Write(binary.BigEndian.AppendUint64(nil, uint64(v)))
		default:
			fmt.Fprintf(&h, "%T %v", v, v)
		}
	}
	return rowKey{table, rowid, h.Sum64()}
}

// newLibrary makes a library of some conversations. The last quarter of it lies in the log.
func newLibrary(t testing.TB, conversations int) *library {
	t.Helper()
	path := filepath.Join(t.TempDir(), "library.db")
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	fillLibrary(t, db, 0, conversations*3/4)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if db, err = sqlite.Open(t.Context(), path, sqlite.Options{}); err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	fillLibrary(t, db, conversations*3/4, conversations)
	l := &library{rows: map[rowKey]bool{}, pages: map[rowKey][]int{}, kinds: map[string][]int{}}
	if err := db.View(t.Context(), func(tx *sql.Tx) error { return l.ask(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
	l.db, l.wal = readBytes(t, path), readBytes(t, path+"-wal")
	return l
}

func readBytes(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// fillLibrary adds the conversations with the given numbers, one transaction each.
func fillLibrary(t testing.TB, db *sqlite.DB, from, to int) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, uint64(from)))
	text := func(words int) string {
		var b strings.Builder
		for range words {
			fmt.Fprintf(&b, "wörd%d ", random.IntN(3000))
		}
		return b.String()
	}
	for c := from; c < to; c++ {
		err := db.Update(t.Context(), sqlite.Relaxed, func(tx *sql.Tx) (err error) {
			do := func(query string, args ...any) {
				if err == nil {
					_, err = tx.Exec(query, args...)
				}
			}
			id := fmt.Sprintf("conversation-%08d", c)
			do(`INSERT INTO conversation (n, id, title, created, updated) VALUES (?, ?, ?, ?, ?)`, c+1, id, text(4), 1e12+c, 1e12+c)
			do(`INSERT INTO change VALUES ('here', ?, ?, 'conversation', ?, 'title', ?)`, c, c, id, text(4))
			parent := 0
			for m := range 10 {
				n := c*10 + m + 1
				request := fmt.Sprintf("request-%d-%08d", m, c)
				words := 20
				if random.IntN(12) == 0 {
					words = 1200
				}
				body := text(words)
				do(`INSERT INTO message (n, id, conversation, parent, role, request, state, created) VALUES (?, ?, ?, ?, 'user', ?, 'done', ?)`,
					n, fmt.Sprintf("message-%d-%08d", m, c), c+1, parent, request, 1e12+n)
				do(`INSERT INTO part (message, seq, kind, text) VALUES (?, 0, 'text', ?)`, n, body)
				do(`INSERT INTO chosen VALUES (?, ?, ?)`, c+1, parent, n)
				do(`INSERT INTO request (id, asked, params) VALUES (?, 'model', ?)`, request, text(15))
				do(`INSERT INTO search (rowid, text) VALUES (?, ?)`, n, body)
				parent = n
			}
			if c%8 == 3 {
				do(`DELETE FROM part WHERE message BETWEEN ? AND ?`, c*10-20, c*10+5)
			}
			do(`INSERT INTO transcript (n, id, temperature, created, updated, state) VALUES (?, ?, 0.25, 1, 2, 'done')`, c+1, id)
			for range 5 {
				do(`INSERT INTO segment (transcript, place, text) VALUES (?, 'a', ?)`, c+1, text(9))
			}
			do(`INSERT INTO draft VALUES (?, ?, '', '', 1)`, id, text(30))
			do(`INSERT INTO blob VALUES (?, 'image/png', 1, 2, 3, 4)`, id)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// ask asks SQLite for the tables, their rows, and the pages.
func (l *library) ask(ctx context.Context, tx *sql.Tx) error {
	list, err := column[string](ctx, tx, `SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0
		AND name NOT LIKE 'search%' AND name <> 'sqlite_sequence'`)
	if err != nil {
		return err
	}
	for _, name := range list {
		table, err := tableOf(ctx, tx, name)
		if err != nil {
			return err
		}
		l.tables = append(l.tables, table)
		if err := l.askRows(ctx, tx, table); err != nil {
			return err
		}
	}
	rows, err := tx.QueryContext(ctx, `SELECT name, pagetype, pageno FROM dbstat`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name, kind string
		var page int
		if err := rows.Scan(&name, &kind, &page); err != nil {
			return err
		}
		asked := slices.ContainsFunc(l.tables, func(t Table) bool { return t.Name == name })
		switch {
		case name == "sqlite_schema":
			kind = "schema"
		case strings.HasPrefix(name, "search"):
			kind = "search"
		case !asked:
			kind = "index " + kind
		}
		l.kinds[kind] = append(l.kinds[kind], page)
	}
	return rows.Err()
}

func column[T any](ctx context.Context, tx *sql.Tx, query string, args ...any) (list []T, err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, rows.Err()
}

// tableOf returns the shape of a table.
func tableOf(ctx context.Context, tx *sql.Tx, name string) (Table, error) {
	t := Table{Name: name}
	source, err := column[string](ctx, tx, `SELECT sql FROM sqlite_schema WHERE name = ?`, name)
	if err != nil {
		return t, err
	}
	t.WithoutRowID = strings.Contains(source[0], "WITHOUT ROWID")
	rows, err := tx.QueryContext(ctx, `SELECT name, type, "notnull", pk FROM pragma_table_info(?)
		ORDER BY CASE WHEN pk > 0 AND ? THEN pk ELSE 1000 + cid END`, name, t.WithoutRowID)
	if err != nil {
		return t, err
	}
	defer rows.Close()
	types := map[string]Type{"INTEGER": Integer, "TEXT": Text, "REAL": Real, "BLOB": Blob}
	for rows.Next() {
		var c Column
		var kind string
		var key int
		if err := rows.Scan(&c.Name, &kind, &c.NotNull, &key); err != nil {
			return t, err
		}
		c.Type = types[kind]
		c.RowID = key == 1 && c.Type == Integer && !t.WithoutRowID
		t.Columns = append(t.Columns, c)
	}
	return t, rows.Err()
}

func (l *library) askRows(ctx context.Context, tx *sql.Tx, t Table) error {
	list := make([]string, 0, len(t.Columns)+1)
	if t.WithoutRowID {
		list = append(list, "0")
	} else {
		list = append(list, "rowid")
	}
	for _, c := range t.Columns {
		list = append(list, `+"`+c.Name+`"`) // a value as it is stored, not by the declared type
	}
	rows, err := tx.QueryContext(ctx, `SELECT `+strings.Join(list, ", ")+` FROM "`+t.Name+`"`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		values := make([]any, len(list))
		into := make([]any, len(list))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		l.rows[keyOf(t.Name, values[0].(int64), values[1:])] = true
	}
	return rows.Err()
}

// memory is a file in memory.
type memory struct{ *bytes.Reader }

func (memory) Close() error { return nil }

// inMemory opens a library without a folder.
func inMemory(db, wal []byte) *File {
	return newFile(memory{bytes.NewReader(db)}, int64(len(db)), memory{bytes.NewReader(wal)}, int64(len(wal)))
}

// write writes a library into a folder and opens it.
func write(t testing.TB, dir string, db, wal []byte) *File {
	t.Helper()
	path := filepath.Join(dir, "library.db")
	for name, data := range map[string][]byte{path: db, path + "-wal": wal} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// readAll reads all rows of the tables.
func readAll(t testing.TB, f *File, tables []Table) ([]TableRow, Damage) {
	t.Helper()
	var rows []TableRow
	damage, err := f.Read(t.Context(), tables, nil, func(r TableRow) error {
		rows = append(rows, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return rows, damage
}
