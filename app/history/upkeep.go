package history

import (
	"context"
	"database/sql"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// keepBlobs is the time that an unused attachment is kept.
const keepBlobs = 7 * 24 * time.Hour

// purgeAtOnce is the number of messages removed in one transaction, so that no other writer waits
// long.
const purgeAtOnce = 500

// Queries for rows to purge. The youngest messages are removed first, so that a remaining message
// always has its parent.
const (
	oldConversationMessages = `SELECT m.n FROM conversation c INDEXED BY conversation_deleted
		CROSS JOIN message m INDEXED BY message_tree ON m.conversation = c.n
		WHERE c.deleted_at > 0 AND c.deleted_at < ? ORDER BY m.n DESC LIMIT ?`
	oldMessages = `SELECT n FROM message INDEXED BY message_deleted WHERE deleted_with > 0 AND deleted_at < ?
		AND NOT EXISTS (SELECT 1 FROM message below WHERE below.conversation = message.conversation AND below.parent = message.n)
		ORDER BY n DESC LIMIT ?`
	oldConversations = `SELECT n FROM conversation INDEXED BY conversation_deleted WHERE deleted_at > 0 AND deleted_at < ? LIMIT ?`
)

// keepUp runs once in the background after a start. The next start continues interrupted work.
func (s *Store) keepUp(ctx context.Context) {
	for _, step := range []struct {
		what string
		do   func(context.Context) error
	}{
		{"remove unfinished imports", s.purgeUnfinished},
		{"remove what was deleted long ago", s.purge},
		{"remove projects deleted long ago", s.purgeProjects},
		{"remove unused attachments", s.collectBlobs},
		{"remove leftover attachment files", s.collectFiles},
	} {
		if err := step.do(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("Upkeep failed", "step", step.what, "error", err)
		}
	}
}

// purge removes conversations and messages that were deleted more than 30 days ago.
func (s *Store) purge(ctx context.Context) error {
	before := sqlite.UnixMillis(s.now().Add(-chat.DeletedRetention))
	for {
		removed := 0
		err := s.db.Update(ctx, sqlite.Durable, func(tx *sql.Tx) error {
			// Each step removes only the last message of a chain.
			for removed < purgeAtOnce {
				n, err := purgeSome(ctx, tx, before)
				if err != nil || n == 0 {
					return err
				}
				removed += n
			}
			return nil
		})
		if err != nil || removed == 0 {
			return err
		}
	}
}

// purgeSome removes some messages, or conversations without messages, and returns the number of
// rows.
func purgeSome(ctx context.Context, tx *sql.Tx, before int64) (int, error) {
	for _, q := range []string{oldConversationMessages, oldMessages} {
		rows, err := selectRows(ctx, tx, q, before, purgeAtOnce)
		if err != nil {
			return 0, err
		}
		if len(rows) > 0 {
			return len(rows), purgeMessages(ctx, tx, rows)
		}
	}
	rows, err := selectRows(ctx, tx, oldConversations, before, purgeAtOnce)
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	return len(rows), purgeConversations(ctx, tx, rows)
}

func purgeMessages(ctx context.Context, tx *sql.Tx, rows []any) error {
	in := ` IN (` + places(len(rows)) + `)`
	for _, q := range []string{
		`DELETE FROM change WHERE entity = 'message' AND id IN (SELECT id FROM message WHERE n` + in + `)`,
		`WITH RECURSIVE
			own(id) AS (SELECT request FROM message WHERE n` + in + `
				UNION SELECT r.continues FROM own o JOIN request r ON r.id = o.id WHERE r.continues <> ''),
			others(id) AS (SELECT o.request FROM message d JOIN message o ON o.conversation = d.conversation AND o.parent = d.parent
					WHERE d.n` + in + ` AND o.n NOT` + in + `
				UNION SELECT r.continues FROM others o JOIN request r ON r.id = o.id WHERE r.continues <> '')
			DELETE FROM request WHERE id IN own AND id NOT IN others`,
		`DELETE FROM draft WHERE conversation IN (SELECT c.id || '` + edit + `' || m.id
			FROM message m JOIN conversation c ON c.n = m.conversation WHERE m.n` + in + `)`,
		`DELETE FROM part WHERE message` + in,
		`DELETE FROM tail WHERE message` + in,
		`DELETE FROM search WHERE rowid` + in,
		// The next message up that is kept: several that followed each other may be removed at
		// once.
		`UPDATE message SET home = (WITH RECURSIVE up (n) AS (
				SELECT message.home UNION ALL SELECT d.home FROM up JOIN message d ON d.n = up.n WHERE d.n` + in + `)
			SELECT n FROM up WHERE n NOT` + in + `) WHERE home > 0 AND home` + in,
		`DELETE FROM message WHERE n` + in,
	} {
		args := rows
		if n := countPlaces(q); n > len(rows) {
			args = slices.Repeat(rows, n/len(rows))
		}
		if _, err := tx.ExecContext(ctx, q, args...); err != nil {
			return err
		}
	}
	return nil
}

func countPlaces(q string) (n int) {
	for _, c := range q {
		if c == '?' {
			n++
		}
	}
	return n
}

// purgeConversations removes conversations without messages.
func purgeConversations(ctx context.Context, tx *sql.Tx, rows []any) error {
	in := ` IN (` + places(len(rows)) + `)`
	for _, q := range []string{
		`DELETE FROM change WHERE entity = 'conversation' AND id IN (SELECT id FROM conversation WHERE n` + in + `)`,
		`DELETE FROM draft WHERE substr(conversation, 1, instr(conversation || '/', '/') - 1) IN
			(SELECT id FROM conversation WHERE n` + in + `)`,
		`DELETE FROM form_field WHERE substr(form, 1, instr(form || '/', '/') - 1) IN
			(SELECT id FROM conversation WHERE n` + in + `)`,
		`DELETE FROM chosen WHERE conversation` + in,
		`DELETE FROM search_title WHERE rowid` + in,
		`DELETE FROM conversation WHERE n` + in,
	} {
		if _, err := tx.ExecContext(ctx, q, rows...); err != nil {
			return err
		}
	}
	return nil
}

func selectRows(ctx context.Context, tx *sql.Tx, q string, args ...any) ([]any, error) {
	return sqlite.All(ctx, tx, q, args, sqlite.Column[any])
}

// purgeProjects removes projects and files of projects that were deleted more than 30 days ago. The
// chats of the projects stay.
func (s *Store) purgeProjects(ctx context.Context) error {
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		return nil, removeProjects(ctx, tx, sqlite.UnixMillis(s.now().Add(-chat.DeletedRetention)))
	})
}

