package dbfile

// Type is the type of a column's values; it helps to recognize the rows of a table.
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
	// RowID reports that the column is the INTEGER PRIMARY KEY, stored as NULL in the row itself.
	RowID bool
}

// Table describes a table, so that its rows are recognized even in pages that no tree refers to.
type Table struct {
	Name string
	// WithoutRowID reports that the rows are stored in an index tree. An index can be read as such
	// a table, by its name; its last column is the rowid of the row it refers to.
	WithoutRowID bool
	// Columns are in stored order: that of CREATE TABLE, but with the primary key first in a table
	// without rowid.
	Columns []Column
}

// TableRow is a row as the file holds it.
type TableRow struct {
	Table string
	RowID int64 // 0 in a table without rowid
	// Values are int64, float64, string, []byte or nil, in the order of Table.Columns. The last
	// ones are missing if the row is older than a column or is truncated.
	Values []any
	// Suspect reports that the row may be wrong, truncated or outdated, as it or its page is
	// damaged. Damage in the page's list of cells alone does not count if the rows fill the page.
	Suspect bool
	// Orphan reports that no tree refers to the page. Unless damage hid it, the row was deleted.
	Orphan bool
	Page   int
}

// Damage sums up the parts of a file that could not be read.
type Damage struct {
	Pages      int // of the file, including those missing at its end
	Unreadable int // pages that are missing or damaged in their structure
	// Incomplete are the names of the given tables that may lack rows.
	Incomplete []string
}
