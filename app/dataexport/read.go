package dataexport

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// reader writes the rows of JSON files into the new library in one transaction. If two rows have
// the same key, the first one stays.
type reader struct {
	ctx context.Context //nolint:containedctx // it lives as long as a transaction
	tables
	// damaged is the number of files and rows that could not be read.
	damaged int
}

// readRow reads a file with one row. The error is ErrDamaged or that of the database.
func (r *reader) readRow(d *json.Decoder, t table) error {
	var row map[string]json.RawMessage
	if err := d.Decode(&row); err != nil {
		return damaged(err)
	}
	return r.insert(t, row, 0)
}

// readArrays reads a file with an array for each table, row by row. The error is as in readRow.
func (r *reader) readArrays(d *json.Decoder, tables []table) error {
	if _, err := d.Token(); err != nil {
		return damaged(err)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return damaged(err)
		}
		i := slices.IndexFunc(tables, func(t table) bool { return t.member == name })
		if i < 0 { // Newer versions may have other arrays.
			if err := d.Decode(new(json.RawMessage)); err != nil {
				return damaged(err)
			}
			continue
		}
		if _, err := d.Token(); err != nil {
			return damaged(err)
		}
		for d.More() {
			if err := r.readRow(d, tables[i]); err != nil {
				return err
			}
		}
		if _, err := d.Token(); err != nil {
			return damaged(err)
		}
	}
	return nil
}

func damaged(err error) error { return fmt.Errorf("%w: %w", ErrDamaged, err) }

// insert writes a row and the rows that belong to it. It counts values that their columns cannot
// hold and leaves them out, and counts rows that cannot be written.
func (r *reader) insert(t table, row map[string]json.RawMessage, above int64) error {
	columns, err := r.columnsOf(r.ctx, t.name)
	if err != nil {
		return err
	}
	var names, places []string
	var values []any
	for _, c := range columns {
		value, isThere := r.value(t, c, row, above)
		if isThere {
			names, places, values = append(names, `"`+c.name+`"`), append(places, "?"), append(values, value)
		}
	}
	query := `INSERT OR IGNORE INTO ` + t.name + ` (` + strings.Join(names, ", ") + `) VALUES (` + strings.Join(places, ", ") + `)`
	result, err := r.tx.ExecContext(r.ctx, query, values...)
	if err != nil {
		return err
	}
	written, err := result.RowsAffected()
	if err != nil {
		return err
	}
	if written == 0 {
		r.damaged++
		return nil
	}
	if len(t.children) == 0 {
		return nil
	}
	n, err := result.LastInsertId()
	if err != nil {
		return err
	}
	return r.insertChildren(t, row, n)
}

// value returns the value of a column; isThere is false if the library chooses it.
func (r *reader) value(t table, c column, row map[string]json.RawMessage, above int64) (value any, isThere bool) {
	if c.name == t.link {
		return above, true
	}
	if data, ok := row[c.name]; ok {
		value, err := c.decode(data)
		if err == nil {
			return value, true
		}
		r.damaged++
	}
	if !c.required || c.standard != "" || c.name == "n" {
		return nil, false
	}
	if c.kind == "TEXT" {
		return "", true
	}
	return 0, true
}

func (r *reader) insertChildren(t table, row map[string]json.RawMessage, n int64) error {
	for _, child := range t.children {
		var rows []map[string]json.RawMessage
		if data, ok := row[child.member]; ok && json.Unmarshal(data, &rows) != nil {
			r.damaged++
		}
		for _, one := range rows {
			if err := r.insert(child, one, n); err != nil {
				return err
			}
		}
	}
	return nil
}
