package history

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// RestoreResult is the result of RestoreFrom.
type RestoreResult struct {
	// Added are the chats that were added, by their IDs here.
	Added []chat.ID
	// Present are the titles of the chats that are here already with all their messages.
	Present []string
}

// restoredAtOnce is the number of chats restored in one transaction, so that no other writer waits
// long.
const restoredAtOnce = 20

// RestoreFrom adds chats from another library of the same version in the folder dir that nobody
// writes to: those with ids, or all for nil. Nothing here is changed: if a chat is here already but
// lacks messages, or is deleted, the one of the other library becomes a second chat. After an error
// the chats in the result have been added.
func (s *Store) RestoreFrom(ctx context.Context, dir string, ids []chat.ID) (done RestoreResult, err error) {
	path := filepath.Join(dir, FileName)
	if ids == nil {
		err := sqlite.ViewFile(ctx, path, func(tx *sql.Tx, _ int64) (err error) {
			ids, err = sqlite.All(ctx, tx, `SELECT id FROM conversation WHERE deleted_at = 0 ORDER BY n`, nil, sqlite.Column[chat.ID])
			return err
		})
		if err != nil {
			return done, err
		}
	}
	for some := range slices.Chunk(ids, restoredAtOnce) {
		added, err := s.restoreSome(ctx, dir, some)
		done.Added, done.Present = append(done.Added, added.Added...), append(done.Present, added.Present...)
		if err != nil {
			return done, err
		}
	}
	return done, nil
}

