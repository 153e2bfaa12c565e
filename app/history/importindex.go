package history

import (
	"context"
	"database/sql"

	"parlando/app/internal/sqlite"
)

// IndexImports adds the messages of finished imports to the search index, in small transactions, so
// that other writers do not wait long. When it is called again, it goes on with what is left.
func (s *Store) IndexImports(ctx context.Context) error {
	for more := true; more; {
		err := s.db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) (err error) {
			more, err = s.indexImported(ctx, tx)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// unsearched selects the finished imports with messages that are not in the search index.
const unsearched = `SELECT n, searched FROM import WHERE finished > 0
	AND EXISTS (SELECT 1 FROM message INDEXED BY message_import WHERE message.import > 0 AND message.import = import.n AND message.n > import.searched)`

// indexImported indexes some messages of one import, and reports whether there may be more.
func (s *Store) indexImported(ctx context.Context, tx *sql.Tx) (more bool, err error) {
	var number, searched int64
	found, err := scanned(tx.QueryRowContext(ctx, unsearched+` LIMIT 1`), &number, &searched)
	if err != nil || !found {
		return false, err
	}
	last, _, err := s.indexSome(ctx, tx, `import > 0 AND import = ? AND n > ?`, number, searched)
	if err != nil {
		return false, err
	}
	_, err = tx.ExecContext(ctx, `UPDATE import SET searched = ? WHERE n = ?`, last, number)
	return true, err
}

// Unsearched returns the number of imported messages that IndexImports has yet to index.
func (s *Store) Unsearched(ctx context.Context) (messages int, err error) {
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM (`+unsearched+`) i
			JOIN message m INDEXED BY message_import ON m.import > 0 AND m.import = i.n AND m.n > i.searched`).Scan(&messages)
	})
	return messages, err
}
