package recovery

import (
	"context"
	"database/sql"
	"strings"

	"parlando/app/history"
	"parlando/app/internal/sqlite"
	"parlando/app/recovery/dbfile"
)

// The limits of the rows written in one transaction.
const (
	rowsAtOnce  = 2000
	bytesAtOnce = 4 << 20
)

// writer writes rows into the new library. The first row of a key wins.
type writer struct {
	ctx     context.Context //nolint:containedctx // it lives as long as a call of Recover
	db      *sqlite.DB
	tables  map[string]*shape
	indexes map[string]entries

	waiting []newRow
	bytes   int

	doubts      history.Doubts
	transcripts []int64 // doubtful ones
}

// newRow is a row to be written: values by the table's columns, unknown where there is none.
type newRow struct {
	of     *shape
	rowID  int64
	values []any
	doubt  bool
}

// unknown stands for a value that is not known.
type unknown struct{}

// row takes a row of a table.
func (w *writer) row(r dbfile.Row) error {
	s := w.tables[r.Table]
	p := newRow{of: s, rowID: r.RowID, values: make([]any, len(s.Columns)), doubt: r.Suspect || r.Orphan}
	for i, c := range s.Columns {
		switch {
		case c.RowID:
			p.values[i] = r.RowID
		case i >= len(r.Values):
			p.values[i] = unknown{}
			p.doubt = p.doubt || s.required[i]
		case !holds(c, r.Values[i]):
			p.values[i], p.doubt = unknown{}, true
		default:
			p.values[i] = r.Values[i]
			if t, ok := r.Values[i].(string); ok {
				w.bytes += len(t)
			}
		}
	}
	return w.add(p)
}

// entry takes an entry of an index: if the row it names is lost, that is begun again.
func (w *writer) entry(r dbfile.Row) error {
	e := w.indexes[r.Table]
	if r.Suspect || r.Orphan || len(r.Values) != len(e.Columns) {
		return nil
	}
	p := newRow{of: e.of, values: make([]any, len(e.of.Columns))}
	for i := range p.values {
		p.values[i] = unknown{}
	}
	for i, c := range e.Columns {
		if !holds(c, r.Values[i]) {
			return nil
		}
		if at := e.of.columnNamed(c.Name); at >= 0 {
			p.values[at] = r.Values[i]
		}
	}
	number, ok := r.Values[len(r.Values)-1].(int64)
	if !ok || e.of.hidden {
		return nil
	}
	for i, c := range e.of.Columns {
		if c.RowID {
			p.values[i] = number
		}
	}
	return w.add(p)
}

func (w *writer) add(p newRow) error {
	w.waiting = append(w.waiting, p)
	if len(w.waiting) < rowsAtOnce && w.bytes < bytesAtOnce {
		return nil
	}
	return w.flush()
}

// flush writes what is waiting.
func (w *writer) flush() error {
	if len(w.waiting) == 0 {
		return nil
	}
	err := w.db.Update(w.ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		statements := map[string]*sql.Stmt{}
		for _, p := range w.waiting {
			query, values := p.insert()
			if statements[query] == nil {
				var err error
				if statements[query], err = tx.PrepareContext(w.ctx, query); err != nil { //nolint:sqlclosecheck // the transaction does
					return err
				}
			}
			written, err := statements[query].ExecContext(w.ctx, values...)
			if err != nil {
				return err
			}
			if n, err := written.RowsAffected(); err == nil && n > 0 && p.doubt {
				w.doubt(p)
			}
		}
		return nil
	})
	clear(w.waiting)
	w.waiting, w.bytes = w.waiting[:0], 0
	return err
}

// insert returns the statement that writes a row unless there is one of its key.
func (p newRow) insert() (query string, values []any) {
	var names, places strings.Builder
	put := func(name string, value any) {
		if len(values) > 0 {
			names.WriteByte(',')
			places.WriteByte(',')
		}
		names.WriteString(`"` + name + `"`)
		places.WriteByte('?')
		values = append(values, value)
	}
	if p.of.hidden && p.rowID != 0 {
		put("rowid", p.rowID)
	}
	for i, c := range p.of.Columns {
		if p.values[i] != (unknown{}) {
			put(c.Name, p.values[i])
		} else if p.of.required[i] {
			put(c.Name, zero(c))
		}
	}
	return `INSERT OR IGNORE INTO ` + p.of.Name + ` (` + names.String() + `) VALUES (` + places.String() + `)`, values
}

// doubt notes whose row may be wrong.
func (w *writer) doubt(p newRow) {
	number := func(column string) int64 {
		n, _ := p.values[p.of.columnNamed(column)].(int64)
		return n
	}
	switch p.of.Name {
	case "conversation":
		w.doubts.Conversations = append(w.doubts.Conversations, number("n"))
	case "chosen":
		w.doubts.Conversations = append(w.doubts.Conversations, number("conversation"))
	case "message":
		w.doubts.Messages = append(w.doubts.Messages, number("n"))
	case "part", "tail":
		w.doubts.Messages = append(w.doubts.Messages, number("message"))
	case "request":
		id, _ := p.values[p.of.columnNamed("id")].(string)
		w.doubts.Requests = append(w.doubts.Requests, id)
	case "transcript":
		w.transcripts = append(w.transcripts, number("n"))
	case "segment":
		w.transcripts = append(w.transcripts, number("transcript"))
	}
}
