package recoverytest

import (
	"cmp"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"parlando/app/history"
)

// Snapshot is every row of a library but those of the search index: table, key, row.
type Snapshot map[string]map[string]string

// keys are the columns that identify a row of the tables that have no single one.
var keys = map[string]string{
	"part": "message || '/' || seq", "chosen": "conversation || '/' || parent", "change": "entity || '/' || id || '/' || field",
	"form_field": "form || '/' || field", "draft": "conversation", "draft_text": "sum", "blob": "sha256", "request": "id",
	"tail": "seq", "library": "one", "imported": "conversation", "charge_day": "day || '/' || connection || '/' || asked || '/' || purpose || '/' || currency",
}

// KeyOf returns the SQL expression of the key of a table's rows.
func KeyOf(table string) string { return cmp.Or(keys[table], "n") }

// SnapshotOf returns every row of the library in a folder.
func SnapshotOf(t testing.TB, dir string) Snapshot {
	t.Helper()
	db := Open(t, dir)
	defer db.Close()
	s := Snapshot{}
	for _, table := range strings.Fields(One[string](t, db, `SELECT group_concat(name, ' ') FROM pragma_table_list
		WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'goose_db_version'`)) {
		key := KeyOf(table)
		columns := One[string](t, db, `SELECT group_concat('quote("' || name || '")', ' || '','' || ') FROM pragma_table_info('`+table+`')`)
		s[table] = RowsOf(t, db, `SELECT `+key+`, `+columns+` FROM `+table)
	}
	return s
}

// RowsOf returns the rows of a query for keys and rows.
func RowsOf(t testing.TB, db *sql.DB, query string) map[string]string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	all := map[string]string{}
	for rows.Next() {
		var key, row string
		if err := rows.Scan(&key, &row); err != nil {
			t.Fatal(err)
		}
		all[key] = row
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// Diff returns how got differs from want, at most a few lines.
func Diff(got, want Snapshot) string {
	var lines []string
	for table, rows := range want {
		for key, row := range rows {
			if got[table][key] != row {
				lines = append(lines, fmt.Sprintf("%s %s: got %.300s\nwant %.300s", table, key, got[table][key], row))
			}
		}
	}
	for table, rows := range got {
		for key, row := range rows {
			if _, ok := want[table][key]; !ok {
				lines = append(lines, fmt.Sprintf("%s %s: more %.300s", table, key, row))
			}
		}
	}
	return strings.Join(lines[:min(len(lines), 10)], "\n")
}

// Open opens the database of the library in a folder.
func Open(t testing.TB, dir string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(dir, history.FileName)))
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// One returns the result of a query for one value.
func One[T any](t testing.TB, db *sql.DB, query string, arguments ...any) (v T) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query, arguments...).Scan(&v); err != nil {
		t.Fatal(query, err)
	}
	return v
}
