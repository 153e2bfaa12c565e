package answers

import (
	"slices"
	"strconv"
	"strings"

	"parlando/app/chat"
	"parlando/app/internal/identifier"
)

// Reader parses the table of an answer while it is being received. It reads each byte once, however
// often it is called. Only complete objects become rows, and rows are never removed.
//
// Models write more than requested: fences, prose, comments, extra commas, wrapper objects, column
// names instead of keys. All of these are accepted; text that belongs to no cell is in Before and
// After.
type Reader struct {
	columns []chat.Column
	names   columnNames
	texts   []*scanner

	rows   [][]string
	faults []CellFault
	notes  []note
	// around contains notes[:joined], which no longer change.
	around around
	joined int
	// changed is the first row changed by the current call. shared reports that a Table returned
	// earlier shares rows and faults, so patch must copy them.
	changed int
	shared  bool

	before, after string
	stale         bool // before and after must be joined anew
	steps         int  // bytes examined, for tests
}

// NewReader returns a reader for a table with these columns.
func NewReader(columns []chat.Column) *Reader {
	columns = slices.Clone(columns)
	return &Reader{columns: columns, names: newColumnNames(columns)}
}

// Read parses the texts of a reply's parts received so far, in order. All but the last text are
// complete; whole reports that the last one is, too. It returns the index of the first changed row,
// or the number of rows.
func (r *Reader) Read(texts []string, whole bool) (changed int) {
	r.changed = len(r.rows)
	if r.restarted(texts, whole) {
		old := r.rows
		*r = Reader{columns: r.columns, names: r.names, steps: r.steps, stale: true}
		r.read(texts, whole)
		r.changed = 0
		for r.changed < min(len(old), len(r.rows)) && slices.Equal(old[r.changed], r.rows[r.changed]) {
			r.changed++
		}
		return r.changed
	}
	r.read(texts, whole)
	return r.changed
}

func (r *Reader) read(texts []string, whole bool) {
	for i, text := range texts {
		if i == len(r.texts) {
			r.texts = append(r.texts, &scanner{reader: r, number: i, firstNote: len(r.notes)})
		}
		if s := r.texts[i]; len(text) > len(s.text) || !s.ended {
			r.stale = true
			s.read(text, whole || i < len(texts)-1)
		}
	}
}

// tailBytes is the length of the end of a growing text that restarted compares.
const tailBytes = 1 << 10

// restarted reports whether the texts start over instead of continuing those of the last call.
// Until the reply is complete, only the last tailBytes of each earlier text are compared.
func (r *Reader) restarted(texts []string, whole bool) bool {
	if len(texts) < len(r.texts) {
		return true
	}
	for i, s := range r.texts {
		was, text := s.text, texts[i]
		if len(text) < len(was) || s.ended && len(text) > len(was) {
			return true
		}
		from := 0
		if !whole {
			from = max(0, len(was)-tailBytes)
		}
		if text[from:len(was)] != was[from:] {
			return true
		}
	}
	return false
}

// Table returns the table parsed so far. Later reads do not change it.
func (r *Reader) Table() Table {
	if r.stale {
		r.before, r.after = r.joinNotes()
		r.stale = false
	}
	r.shared = true
	return Table{
		Columns: r.columns, Rows: slices.Clip(r.rows), Faults: slices.Clip(r.faults),
		Before: r.before, After: r.after, Found: len(r.rows) > 0,
	}
}

// add appends a row; its leftover members belong to no column.
func (r *Reader) add(cells []string, leftover []note) {
	row := len(r.rows)
	r.rows = append(r.rows, cells)
	r.check(row)
	for _, n := range leftover {
		r.notes = append(r.notes, note{scanner: n.scanner, text: strconv.Itoa(row+1) + ": " + n.text, rows: row + 1})
	}
}

// patch replaces the cells of a row for which cells has a non-empty value.
func (r *Reader) patch(row int, cells []string) {
	if r.shared {
		r.rows, r.faults, r.shared = slices.Clone(r.rows), slices.Clone(r.faults), false
	}
	patched := slices.Clone(r.rows[row])
	for i, cell := range cells {
		if cell != "" {
			patched[i] = cell
		}
	}
	r.rows[row] = patched
	r.changed = min(r.changed, row)
	r.faults = slices.DeleteFunc(r.faults, func(f CellFault) bool { return f.Row == row })
	r.check(row)
	slices.SortStableFunc(r.faults, func(a, b CellFault) int { return a.Row - b.Row })
}

// check appends the faults of a row to faults.
func (r *Reader) check(row int) {
	for i, c := range r.columns {
		if reason := misfit(c, r.rows[row][i]); reason != "" {
			r.faults = append(r.faults, CellFault{row, i, reason})
		}
	}
}

// columnNames finds the column that a model means by a key or heading.
type columnNames struct {
	exact, folded map[string]int
	// known caches the results of find.
	known map[string]int
}

func newColumnNames(columns []chat.Column) columnNames {
	n := columnNames{map[string]int{}, map[string]int{}, map[string]int{}}
	set := func(m map[string]int, name string, i int) {
		if _, ok := m[name]; !ok && name != "" {
			m[name] = i
		}
	}
	for i, key := range JSONKeys(columns) {
		set(n.exact, key, i)
	}
	for i, c := range columns {
		set(n.exact, c.Name, i)
		set(n.folded, identifier.Fold(c.Name), i)
	}
	for i, key := range JSONKeys(columns) {
		set(n.folded, identifier.Fold(key), i)
	}
	return n
}

// find returns the column for a key or heading, -1 if none.
func (n columnNames) find(name string) int {
	if i, ok := n.exact[name]; ok {
		return i
	}
	if i, ok := n.known[name]; ok {
		return i
	}
	i, ok := n.folded[identifier.Fold(name)]
	if !ok {
		i = -1
	}
	if len(n.known) < 1000 && len(name) <= 200 {
		n.known[strings.Clone(name)] = i
	}
	return i
}
