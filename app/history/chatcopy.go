package history

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"strings"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// chatCopy adds a chat of the attached library (sqlite.Attached) to this one in one transaction.
type chatCopy struct {
	ctx context.Context //nolint:containedctx // it lives as long as a transaction
	s   *Store
	tx  *sql.Tx
	// picture returns the bytes of an attachment; its errors are those of ReadBlob.
	picture func(sum string) ([]byte, error)
	// from and n are the numbers of the chat's rows in the other library and here.
	from, n int64
	// oldID and id are its IDs there and here. If they differ, everything in it gets new IDs.
	oldID, id chat.ID
	// rows maps the numbers of messages in the other library to those here.
	rows map[int64]int64
}

// copiedTables are the tables of which add copies rows.
var copiedTables = []string{"conversation", "message", "part", "tail", "chosen", "request", "draft", "draft_text", "blob", "change", "project", "project_file", "memory"}

// add adds the chat with its unsent content and attachments.
func (c *chatCopy) add() error {
	var before int64
	if err := c.tx.QueryRowContext(c.ctx, `SELECT coalesce(max(n), 0) FROM message`).Scan(&before); err != nil {
		return err
	}
	var err error
	if c.n, err = c.copyRows("conversation", map[string]any{"id": c.id, "deleted_at": 0, "import": 0}, `n = ?`, c.from); err != nil {
		return err
	}
	for _, step := range []func() error{
		func() error { return c.addMessages(before) }, c.addChosen, c.addDrafts, c.addProject, c.addBlobs, c.addChanges,
		func() error { return c.s.indexAfter(c.ctx, c.tx, before) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// copiedMessage is the place of a message in the other library.
type copiedMessage struct {
	n, parent, home, deletedWith int64
	id                           chat.ID
	request                      sql.NullString
}

// addMessages adds the messages after the row number before.
func (c *chatCopy) addMessages(before int64) error {
	list, err := sqlite.All(c.ctx, c.tx, `SELECT n, parent, home, deleted_with, id, request FROM other.message WHERE conversation = ? ORDER BY n`,
		[]any{c.from}, func(row sqlite.Row) (m copiedMessage, err error) {
			err = row.Scan(&m.n, &m.parent, &m.home, &m.deletedWith, &m.id, &m.request)
			return m, err
		})
	if err != nil {
		return err
	}
	c.rows = make(map[int64]int64, len(list)) // 0 stays 0
	for i, m := range list {
		c.rows[m.n] = before + 1 + int64(i)
	}
	requests := map[string]any{}
	for _, m := range list {
		id := m.id
		if c.renames() {
			id = chat.NewID()
		}
		var request any
		if m.request.Valid {
			if request, err = c.addRequest(m.request.String, requests); err != nil {
				return err
			}
		}
		n := c.rows[m.n]
		if _, err := c.copyRows("message", map[string]any{
			"n": n, "id": id, "conversation": c.n, "parent": c.rows[m.parent], "home": c.rows[m.home], "deleted_with": c.rows[m.deletedWith], "request": request, "import": 0,
		}, `n = ?`, m.n); err != nil {
			return err
		}
		for _, table := range []string{"part", "tail"} {
			if _, err := c.copyRows(table, map[string]any{"message": n}, `message = ? ORDER BY seq`, m.n); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *chatCopy) renames() bool { return c.id != c.oldID }

// addRequest adds a request and those that it continues, and returns its ID here. added maps IDs in
// the other library to those here.
func (c *chatCopy) addRequest(old string, added map[string]any) (id any, err error) {
	if old == "" || added[old] != nil {
		return added[old], nil
	}
	added[old] = old
	if c.renames() {
		added[old] = chat.NewID()
	}
	var continues string
	err = c.tx.QueryRowContext(c.ctx, `SELECT continues FROM other.request WHERE id = ?`, old).Scan(&continues)
	if errors.Is(err, sql.ErrNoRows) {
		return added[old], nil
	}
	if err != nil {
		return nil, err
	}
	replaced := map[string]any{"id": added[old]}
	if continues != "" {
		if replaced["continues"], err = c.addRequest(continues, added); err != nil {
			return nil, err
		}
	}
	_, err = c.copyRows("request", replaced, `id = ?`, old)
	return added[old], err
}

func (c *chatCopy) addChosen() error {
	return sqlite.Each(c.ctx, c.tx, `SELECT parent, child FROM other.chosen WHERE conversation = ?`, []any{c.from}, func(row sqlite.Row) error {
		var parent, child int64
		if err := row.Scan(&parent, &child); err != nil {
			return err
		}
		_, err := c.tx.ExecContext(c.ctx, `INSERT INTO chosen (conversation, parent, child) VALUES (?, ?, ?)`, c.n, c.rows[parent], c.rows[child])
		return err
	})
}

// addDrafts adds what was typed in the chat's message box. The keys of other unsent content name
// messages, so it is left out if those get new IDs.
func (c *chatCopy) addDrafts() error {
	if _, err := c.copyRows("draft_text", nil, `true`); err != nil {
		return err
	}
	if _, err := c.copyRows("draft", map[string]any{"conversation": c.id}, `conversation = ?`, c.oldID); err != nil || c.renames() {
		return err
	}
	_, err := c.copyRows("draft", nil, `substr(conversation, 1, length(?) + 1) = ? || '/'`, c.oldID, c.oldID)
	return err
}

// addProject adds the project of the chat with its files and memories, unless it is here.
func (c *chatCopy) addProject() error {
	var project string
	var known bool
	err := c.tx.QueryRowContext(c.ctx, `SELECT project, EXISTS (SELECT 1 FROM project p WHERE p.id = c.project) FROM conversation c WHERE n = ?`, c.n).Scan(&project, &known)
	if err != nil || known || project == "" {
		return err
	}
	if _, err := c.copyRows("project", map[string]any{"deleted_at": 0}, `id = ?`, project); err != nil {
		return err
	}
	if _, err := c.copyRows("project_file", nil, `project = ? AND deleted_at = 0`, project); err != nil {
		return err
	}
	_, err = c.copyRows("memory", nil, `project = ?`, project)
	return err
}

// addBlobs adds the attachments of messages, drafts and projects. One that is missing or damaged is
// left out.
func (c *chatCopy) addBlobs() error {
	drafted, err := drafted(c.ctx, c.tx)
	if err != nil {
		return err
	}
	const used = `SELECT blob FROM part JOIN message ON message.n = part.message WHERE message.conversation = ?1 AND blob IS NOT NULL
		UNION SELECT original FROM part JOIN message ON message.n = part.message WHERE message.conversation = ?1 AND original IS NOT NULL`
	sums, err := sqlite.All(c.ctx, c.tx, used, []any{c.n}, sqlite.Column[string])
	if err != nil {
		return err
	}
	for _, sum := range sums {
		drafted[sum] = true
	}
	known, err := sqlite.All(c.ctx, c.tx, `SELECT sha256 FROM other.blob`, nil, sqlite.Column[string])
	for _, sum := range known {
		if err == nil && drafted[sum] {
			err = c.addBlob(sum)
		}
	}
	return err
}

func (c *chatCopy) addBlob(sum string) error {
	if _, err := c.copyRows("blob", map[string]any{"kept": sqlite.UnixMillis(c.s.now())}, `sha256 = ?`, sum); err != nil {
		return err
	}
	data, err := c.picture(sum)
	switch {
	case errors.Is(err, ErrNotFound), errors.Is(err, ErrDamaged), errors.Is(err, os.ErrPermission):
		return nil
	case err != nil:
		return err
	}
	return c.s.writeBlob(sum, data)
}

// addChanges adds the changes of the chat and its messages, which name their IDs. A chat with new
// IDs has only those of a new one.
func (c *chatCopy) addChanges() error {
	var title string
	var pinned bool
	if err := c.tx.QueryRowContext(c.ctx, `SELECT title, pinned FROM conversation WHERE n = ?`, c.n).Scan(&title, &pinned); err != nil {
		return err
	}
	if err := recordNew(c.ctx, c.tx, c.n, chat.Conversation{ID: c.id, Title: title, Pinned: pinned}); err != nil || c.renames() {
		return err
	}
	return sqlite.Each(c.ctx, c.tx, `SELECT entity, id, field, value FROM other.change WHERE id = ?1 AND entity = 'conversation'
			OR entity = 'message' AND id IN (SELECT id FROM other.message WHERE conversation = ?2) ORDER BY seq`, []any{c.oldID, c.from}, func(row sqlite.Row) error {
		var entity, field, value string
		var id chat.ID
		if err := row.Scan(&entity, &id, &field, &value); err != nil {
			return err
		}
		return record(c.ctx, c.tx, entity, id, field, value)
	})
}

// copyRows copies rows of the other library with other values in some columns, unless there is one
// with the same key. It returns the number of the last row.
func (c *chatCopy) copyRows(table string, replaced map[string]any, where string, args ...any) (int64, error) {
	var names, values []string
	var all []any
	err := sqlite.Each(c.ctx, c.tx, `SELECT name, pk = 1 AND type = 'INTEGER' FROM pragma_table_info(?)`, []any{table}, func(row sqlite.Row) error {
		var name string
		var numbered bool
		if err := row.Scan(&name, &numbered); err != nil {
			return err
		}
		value, ok := replaced[name]
		switch {
		case ok:
			values, all = append(values, "?"), append(all, value)
		case numbered:
			return nil // SQLite numbers the row
		default:
			values = append(values, `"`+name+`"`)
		}
		names = append(names, `"`+name+`"`)
		return nil
	})
	if err != nil {
		return 0, err
	}
	result, err := c.tx.ExecContext(c.ctx, `INSERT OR IGNORE INTO `+table+` (`+strings.Join(names, ", ")+`)
		SELECT `+strings.Join(values, ", ")+` FROM other.`+table+` WHERE `+where, append(all, args...)...)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}
