package recovery

import (
	"context"
	"database/sql"
	"slices"

	"parlando/app/internal/sqlite"
	"parlando/app/recovery/dbfile"
)

// versions is the table that records the migrations of a library.
const versions = "goose_db_version"

// naming are the indexes from which lost rows are created again, and misplaced rows are corrected.
var naming = []string{"sqlite_autoindex_conversation_1", "message_tree", "part_place", "sqlite_autoindex_transcript_1"}

// sumsOfDays is the table of the sums of charges, which triggers fill when charges are inserted.
const sumsOfDays = "charge_day"

// shape is a table of the new library.
type shape struct {
	dbfile.Table
	// required reports for each column that it is NOT NULL without a default.
	required []bool
	// hidden reports that the rows have a rowid that is not a column.
	hidden bool
}

// columnNamed returns the index of a column, -1 if there is none.
func (s *shape) columnNamed(name string) int {
	return slices.IndexFunc(s.Columns, func(c dbfile.Column) bool { return c.Name == name })
}

// entries is an index of the new library; each entry refers to a row of a table.
type entries struct {
	dbfile.Table
	of *shape
}

// readShapes returns the tables of a library by name, and the naming indexes.
func readShapes(ctx context.Context, db *sqlite.DB) (tables map[string]*shape, indexes map[string]entries, err error) {
	err = db.View(ctx, func(tx *sql.Tx) error {
		if tables, err = readTables(ctx, tx); err == nil {
			indexes, err = readIndexes(ctx, tx, tables)
		}
		return err
	})
	return tables, indexes, err
}

func readTables(ctx context.Context, tx *sql.Tx) (map[string]*shape, error) {
	list, err := sqlite.All(ctx, tx, `SELECT name, wr FROM pragma_table_list
		WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`, nil, func(r sqlite.Row) (*shape, error) {
		var s shape
		err := r.Scan(&s.Name, &s.WithoutRowID)
		return &s, err
	})
	tables := map[string]*shape{}
	for _, s := range list {
		if err != nil {
			return nil, err
		}
		s.hidden = !s.WithoutRowID
		// The primary key of a table without rowid is stored first.
		err = sqlite.Each(ctx, tx, `SELECT name, type, "notnull" OR (pk > 0 AND ?2), pk > 0 AND type = 'INTEGER' AND NOT ?2, dflt_value IS NULL
			FROM pragma_table_xinfo(?1) ORDER BY iif(?2 AND pk > 0, pk - 1000, cid)`, []any{s.Name, s.WithoutRowID}, func(r sqlite.Row) error {
			var c dbfile.Column
			var kind string
			var required bool
			err := r.Scan(&c.Name, &kind, &c.NotNull, &c.RowID, &required)
			c.Type = typeOf(kind)
			s.Columns, s.required = append(s.Columns, c), append(s.required, required && c.NotNull && !c.RowID)
			s.hidden = s.hidden && !c.RowID
			return err
		})
		tables[s.Name] = s
	}
	return tables, err
}

func readIndexes(ctx context.Context, tx *sql.Tx, tables map[string]*shape) (map[string]entries, error) {
	indexes := map[string]entries{}
	for _, name := range naming {
		e := entries{Table: dbfile.Table{Name: name, WithoutRowID: true}}
		err := sqlite.Each(ctx, tx, `SELECT s.tbl_name, coalesce(x.name, 'rowid'), coalesce(t.type, 'INTEGER')
			FROM sqlite_schema s JOIN pragma_index_xinfo(s.name) x LEFT JOIN pragma_table_xinfo(s.tbl_name) t ON t.cid = x.cid
			WHERE s.name = ? ORDER BY x.seqno`, []any{name}, func(r sqlite.Row) error {
			c := dbfile.Column{NotNull: true}
			var table, kind string
			err := r.Scan(&table, &c.Name, &kind)
			c.Type = typeOf(kind)
			e.Columns, e.of = append(e.Columns, c), tables[table]
			return err
		})
		if err != nil {
			return nil, err
		}
		indexes[name] = e
	}
	return indexes, nil
}

func typeOf(declared string) dbfile.Type {
	return map[string]dbfile.Type{"INTEGER": dbfile.Integer, "TEXT": dbfile.Text, "REAL": dbfile.Real, "BLOB": dbfile.Blob}[declared]
}

// holds reports whether a column can hold a value.
func holds(c dbfile.Column, value any) bool {
	switch value.(type) {
	case nil:
		return !c.NotNull
	case int64:
		return c.Type == dbfile.Integer || c.Type == dbfile.Real || c.Type == dbfile.Any
	case float64:
		return c.Type == dbfile.Real || c.Type == dbfile.Any
	case string:
		return c.Type == dbfile.Text || c.Type == dbfile.Any
	}
	return c.Type == dbfile.Blob || c.Type == dbfile.Any
}

// zero returns the value to store in a required column whose value is lost.
func zero(c dbfile.Column) any {
	if c.Type == dbfile.Text {
		return ""
	}
	return 0
}