// removeProjects removes the projects and files of projects that were deleted before a time.
func removeProjects(ctx context.Context, tx *sql.Tx, before int64) error {
	const old = `(SELECT id FROM project WHERE deleted_at > 0 AND deleted_at < ?1)`
	for _, q := range []string{
		`UPDATE conversation SET project = '' WHERE project <> '' AND project IN ` + old,
		`DELETE FROM memory WHERE project IN ` + old,
		`DELETE FROM project_file WHERE project IN ` + old + ` OR deleted_at > 0 AND deleted_at < ?1`,
		`DELETE FROM project WHERE deleted_at > 0 AND deleted_at < ?1`,
	} {
		if _, err := tx.ExecContext(ctx, q, before); err != nil {
			return err
		}
	}
	return nil
}

// RemoveProject permanently removes a deleted project with its files and memories; its chats stay.
// It returns ErrNotFound if the project is not deleted.
func (s *Store) RemoveProject(ctx context.Context, id chat.ID) error {
	return s.remove(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		res, err := tx.ExecContext(ctx, `UPDATE project SET deleted_at = ? WHERE id = ? AND deleted_at > 0`, removedAtOnce, id)
		if err := sqlite.Affected(res, err, notFound(sql.ErrNoRows, "project", id)); err != nil {
			return nil, err
		}
		return []changes.Change{{Topic: changes.Projects, ID: string(id)}}, removeProjects(ctx, tx, removedAtOnce+1)
	})
}

// collectBlobs removes attachments that no message, draft or project references, except those that
// an earlier library may reference. Those of a temporary chat go with the chat.
func (s *Store) collectBlobs(ctx context.Context) error {
	if s.pictures != nil {
		return nil
	}
	rule, err := s.db.Removal(ctx)
	if err != nil {
		return err
	}
	var unused []string
	before := sqlite.UnixMillis(s.now().Add(-keepBlobs))
	err = s.db.View(ctx, func(tx *sql.Tx) (err error) {
		unused, err = unusedBlobs(ctx, tx, before, "")
		return err
	})
	if err != nil {
		return err
	}
	for _, sum := range unused {
		allowed, err := rule.Allows(s.blobPath(sum))
		if err == nil && allowed {
			err = s.removeBlob(ctx, sum, before)
		}
		if err != nil {
			return err
		}
	}
	return s.db.Update(ctx, sqlite.Durable, func(tx *sql.Tx) error { return collectTexts(ctx, tx) })
}