// restoreSome restores some chats in one transaction.
func (s *Store) restoreSome(ctx context.Context, dir string, ids []chat.ID) (RestoreResult, error) {
	// The transaction writes the files of attachments, which upkeep must not remove before their
	// rows are committed.
	s.blobs.Lock()
	defer s.blobs.Unlock()
	var r restoration
	err := s.db.UpdateFrom(ctx, filepath.Join(dir, FileName), func(tx *sql.Tx) error {
		r = restoration{ctx: ctx, s: s, tx: tx, dir: dir}
		for _, id := range ids {
			if err := r.restore(id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		s.noticeGone(err)
		return RestoreResult{}, err
	}
	if len(r.done.Added) > 0 {
		s.marks.Mark(changes.Change{Topic: changes.Conversations})
	}
	return r.done, nil
}

// restoration adds chats of the attached library in one transaction.
type restoration struct {
	ctx  context.Context //nolint:containedctx // it lives as long as a call of RestoreFrom
	s    *Store
	tx   *sql.Tx
	dir  string
	done RestoreResult
}

// restore adds one chat unless it is here.
func (r *restoration) restore(id chat.ID) error {
	var n int64
	var title string
	err := r.tx.QueryRowContext(r.ctx, `SELECT n, title FROM backup.conversation WHERE id = ?`, id).Scan(&n, &title)
	if err != nil {
		return notFound(err, "conversation", id)
	}
	known, complete, err := r.present(id, n)
	switch {
	case err != nil:
		return err
	case complete:
		r.done.Present = append(r.done.Present, title)
		return nil
	}
	c := restoredChat{restoration: r, from: n, id: id}
	if known {
		c.id, c.renamed = chat.NewID(), true
	}
	if err := c.add(id); err != nil {
		return err
	}
	r.done.Added = append(r.done.Added, c.id)
	return nil
}

// present reports whether a chat is in this library, and whether it is not deleted and has all the
// messages that the other library shows.
func (r *restoration) present(id chat.ID, from int64) (known, complete bool, err error) {
	var deleted bool
	err = r.tx.QueryRowContext(r.ctx, `SELECT deleted_at > 0 FROM conversation WHERE id = ?`, id).Scan(&deleted)
	if errors.Is(err, sql.ErrNoRows) {
		return false, false, nil
	}
	if err != nil || deleted {
		return true, false, err
	}
	lacking := 0
	err = r.tx.QueryRowContext(r.ctx, `SELECT count(*) FROM backup.message b WHERE b.conversation = ? AND b.deleted_with = 0
		AND NOT EXISTS (SELECT 1 FROM message m WHERE m.id = b.id AND m.deleted_with = 0)`, from).Scan(&lacking)
	return true, lacking == 0, err
}

// restoredChat is a chat while it is being added.
type restoredChat struct {
	*restoration
	// from and n are the numbers of the chat's rows in the other library and here.
	from, n int64
	id      chat.ID
	// renamed means that the chat and everything in it get new IDs.
	renamed bool
	// rows maps the numbers of messages in the other library to those here.
	rows map[int64]int64
}

func (c *restoredChat) add(oldID chat.ID) error {
	var err error
	if c.n, err = c.copyRows("conversation", map[string]any{"id": c.id, "deleted_at": 0}, `n = ?`, c.from); err != nil {
		return err
	}
	for _, step := range []func() error{c.addMessages, c.addChosen, c.addBlobs, func() error { return c.addDraft(oldID) }, c.index} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// restoredMessage is the place of a message in the other library.
type restoredMessage struct {
	n, parent, home, deletedWith int64
	id                           chat.ID
	request                      sql.NullString
}

func (c *restoredChat) addMessages() error {
	list, err := sqlite.All(c.ctx, c.tx, `SELECT n, parent, home, deleted_with, id, request FROM backup.message WHERE conversation = ? ORDER BY n`,
		[]any{c.from}, func(row sqlite.Row) (m restoredMessage, err error) {
			err = row.Scan(&m.n, &m.parent, &m.home, &m.deletedWith, &m.id, &m.request)
			return m, err
		})
	if err != nil {
		return err
	}
	var next int64
	if err := c.tx.QueryRowContext(c.ctx, `SELECT coalesce(max(n), 0) + 1 FROM message`).Scan(&next); err != nil {
		return err
	}
	c.rows = make(map[int64]int64, len(list)) // 0 stays 0
	for i, m := range list {
		c.rows[m.n] = next + int64(i)
	}
	requests := map[string]any{}
	for _, m := range list {
		id := m.id
		if c.renamed {
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
			"n": n, "id": id, "conversation": c.n, "parent": c.rows[m.parent], "home": c.rows[m.home], "deleted_with": c.rows[m.deletedWith], "request": request,
		}, `n = ?`, m.n); err != nil {
			return err
		}
		if _, err := c.copyRows("part", map[string]any{"message": n}, `message = ?`, m.n); err != nil {
			return err
		}
	}
	return nil
}

// addRequest adds a request and those that it continues, and returns its ID here. added maps IDs in
// the other library to those here.
func (c *restoredChat) addRequest(old string, added map[string]any) (id any, err error) {
	if old == "" || added[old] != nil {
		return added[old], nil
	}
	added[old] = old
	if c.renamed {
		added[old] = chat.NewID()
	}
	var continues string
	err = c.tx.QueryRowContext(c.ctx, `SELECT continues FROM backup.request WHERE id = ?`, old).Scan(&continues)
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

func (c *restoredChat) addChosen() error {
	return sqlite.Each(c.ctx, c.tx, `SELECT parent, child FROM backup.chosen WHERE conversation = ?`, []any{c.from}, func(row sqlite.Row) error {
		var parent, child int64
		if err := row.Scan(&parent, &child); err != nil {
			return err
		}
		_, err := c.tx.ExecContext(c.ctx, `INSERT INTO chosen (conversation, parent, child) VALUES (?, ?, ?)`, c.n, c.rows[parent], c.rows[child])
		return err
	})
}

// addBlobs adds the chat's attachments. A file that is missing or damaged is left out.
func (c *restoredChat) addBlobs() error {
	const used = `SELECT blob FROM part JOIN message ON message.n = part.message WHERE message.conversation = ?1 AND blob IS NOT NULL
		UNION SELECT original FROM part JOIN message ON message.n = part.message WHERE message.conversation = ?1 AND original IS NOT NULL`
	sums, err := sqlite.All(c.ctx, c.tx, `SELECT sha256 FROM backup.blob WHERE sha256 IN (`+used+`)`, []any{c.n}, sqlite.Column[string])
	if err != nil {
		return err
	}
	for _, sum := range sums {
		if _, err := c.copyRows("blob", map[string]any{"kept": sqlite.UnixMillis(c.s.now())}, `sha256 = ?`, sum); err != nil {
			return err
		}
		data, err := readBlobFile(c.dir, sum)
		if errors.Is(err, ErrNotFound) || errors.Is(err, ErrDamaged) || errors.Is(err, os.ErrPermission) {
			continue
		}
		if err == nil {
			err = c.s.writeBlob(sum, data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// addDraft adds what was typed in the chat's message box.
func (c *restoredChat) addDraft(oldID chat.ID) error {
	if _, err := c.copyRows("draft_text", nil, `true`); err != nil {
		return err
	}
	_, err := c.copyRows("draft", map[string]any{"conversation": c.id}, `conversation = ?`, oldID)
	return err
}

// index adds the chat to the search index and to the changes.
func (c *restoredChat) index() error {
	var title string
	var pinned bool
	if err := c.tx.QueryRowContext(c.ctx, `SELECT title, pinned FROM conversation WHERE n = ?`, c.n).Scan(&title, &pinned); err != nil {
		return err
	}
	if err := recordNew(c.ctx, c.tx, c.n, chat.Conversation{ID: c.id, Title: title, Pinned: pinned}); err != nil {
		return err
	}
	for _, deleted := range []bool{false, true} {
		if err := c.indexMessages(deleted); err != nil {
			return err
		}
	}
	return nil
}

// indexMessages adds either the deleted or the other messages to the search index.
func (c *restoredChat) indexMessages(deleted bool) error {
	rows := map[chat.ID]int64{}
	var ids []chat.ID
	err := sqlite.Each(c.ctx, c.tx, `SELECT id, n FROM message WHERE conversation = ? AND (deleted_with > 0) = ?`, []any{c.n, deleted}, func(row sqlite.Row) error {
		var id chat.ID
		var n int64
		if err := row.Scan(&id, &n); err != nil {
			return err
		}
		ids, rows[id] = append(ids, id), n
		return nil
	})
	if err != nil {
		return err
	}
	for some := range slices.Chunk(ids, idsAtOnce) {
		messages, err := c.s.messagesOf(c.ctx, c.tx, some, deleted, wholeTexts)
		if err != nil {
			return err
		}
		for _, m := range messages {
			if err := indexMessage(c.ctx, c.tx, rows[m.ID], m); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyRows copies rows of the other library with other values in some columns, unless there is one
// with the same key. It returns the number of the last row.
func (r *restoration) copyRows(table string, replaced map[string]any, where string, args ...any) (int64, error) {
	columns, err := sqlite.All(r.ctx, r.tx, `SELECT name FROM pragma_table_info(?)`, []any{table}, sqlite.Column[string])
	if err != nil {
		return 0, err
	}
	var names, values []string
	var all []any
	for _, c := range columns {
		value, ok := replaced[c]
		switch {
		case ok:
			values, all = append(values, "?"), append(all, value)
		case c == "n":
			continue // SQLite numbers the row
		default:
			values = append(values, `"`+c+`"`)
		}
		names = append(names, `"`+c+`"`)
	}
	result, err := r.tx.ExecContext(r.ctx, `INSERT OR IGNORE INTO `+table+` (`+strings.Join(names, ", ")+`)
		SELECT `+strings.Join(values, ", ")+` FROM backup.`+table+` WHERE `+where, append(all, args...)...)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}
