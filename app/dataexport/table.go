package dataexport

import (
	"context"
	"database/sql"
	"slices"

	"parlando/app/internal/sqlite"
)

// table is a table of the library and the place of its rows in the archive.
type table struct {
	// name is that of the table, member that of the array with the rows.
	name, member string
	// link is the column with the n of the row in which the array is. It is left out.
	link string
	// where selects and orders the rows; ?1 is the n of the row in which the array is.
	where string
	// children are the tables whose rows are in the rows of this one.
	children []table
}

// chats and transcripts have a file for each row. Rows of an import that is not finished are left
// out.
var (
	chats = table{name: "conversation", where: `deleted_at >= 0 ORDER BY n`, children: []table{
		{name: "message", member: "messages", link: "conversation", where: `conversation = ?1 AND deleted_with >= 0 ORDER BY n`, children: []table{
			{name: "part", member: "parts", link: "message", where: `message = ?1 ORDER BY seq`},
			{name: "tail", member: "unfinished", link: "message", where: `message = ?1 ORDER BY seq`},
		}},
		{name: "chosen", member: "chosen", link: "conversation", where: `conversation = ?1 ORDER BY parent`},
		{name: "request", member: "requests", where: `id IN (SELECT request FROM message WHERE conversation = ?1) ORDER BY id`},
	}}
	transcripts = table{name: "transcript", where: `true ORDER BY n`, children: []table{
		{name: "segment", member: "segments", link: "transcript", where: `transcript = ?1 ORDER BY place, n`},
	}}
)

// costs are in the file costs.json, others in library.json.
var (
	costs  = []table{{name: "charge", member: "charges", where: `true ORDER BY n`}}
	others = []table{
		{name: "library", member: "library", where: `true`},
		{name: "blob", member: "attachments", where: `true ORDER BY sha256`},
		{name: "request", member: "requests", where: `id NOT IN (SELECT request FROM message WHERE request IS NOT NULL) ORDER BY id`},
		{name: "draft", member: "drafts", where: `true ORDER BY conversation`},
		{name: "draft_text", member: "draft_texts", where: `true ORDER BY sum`},
		{name: "form_field", member: "form_fields", where: `true ORDER BY form, field`},
		{name: "import", member: "imports", where: `finished > 0 ORDER BY n`, children: []table{
			{name: "import_note", member: "notes", link: "import", where: `import = ?1 ORDER BY n`},
		}},
		{name: "imported", member: "imported", where: `import IN (SELECT n FROM import WHERE finished > 0) ORDER BY conversation`},
		{name: "project", member: "projects", where: `true ORDER BY n`},
		{name: "project_file", member: "project_files", where: `true ORDER BY n`},
		{name: "memory", member: "memories", where: `true ORDER BY n`},
		{name: "change", member: "changes", where: `true ORDER BY entity, id, field`},
	}
)

// column is a column of a table.
type column struct {
	name, kind string
	// standard is the default as in SQL, "" for none and "NULL" for NULL.
	standard string
	// required reports whether the column is never NULL.
	required bool
}

// times are the columns with Unix milliseconds, which are written as times.
var times = []string{"at", "created", "updated", "deleted_at", "started", "ended", "finished", "newest", "saved", "kept", "modified", "added"}

// objects are the columns whose text is JSON, which is written as it is and not as a string.
var objects = []string{"params", "usage", "error", "sent", "left_out", "parts", "edits", "report", "background"}

func (c column) isTime() bool { return c.kind == "INTEGER" && slices.Contains(times, c.name) }

func (c column) isObject() bool { return c.kind == "TEXT" && slices.Contains(objects, c.name) }

// tables are the tables of a library in a transaction.
type tables struct {
	tx *sqlite.PreparedTx
	// columns are those of each table that was used.
	columns map[string][]column
}

func newTables(tx *sql.Tx) tables {
	return tables{sqlite.NewPreparedTx(tx), map[string][]column{}}
}

// columnsOf returns the columns of a table.
func (t tables) columnsOf(ctx context.Context, name string) (list []column, err error) {
	if t.columns[name] == nil {
		t.columns[name], err = sqlite.All(ctx, t.tx, `SELECT name, type, "notnull" OR pk > 0, coalesce(dflt_value, iif("notnull" OR pk > 0, '', 'NULL')) FROM pragma_table_info(?)`,
			[]any{name}, func(row sqlite.Row) (c column, err error) {
				err = row.Scan(&c.name, &c.kind, &c.required, &c.standard)
				return c, err
			})
	}
	return t.columns[name], err
}