// collectTexts removes long texts that no draft references.
func collectTexts(ctx context.Context, tx *sql.Tx) error {
	texts, err := sqlite.All(ctx, tx, `SELECT sum FROM draft_text`, nil, sqlite.Column[string])
	if err != nil || len(texts) == 0 {
		return err
	}
	drafted, err := drafted(ctx, tx)
	for _, sum := range texts {
		if err == nil && !drafted[sum] {
			_, err = tx.ExecContext(ctx, `DELETE FROM draft_text WHERE sum = ?`, sum)
		}
	}
	return err
}

// unusedBlobs lists unreferenced blobs last stored before a time, or checks only one of them.
func unusedBlobs(ctx context.Context, tx *sql.Tx, before int64, only string) (unused []string, err error) {
	drafted, err := drafted(ctx, tx)
	if err != nil {
		return nil, err
	}
	unused, err = sqlite.All(ctx, tx, `SELECT sha256 FROM blob WHERE length(sha256) = 64 AND kept < ? AND (? = '' OR sha256 = ?)
		AND NOT EXISTS (SELECT 1 FROM part WHERE part.blob = blob.sha256)
		AND NOT EXISTS (SELECT 1 FROM part WHERE part.original = blob.sha256)`, []any{before, only, only}, sqlite.Column[string])
	return slices.DeleteFunc(unused, func(sum string) bool { return drafted[sum] }), err
}

// drafted returns the checksums of the attachments and long texts referenced by drafts and
// projects.
func drafted(ctx context.Context, tx *sql.Tx) (map[string]bool, error) {
	all, err := sqlite.All(ctx, tx, `SELECT parts FROM draft WHERE parts <> '' UNION ALL SELECT parts FROM project_file`, nil, sqlite.Column[string])
	if err != nil {
		return nil, err
	}
	named := map[string]bool{}
	for _, stored := range all {
		list, err := parseDraft(stored)
		if err != nil {
			return nil, err // an unreadable row may reference anything: remove nothing
		}
		for _, p := range list {
			named[p.SHA256], named[p.Long] = true, true
			if p.Original != nil {
				named[p.Original.SHA256] = true
			}
		}
	}
	return named, nil
}

// removeBlob checks again, with storing locked, and removes first the row, then the file.
func (s *Store) removeBlob(ctx context.Context, sum string, before int64) error {
	s.blobs.Lock()
	defer s.blobs.Unlock()
	gone := false
	err := s.db.Update(ctx, sqlite.Durable, func(tx *sql.Tx) error {
		unused, err := unusedBlobs(ctx, tx, before, sum)
		if err != nil || len(unused) == 0 {
			return err
		}
		gone = true
		_, err = tx.ExecContext(ctx, `DELETE FROM blob WHERE sha256 = ?`, sum)
		return err
	})
	if err != nil || !gone {
		return err
	}
	return ignoreMissing(os.Remove(s.blobPath(sum)))
}

// collectFiles removes blob files without a row, left by a crash during a write, except those that
// an earlier library may reference.
func (s *Store) collectFiles(ctx context.Context) error {
	rule, err := s.db.Removal(ctx)
	if err != nil {
		return err
	}
	if beside := rule.Beside(); beside != "" {
		s.log.Info("No attachments are removed: there is another library in the folder", "name", beside)
		return nil
	}
	before := s.now().Add(-keepBlobs)
	err = filepath.WalkDir(filepath.Join(s.dir, BlobsFolder), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if d.IsDir() {
			return nil
		}
		info, err := d.Info()
		if err != nil || info.ModTime().After(before) {
			return ignoreMissing(err)
		}
		if allowed, err := rule.Allows(path); err != nil || !allowed {
			return err
		}
		return s.removeUnnamed(ctx, path)
	})
	return ignoreMissing(err)
}

func (s *Store) removeUnnamed(ctx context.Context, path string) error {
	name := filepath.Base(path)
	if ours, err := filepath.Match(".part-*", name); err != nil || !ours {
		if raw, err := hex.DecodeString(name); err != nil || len(raw) != 32 {
			return nil // the file is not one of the store's
		}
	}
	s.blobs.Lock()
	defer s.blobs.Unlock()
	named := 0
	// Update instead of View, because Update fails if another file is at the library's path.
	err := s.db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM blob WHERE sha256 = ?`, name).Scan(&named)
	})
	if err != nil || named > 0 {
		return err
	}
	return ignoreMissing(os.Remove(path))
}
