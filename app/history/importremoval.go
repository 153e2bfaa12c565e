package history

import (
	"context"
	"database/sql"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// KeptChat is a chat that DropImport has kept.
type KeptChat struct {
	ID    chat.ID
	Title string
}

// DropImport removes everything that came with an import, finished or not, so that it can be
// imported again. It keeps the chats in which the user has written, and returns them. What came is
// hidden at once, and then removed in small transactions; after an interruption, the next start
// goes on.
func (s *Store) DropImport(ctx context.Context, number int64) (kept []KeptChat, err error) {
	err = s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		// Messages that were written here have no import.
		const own = `EXISTS (SELECT 1 FROM message o WHERE o.conversation = conversation.n AND o.import = 0)`
		kept, err = sqlite.All(ctx, tx, `SELECT id, title FROM conversation WHERE deleted_at = 0
			AND n IN (SELECT conversation FROM message INDEXED BY message_import WHERE import > 0 AND import = ? AND deleted_with <> -1) AND `+own+` ORDER BY n`, []any{number},
			func(row sqlite.Row) (k KeptChat, err error) {
				err = row.Scan(&k.ID, &k.Title)
				return k, err
			})
		if err != nil {
			return nil, err
		}
		marks := []changes.Change{listChanged("")}
		changed, err := sqlite.All(ctx, tx, `SELECT id FROM conversation
			WHERE n IN (SELECT conversation FROM message INDEXED BY message_import WHERE import > 0 AND import = ? AND deleted_with <> -1)`, []any{number}, sqlite.Column[chat.ID])
		if err != nil {
			return nil, err
		}
		for _, id := range changed {
			marks = append(marks, threadChanged(id))
		}
		for _, q := range []string{
			`UPDATE conversation SET import = 0 WHERE import > 0 AND import = ?1 AND ` + own,
			`UPDATE imported SET import = 0 WHERE import = ?1 AND EXISTS (SELECT 1 FROM conversation WHERE id = imported.conversation AND ` + own + `)`,
			`UPDATE message SET import = 0 WHERE import > 0 AND import = ?1 AND deleted_with <> -1 AND EXISTS (SELECT 1 FROM conversation WHERE n = message.conversation AND ` + own + `)`,
			`UPDATE conversation SET deleted_at = -1 WHERE import > 0 AND import = ?1`,
			// Messages that the import added to chats of earlier imports.
			`UPDATE message SET deleted_with = -1 WHERE import > 0 AND import = ?1
				AND conversation NOT IN (SELECT n FROM conversation WHERE import > 0 AND import = ?1)`,
			`UPDATE imported SET newest = coalesce((SELECT max(m.created) FROM message m JOIN conversation c ON c.n = m.conversation
				WHERE c.id = imported.conversation AND m.deleted_with <> -1), 0)
				WHERE conversation IN (SELECT c.id FROM message m JOIN conversation c ON c.n = m.conversation WHERE m.import > 0 AND m.import = ?1 AND m.deleted_with = -1)
				AND EXISTS (SELECT 1 FROM import WHERE n = ?1 AND finished > 0)`,
			`DELETE FROM imported WHERE import = ?1`,
			`DELETE FROM import_note WHERE import = ?1`,
			`UPDATE import SET finished = 0 WHERE n = ?1`,
		} {
			if _, err := tx.ExecContext(ctx, q, number); err != nil {
				return nil, err
			}
		}
		return marks, nil
	})
	if err != nil {
		return nil, err
	}
	return kept, s.purgeImport(ctx, number)
}

// unfinishedImports returns the imports that the last run did not finish.
func unfinishedImports(ctx context.Context, tx *sql.Tx) ([]int64, error) {
	return sqlite.All(ctx, tx, `SELECT n FROM import WHERE finished = 0`, nil, sqlite.Column[int64])
}

// dropUnfinished removes what is left of all unfinished imports.
func (s *Store) dropUnfinished(ctx context.Context) error {
	var unfinished []int64
	err := s.db.View(ctx, func(tx *sql.Tx) (err error) {
		unfinished, err = unfinishedImports(ctx, tx)
		return err
	})
	if err != nil {
		return err
	}
	return s.dropImports(ctx, unfinished)
}

// purgeUnfinished removes what is left of the imports that the last run did not finish.
func (s *Store) purgeUnfinished(ctx context.Context) error {
	return s.dropImports(ctx, s.unfinished)
}

func (s *Store) dropImports(ctx context.Context, numbers []int64) error {
	for _, number := range numbers {
		if _, err := s.DropImport(ctx, number); err != nil {
			return err
		}
	}
	return nil
}

// purgeImport removes the hidden rows of an import, and at last the import itself.
func (s *Store) purgeImport(ctx context.Context, number int64) error {
	for more := true; more; {
		err := s.db.Update(ctx, sqlite.Durable, func(tx *sql.Tx) (err error) {
			more, err = purgeSomeOfImport(ctx, tx, number)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// purgeSomeOfImport removes some rows of an import and reports whether there may be more.
func purgeSomeOfImport(ctx context.Context, tx *sql.Tx, number int64) (more bool, err error) {
	messages, err := selectRows(ctx, tx, `SELECT n FROM message INDEXED BY message_import WHERE import > 0 AND import = ? ORDER BY n DESC LIMIT ?`, number, purgeAtOnce)
	if err != nil {
		return false, err
	}
	if len(messages) > 0 {
		return true, purgeMessages(ctx, tx, messages)
	}
	conversations, err := selectRows(ctx, tx, `SELECT n FROM conversation INDEXED BY conversation_import WHERE import > 0 AND import = ? LIMIT ?`, number, purgeAtOnce)
	if err != nil {
		return false, err
	}
	if len(conversations) > 0 {
		return true, purgeConversations(ctx, tx, conversations)
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM import WHERE n = ?`, number)
	return false, err
}
