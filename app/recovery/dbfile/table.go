package dbfile

// Type is the type of a column's values, by which rows are told apart.
type Type int

// The types. A column also holds nil unless it is NotNull.
const (
	Any Type = iota
	Integer
	Real // also whole numbers, which SQLite stores as integers
	Text
	Blob
)

// Column is a column of a Table.
type Column struct {
	Name    string
	Type    Type
	NotNull bool
	// RowID: it is the INTEGER PRIMARY KEY, which SQLite stores as NULL in the row itself.
	RowID bool
}

// Table describes a table, so that its rows are recognized also where no tree leads to them.
type Table struct {
	Name string
	// WithoutRowID: its rows lie in a tree of the kind of an index. An ordinary index is read in
	// the same way, by its name; its last column is the rowid of the row it points to.
	WithoutRowID bool
	// Columns are in stored order: that of CREATE TABLE, but with the primary key first in a table
	// without rowid.
	Columns []Column
}

// TableRow is a row as the file holds it.
type TableRow struct {
	Table string
	RowID int64 // 0 without rowid
	// Values are int64, float64, string, []byte or nil, by Table.Columns. The last ones are absent
	// where the row is older than a column or could not be read to its end.
	Values []any
	// Suspect: the row, or the page it was read from, is damaged, so that it may be wrong, cut or
	// outdated. Rows that fill a page are not, if only its list of them is damaged.
	Suspect bool
	// Orphan: no tree leads to the page. Unless the damage hid it, the row was deleted.
	Orphan bool
	Page   int
}

// Damage sums up the parts of a file that could not be read.
type Damage struct {
	Pages      int // of the file, those that are missing at its end included
	Unreadable int // pages that are missing or damaged in their structure
	// Incomplete are the names of the tables asked for of which rows may be missing.
	Incomplete []string
}
