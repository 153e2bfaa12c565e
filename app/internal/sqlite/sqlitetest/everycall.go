package sqlitetest

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// EveryCall runs do with each call of the driver failing in turn, until do makes no further call.
// Each time do must return an error and leave the content of the file at path unchanged.
func (d *Driver) EveryCall(t *testing.T, path string, do func() error) {
	t.Helper()
	before := Contents(t, path)
	d.everyCall(t, do, func(n int) {
		if after := Contents(t, path); after != before {
			t.Fatalf("call %d failed and left a change:\n%s", n, difference(before, after))
		}
	})
}

// EveryCallOfSteps is EveryCall for a do that changes the file in several steps. It does not check
// the file.
func (d *Driver) EveryCallOfSteps(t *testing.T, do func() error) {
	t.Helper()
	d.everyCall(t, do, func(int) {})
}

func (d *Driver) everyCall(t *testing.T, do func() error, failed func(n int)) {
	t.Helper()
	for n := 1; ; n++ {
		d.Fail(n)
		err := do()
		switch didFail := d.Mend(); {
		case didFail && !errors.Is(err, ErrFailed):
			t.Fatalf("call %d failed, but the error is %v", n, err)
		case !didFail && err != nil:
			t.Fatalf("no call failed: %v", err)
		case !didFail && n == 1:
			t.Fatal("no call was made")
		case !didFail:
			return
		}
		failed(n)
	}
}

// Contents returns the rows of all tables except those of the full-text indexes.
func Contents(t testing.TB, path string) string {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var out strings.Builder
	for _, table := range texts(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search%' ORDER BY name`) {
		columns := texts(t, db, `SELECT 'quote("' || name || '")' FROM pragma_table_info('`+table+`')`)
		for _, row := range texts(t, db, "SELECT "+strings.Join(columns, "||', '||")+` FROM "`+table+`" ORDER BY 1`) {
			fmt.Fprintf(&out, "%s: %s\n", table, row)
		}
	}
	return out.String()
}

func texts(t testing.TB, db *sql.DB, query string) (all []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(query, err)
		}
		all = append(all, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(query, err)
	}
	return all
}

// difference returns the lines that only one of two contents has.
func difference(before, after string) string {
	var out strings.Builder
	for line := range strings.Lines(before) {
		if !strings.Contains(after, line) {
			out.WriteString("- " + line)
		}
	}
	for line := range strings.Lines(after) {
		if !strings.Contains(before, line) {
			out.WriteString("+ " + line)
		}
	}
	return out.String()
}
