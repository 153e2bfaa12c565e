package history

import (
	"context"
	"database/sql"
	"time"

	"parlando/app/changes"
	"parlando/app/internal/sqlite"
)

// ImportNote is a text beside the conversations of an import, such as custom instructions or a
// memory. It is kept with the import and sent nowhere.
type ImportNote struct {
	// Kind is the kind of the text, Project the other program's ID of its project, "" for none.
	Kind, Project string
	Title, Text   string
	// Created is zero if unknown.
	Created time.Time
}

// AddImportNotes adds notes to an import.
func (s *Store) AddImportNotes(ctx context.Context, number int64, notes []ImportNote) error {
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		for _, n := range notes {
			created := int64(0)
			if !n.Created.IsZero() {
				created = sqlite.UnixMillis(n.Created)
			}
			_, err := tx.ExecContext(ctx, `INSERT INTO import_note (import, kind, project, title, text, created) VALUES (?, ?, ?, ?, ?, ?)`,
				number, n.Kind, n.Project, n.Title, n.Text, created)
			if err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
}

// ImportNotes returns the notes of an import in the order in which they were added.
func (s *Store) ImportNotes(ctx context.Context, number int64) (notes []ImportNote, err error) {
	err = s.db.View(ctx, func(tx *sql.Tx) (err error) {
		notes, err = sqlite.All(ctx, tx, `SELECT kind, project, title, text, created FROM import_note WHERE import = ? ORDER BY n`, []any{number},
			func(row sqlite.Row) (n ImportNote, err error) {
				var created int64
				err = row.Scan(&n.Kind, &n.Project, &n.Title, &n.Text, &created)
				if created > 0 {
					n.Created = time.UnixMilli(created)
				}
				return n, err
			})
		return err
	})
	return notes, err
}
