package history

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// requests flags the conversations with a lost or unreadable request, and empties the unreadable
// fields.
func (m *mender) requests(ctx context.Context) error {
	if err := m.flag(ctx, `SELECT DISTINCT conversation FROM message WHERE request IS NOT NULL
		AND request NOT IN (SELECT id FROM request)`); err != nil {
		return err
	}
	var unread []any
	err := sqlite.Each(ctx, m.tx, `SELECT `+requestColumns+` FROM request r`, nil, func(row sqlite.Row) error {
		var r requestRow
		if err := row.Scan(r.targets()...); err != nil {
			return err
		}
		if _, err := r.request(); err != nil {
			unread = append(unread, r.id.String)
		}
		return nil
	})
	for _, id := range unread {
		if err != nil {
			return err
		}
		err = m.flag(ctx, `SELECT conversation FROM message INDEXED BY message_request WHERE request = ?`, id)
		if err == nil {
			_, err = m.tx.ExecContext(ctx, `UPDATE request SET params = '', usage = '', error = '', sent = '', left_out = '' WHERE id = ?`, id)
		}
	}
	if err != nil {
		return err
	}
	return m.parameters(ctx)
}

// parameters empties unreadable parameters of conversations.
func (m *mender) parameters(ctx context.Context) error {
	var unread []int64
	err := sqlite.Each(ctx, m.tx, `SELECT n, params FROM conversation WHERE params <> ''`, nil, func(r sqlite.Row) error {
		var n int64
		var params string
		if err := r.Scan(&n, &params); err != nil {
			return err
		}
		if _, err := parseParameters(params); err != nil {
			unread = append(unread, n)
		}
		return nil
	})
	for _, n := range unread {
		if err != nil {
			return err
		}
		m.incomplete[n] = true
		_, err = m.tx.ExecContext(ctx, `UPDATE conversation SET params = '' WHERE n = ?`, n)
	}
	return err
}

// drafts reduces each draft to its readable parts. Of a lost long text the beginning is readable.
func (m *mender) drafts(ctx context.Context) error {
	type storedDraft struct{ key, parts string }
	all, err := sqlite.All(ctx, m.tx, `SELECT conversation, parts FROM draft WHERE parts <> ''`, nil, func(r sqlite.Row) (d storedDraft, err error) {
		err = r.Scan(&d.key, &d.parts)
		return d, err
	})
	if err != nil {
		return err
	}
	for _, d := range all {
		parts, changed, err := m.draftParts(ctx, d.parts)
		if err != nil {
			return err
		}
		if !changed {
			continue
		}
		if err := m.flagDraft(ctx, d.key); err != nil {
			return err
		}
		if _, err := m.tx.ExecContext(ctx, `UPDATE draft SET parts = ? WHERE conversation = ?`, parts, d.key); err != nil {
			return err
		}
	}
	return nil
}

// draftOwner is the SQL for the conversation ID in the key of a draft, "" for the new chat.
const draftOwner = `substr(draft.conversation, 1, instr(draft.conversation || '/', '/') - 1)`

// flagDraft flags the conversation of a draft. If there is none, the text belongs to the new chat
// or to an unknown conversation.
func (m *mender) flagDraft(ctx context.Context, key string) error {
	owner, _, _ := strings.Cut(key, "/")
	var n int64
	err := m.tx.QueryRowContext(ctx, `SELECT n FROM conversation WHERE id = ?`, owner).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		m.unsent = true
		return nil
	}
	m.incomplete[n] = true
	return err
}

// draftParts returns the readable parts of a draft, and whether they differ from the stored parts.
func (m *mender) draftParts(ctx context.Context, stored string) (parts string, changed bool, err error) {
	list, err := parseDraft(stored)
	if err != nil {
		return "", true, nil
	}
	for i, p := range list {
		if p.Long == "" {
			continue
		}
		var there bool
		if err := m.tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM draft_text WHERE sum = ?)`, p.Long).Scan(&there); err != nil {
			return "", false, err
		}
		if !there {
			list[i].Long, changed = "", true
		}
	}
	if !changed {
		return stored, false, nil
	}
	data, err := json.Marshal(list)
	return string(data), true, err
}

// Limits for one transaction of RebuildSearch.
const (
	indexedAtOnce      = 500
	indexedBytesAtOnce = 8 << 20
)

// RebuildSearch fills the empty search index of conversations. It calls progress with the row
// number of the last indexed message and that of the newest message.
func RebuildSearch(ctx context.Context, db *sqlite.DB, progress func(done, total int64)) error {
	s := &Store{db: db}
	var newest int64
	err := db.View(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT coalesce(max(n), 0) FROM message`).Scan(&newest)
	})
	if err != nil {
		return err
	}
	for after, more := int64(0), true; more; {
		err := db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) (err error) {
			after, more, err = s.indexSome(ctx, tx, `n > ?`, after)
			return err
		})
		if err != nil {
			return err
		}
		progress(after, newest)
	}
	return db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		titles := map[int64]string{}
		err := sqlite.Each(ctx, tx, `SELECT n, title FROM conversation WHERE title <> ''`, nil, func(r sqlite.Row) error {
			var n int64
			var title string
			err := r.Scan(&n, &title)
			titles[n] = title
			return err
		})
		for n, title := range titles {
			if err != nil {
				return err
			}
			err = indexTitle(ctx, tx, n, title)
		}
		return err
	})
}

// indexAfter indexes the ended messages after row number after.
func (s *Store) indexAfter(ctx context.Context, tx *sql.Tx, after int64) (err error) {
	for more := true; more && err == nil; {
		after, more, err = s.indexSome(ctx, tx, `n > ?`, after)
	}
	return err
}

// indexSome indexes the next ended messages for which where is true, and returns the last row
// number.
func (s *Store) indexSome(ctx context.Context, tx *sql.Tx, where string, args ...any) (last int64, more bool, err error) {
	byRow := map[int64]*chat.Message{}
	var rows []any
	bytes := 0
	err = sqlite.Each(ctx, tx, `SELECT n, role, bytes FROM message WHERE `+where+` AND state NOT IN ('waiting', 'writing') ORDER BY n LIMIT ?`,
		append(args, indexedAtOnce), func(r sqlite.Row) error {
			if bytes > indexedBytesAtOnce {
				return nil
			}
			var n int64
			var m chat.Message
			var size int
			if err := r.Scan(&n, &m.Role, &size); err != nil {
				return err
			}
			bytes += size
			rows, byRow[n], last = append(rows, n), &m, n
			return nil
		})
	if err != nil || len(rows) == 0 {
		return last, false, err
	}
	if err := s.readFound(ctx, tx, rows, wholeTexts, byRow); err != nil {
		return last, false, err
	}
	for _, n := range rows {
		if err := indexMessage(ctx, tx, n.(int64), *byRow[n.(int64)]); err != nil {
			return last, false, err
		}
	}
	return last, true, nil
}
