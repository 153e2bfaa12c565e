package recovery_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/recovery/dbfile"
	"parlando/app/recovery/recoverytest"
)

// pageSize is that of the library's file.
const pageSize = 4096

// victim is a library in two files that are damaged, and what is known of it while it is whole.
type victim struct {
	db, wal []byte
	rows    recoverytest.Snapshot
	// pages are those that a row lies on, by table and key.
	pages map[string]map[string][]int
	// kinds are the pages of the file by what they hold.
	kinds map[string][]int
	// chats are the ids of conversations by number.
	chats map[string]chat.ID
	// owners are the numbers of the conversations that rows belong to, by table and key.
	owners map[string]map[string]string
}

// newVictim makes a library. With wal its last changes lie in the log.
func newVictim(t testing.TB, wal bool) *victim {
	t.Helper()
	dir := filled(t)
	if wal {
		s, err := history.Open(t.Context(), dir, history.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := recoverytest.Change(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	v := &victim{db: read(t, filepath.Join(dir, history.FileName))}
	if wal {
		v.wal = read(t, filepath.Join(dir, history.FileName+"-wal"))
	}
	v.rows = recoverytest.SnapshotOf(t, dir)
	db := recoverytest.Open(t, dir)
	defer db.Close()
	v.askPages(t, db, dir)
	v.chats, v.owners = map[string]chat.ID{}, map[string]map[string]string{}
	for n, id := range recoverytest.RowsOf(t, db, `SELECT n, id FROM conversation`) {
		v.chats[n] = chat.ID(id)
	}
	for table, query := range map[string]string{
		"message":    `SELECT n, conversation FROM message`,
		"request":    `SELECT request, conversation FROM message WHERE request IS NOT NULL`,
		"draft":      `SELECT d.conversation, c.n FROM draft d JOIN conversation c ON c.id = substr(d.conversation, 1, length(c.id))`,
		"draft_text": `SELECT t.sum, c.n FROM draft_text t JOIN draft d ON instr(d.parts, t.sum) JOIN conversation c ON c.id = d.conversation`,
	} {
		v.owners[table] = recoverytest.RowsOf(t, db, query)
	}
	return v
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// askPages finds out on which pages each row lies, and what the pages of the file hold.
func (v *victim) askPages(t testing.TB, db *sql.DB, dir string) {
	t.Helper()
	paths := map[int]string{}      // by leaf
	overflow := map[string][]int{} // by path of the cell
	v.kinds = map[string][]int{}
	rows, err := db.Query(`SELECT name, path, pagetype, pageno FROM dbstat`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name, path, kind string
		var page int
		if err := rows.Scan(&name, &path, &kind, &page); err != nil {
			t.Fatal(err)
		}
		switch {
		case name == "sqlite_schema":
			kind = "schema"
		case strings.HasPrefix(name, "search"):
			kind = "search"
		case strings.Contains(name, "_") && name != "draft_text" && name != "form_field" && !strings.HasPrefix(name, "goose"):
			kind = "index"
		case kind == "overflow":
			cell, _, _ := strings.Cut(path, "+")
			overflow[name+cell] = append(overflow[name+cell], page)
		default:
			paths[page] = name + path
		}
		v.kinds[kind] = append(v.kinds[kind], page)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	v.locate(t, db, dir, paths, overflow)
}

// locate asks the reader of the file for the page of each row, and adds those of its overflow.
func (v *victim) locate(t testing.TB, db *sql.DB, dir string, paths map[int]string, overflow map[string][]int) {
	t.Helper()
	f, err := dbfile.Open(filepath.Join(dir, history.FileName))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var tables []dbfile.Table
	keyColumns := map[string][]int{}
	v.pages = map[string]map[string][]int{}
	for table := range v.rows {
		shape := shapeOf(t, db, table)
		tables = append(tables, shape)
		v.pages[table] = map[string][]int{}
		for key := range strings.SplitSeq(recoverytest.KeyOf(table), " || '/' || ") {
			keyColumns[table] = append(keyColumns[table], slices.IndexFunc(shape.Columns, func(c dbfile.Column) bool { return c.Name == key }))
		}
	}
	cells := map[int]int{}
	if _, err := f.Read(t.Context(), tables, nil, func(r dbfile.TableRow) error {
		key := make([]string, 0, 3)
		for _, i := range keyColumns[r.Table] {
			if value := r.Values[i]; value == nil {
				key = append(key, fmt.Sprint(r.RowID))
			} else {
				key = append(key, fmt.Sprint(value))
			}
		}
		cell := fmt.Sprintf("%s%03x", paths[r.Page], cells[r.Page])
		cells[r.Page]++
		v.pages[r.Table][strings.Join(key, "/")] = append([]int{r.Page}, overflow[cell]...)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for table, rows := range v.rows {
		for key := range rows {
			if len(v.pages[table][key]) == 0 {
				t.Fatalf("no page of %s %s", table, key)
			}
		}
	}
}

func shapeOf(t testing.TB, db *sql.DB, table string) dbfile.Table {
	t.Helper()
	wr := recoverytest.One[bool](t, db, `SELECT wr FROM pragma_table_list WHERE name = ?`, table)
	s := dbfile.Table{Name: table, WithoutRowID: wr}
	order := "cid"
	if wr {
		order = "iif(pk > 0, pk - 1000, cid)"
	}
	rows, err := db.Query(`SELECT name, type, pk > 0 AND type = 'INTEGER' FROM pragma_table_info('` + table + `') ORDER BY ` + order)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var c dbfile.Column
		var kind string
		if err := rows.Scan(&c.Name, &kind, &c.RowID); err != nil {
			t.Fatal(err)
		}
		c.RowID = c.RowID && !wr
		c.Type = map[string]dbfile.Type{"INTEGER": dbfile.Integer, "TEXT": dbfile.Text, "REAL": dbfile.Real}[kind]
		s.Columns = append(s.Columns, c)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return s
}
