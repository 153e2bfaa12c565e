package recovery

import (
	"context"
	"database/sql"
	"slices"
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

// writer writes rows into the new library. If two rows have the same key, the first one stays.
type writer struct {
	ctx     context.Context //nolint:containedctx // it lives as long as a call of Recover
	db      *sqlite.DB
	tables  map[string]*shape
	indexes map[string]entries

	waiting []newRow
	bytes   int

	// refused are undamaged rows whose key was taken by another row. They are tried again after the
	// indexes have corrected misplaced rows.
	refused  []newRow
	retrying bool

	doubts      history.Doubts
	transcripts []int64 // row numbers of transcripts that may be wrong
}

// newRow is a row to write: values in the order of the table's columns, unknown for lost ones.
type newRow struct {
	of     *shape
	rowID  int64
	values []any
	doubt  bool
	// indexed reports that the row is known from an index only.
	indexed bool
}

// unknown is the type of a lost value.
type unknown struct{}

// row adds a row of a table.
func (w *writer) row(r dbfile.TableRow) error {
	s := w.tables[r.Table]
	p := newRow{of: s, rowID: r.RowID, values: make([]any, len(s.Columns)), doubt: r.Suspect}
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

// entry adds an index entry: if the row it refers to is lost, that row is created again.
func (w *writer) entry(r dbfile.TableRow) error {
	e := w.indexes[r.Table]
	if r.Suspect || r.Orphan || len(r.Values) != len(e.Columns) {
		return nil
	}
	p := newRow{of: e.of, values: make([]any, len(e.of.Columns)), indexed: true}
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
	if !ok {
		return nil
	}
	p.rowID = number
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

// flush writes the waiting rows.
func (w *writer) flush() error {
	if len(w.waiting) == 0 {
		return nil
	}
	err := w.db.Update(w.ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		prepared := sqlite.NewPreparedTx(tx)
		for _, p := range w.waiting {
			if err := w.write(tx, prepared, p); err != nil {
				return err
			}
		}
		return nil
	})
	clear(w.waiting)
	w.waiting, w.bytes = w.waiting[:0], 0
	return err
}

// write writes one row. If the row comes from an index and exists already, it is compared instead.
func (w *writer) write(tx *sql.Tx, prepared *sqlite.PreparedTx, p newRow) error {
	if p.indexed && p.of.hidden {
		return w.compare(tx, p)
	}
	query, values := p.insert()
	written, err := prepared.ExecContext(w.ctx, query, values...)
	if err != nil {
		return err
	}
	n, err := written.RowsAffected()
	switch {
	case err != nil:
		return err
	case n > 0 && p.doubt:
		w.doubt(p)
	case n == 0 && p.indexed:
		return w.compare(tx, p)
	case n == 0 && !p.doubt && !w.retrying && len(w.refused) < rowsAtOnce:
		w.refused = append(w.refused, p)
	}
	return nil
}

// compare corrects an existing row by the values in an index.
func (w *writer) compare(tx *sql.Tx, p newRow) error {
	switch p.of.Name {
	case "message":
		id, _ := p.value("id").(string)
		doubtful, err := history.MendPlace(w.ctx, tx, history.IndexedMessage{
			N: p.number("n"), Conversation: p.number("conversation"), Parent: p.number("parent"), DeletedWith: p.number("deleted_with"), ID: id,
		})
		w.doubts.Conversations = append(w.doubts.Conversations, doubtful...)
		return err
	case "part":
		if w.placeRefused(p) {
			return nil
		}
		doubtful, err := history.MendPart(w.ctx, tx, p.rowID, p.number("message"), p.number("seq"))
		w.doubts.Messages = append(w.doubts.Messages, doubtful...)
		return err
	}
	return nil
}

// placeRefused corrects a refused row by the values in an index. It returns false if the row was
// not refused.
func (w *writer) placeRefused(p newRow) bool {
	i := slices.IndexFunc(w.refused, func(r newRow) bool { return r.of == p.of && r.rowID == p.rowID })
	if i < 0 {
		return false
	}
	for c, value := range p.values {
		if value != (unknown{}) {
			w.refused[i].values[c] = value
		}
	}
	w.refused[i].doubt = true
	return true
}

// retry tries the refused rows again.
func (w *writer) retry() error {
	w.retrying = true
	for _, p := range w.refused {
		if err := w.add(p); err != nil {
			return err
		}
	}
	return w.flush()
}

// value returns the value of a column of p.
func (p newRow) value(column string) any { return p.values[p.of.columnNamed(column)] }

// number returns the value of a column, 0 if it is no number.
func (p newRow) number(column string) int64 {
	n, _ := p.value(column).(int64)
	return n
}

// insert returns the statement that writes a row unless its key is taken.
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

// doubt records that the chat, message or transcript of a row may be wrong.
func (w *writer) doubt(p newRow) {
	switch p.of.Name {
	case "conversation":
		w.doubts.Conversations = append(w.doubts.Conversations, p.number("n"))
	case "chosen":
		w.doubts.Conversations = append(w.doubts.Conversations, p.number("conversation"))
	case "message":
		w.doubts.Messages = append(w.doubts.Messages, p.number("n"))
	case "part", "tail":
		w.doubts.Messages = append(w.doubts.Messages, p.number("message"))
	case "request":
		id, _ := p.value("id").(string)
		w.doubts.Requests = append(w.doubts.Requests, id)
	case "draft":
		key, _ := p.value("conversation").(string)
		w.doubts.Drafts = append(w.doubts.Drafts, key)
	case "transcript":
		w.transcripts = append(w.transcripts, p.number("n"))
	case "segment":
		w.transcripts = append(w.transcripts, p.number("transcript"))
	}
}
