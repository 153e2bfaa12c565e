package history

import (
	"context"
	"database/sql"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// Inspection counts the content of a library's file.
type Inspection struct {
	// Origin identifies the library on its computer; a copy has that of its original.
	Origin string
	// Schema is the version of the schema.
	Schema int64
	// Chats and Transcripts count what is not deleted, Messages those of Chats.
	Chats, Messages, Transcripts int
}

// Inspect reads the file of a library that is not open, whatever its version is, and never writes
// to it. The errors are those of Open.
func Inspect(ctx context.Context, path string) (found Inspection, err error) {
	err = sqlite.ViewFile(ctx, path, func(tx *sql.Tx, version int64) error {
		found.Schema = version
		return inspect(ctx, tx, &found)
	})
	return found, err
}

func inspect(ctx context.Context, tx *sql.Tx, found *Inspection) error {
	return tx.QueryRowContext(ctx, `SELECT coalesce((SELECT origin FROM library), ''),
		(SELECT count(*) FROM conversation WHERE deleted_at = 0),
		(SELECT count(*) FROM message m JOIN conversation c ON c.n = m.conversation WHERE c.deleted_at = 0 AND m.deleted_with = 0),
		(SELECT count(*) FROM transcript WHERE deleted_at = 0)`).
		Scan(&found.Origin, &found.Chats, &found.Messages, &found.Transcripts)
}

// Snapshot writes the database to a new file, while the library is read and written. The
// attachments are not in it.
func (s *Store) Snapshot(ctx context.Context, path string) error { return s.db.Snapshot(ctx, path) }

// Origin identifies this library on this computer; see Inspection.
func (s *Store) Origin(ctx context.Context) (origin string, err error) {
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT coalesce((SELECT origin FROM library), '')`).Scan(&origin)
	})
	return origin, err
}

// RenewOrigin gives a copy of a library on another computer an origin of its own.
func (s *Store) RenewOrigin(ctx context.Context) error {
	return s.db.Update(ctx, sqlite.Durable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE library SET origin = ?`, chat.NewID())
		return err
	})
}
