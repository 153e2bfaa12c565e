package history

import (
	"context"
	"database/sql"
	"math"
	"strings"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// rowCopier copies the rows of a temporary chat to the library.
type rowCopier struct {
	from, to *sql.Tx
	// shifts are the numbers added to row numbers, by table: the highest ones in the library.
	shifts map[string]int64
}

// keptTables are the tables to copy as they are, with the columns that hold a row number and the
// table of that row; 0 stays 0. The records of changes and the search index are made anew.
var keptTables = []struct {
	name    string
	numbers map[string]string
}{
	{"conversation", map[string]string{"n": "conversation"}},
	{"message", map[string]string{"n": "message", "conversation": "conversation", "parent": "message", "home": "message", "deleted_with": "message"}},
	{"part", map[string]string{"message": "message"}},
	{"tail", map[string]string{"seq": "tail", "message": "message"}},
	{"chosen", map[string]string{"conversation": "conversation", "parent": "message", "child": "message"}},
	{"request", nil},
	{"draft", nil},
	{"draft_text", nil},
	{"blob", nil},
}

// pictures passes the pictures that the chat still uses to write.
func (c rowCopier) pictures(ctx context.Context, all map[string][]byte, write func(sum string, data []byte) error) error {
	unused, err := unusedBlobs(ctx, c.from, math.MaxInt64, "")
	if err != nil {
		return err
	}
	left := map[string]bool{}
	for _, sum := range unused {
		left[sum] = true
	}
	for sum, data := range all {
		if left[sum] {
			continue
		}
		if err := write(sum, data); err != nil {
			return err
		}
	}
	for _, sum := range unused {
		if _, err := c.from.ExecContext(ctx, `DELETE FROM blob WHERE sha256 = ?`, sum); err != nil {
			return err
		}
	}
	return nil
}

// rows copies all rows.
func (c rowCopier) rows(ctx context.Context) error {
	for table, column := range map[string]string{"conversation": "n", "message": "n", "tail": "seq"} {
		var last int64
		if err := c.to.QueryRowContext(ctx, `SELECT coalesce(max(`+column+`), 0) FROM `+table).Scan(&last); err != nil {
			return err
		}
		c.shifts[table] = last
	}
	for _, t := range keptTables {
		if err := c.table(ctx, t.name, t.numbers); err != nil {
			return err
		}
	}
	return sqlite.Each(ctx, c.from, `SELECT entity, id, field, value FROM change ORDER BY seq`, nil, func(r sqlite.Row) error {
		var entity, field, value string
		var id chat.ID
		if err := r.Scan(&entity, &id, &field, &value); err != nil {
			return err
		}
		return record(ctx, c.to, entity, id, field, value)
	})
}

// table copies the rows of one table.
func (c rowCopier) table(ctx context.Context, name string, numbers map[string]string) error {
	rows, err := c.from.QueryContext(ctx, `SELECT * FROM `+name)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, targets := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	// A picture or a long text may be in the library already.
	insert := `INSERT OR IGNORE INTO ` + name + ` (` + strings.Join(columns, ", ") + `) VALUES (` + places(len(columns)) + `)`
	if numbers != nil {
		insert = strings.Replace(insert, " OR IGNORE", "", 1)
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		for i, column := range columns {
			if n, ok := values[i].(int64); ok && n > 0 && numbers[column] != "" {
				values[i] = n + c.shifts[numbers[column]]
			}
		}
		if _, err := c.to.ExecContext(ctx, insert, values...); err != nil {
			return err
		}
	}
	return rows.Err()
}
