package history

import (
	"context"
	"database/sql"
	"strings"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// FormField is unsent text in a field of a form.
type FormField struct {
	// Form identifies the form and what it was opened for. The text of a form that belongs to a
	// conversation is removed with that conversation; its Form begins with the conversation's ID
	// and a slash.
	Form, Field, Text string
	// Removed reports that the field's unsent text was removed.
	Removed bool
}

// FormFields reads the unsent text of all forms.
func (s *Store) FormFields(ctx context.Context) (all []FormField, err error) {
	err = s.db.View(ctx, func(tx *sql.Tx) (err error) {
		all, err = sqlite.All(ctx, tx, `SELECT form, field, text FROM form_field`, nil, func(r sqlite.Row) (f FormField, err error) {
			return f, r.Scan(&f.Form, &f.Field, &f.Text)
		})
		return err
	})
	return all, err
}

// conversation returns the conversation that the form belongs to, or another text.
func (f FormField) conversation() chat.ID {
	id, _, _ := strings.Cut(f.Form, "/")
	return chat.ID(id)
}

// SaveFormFields replaces the unsent text of fields. Like SaveUnsent, it survives the end of the
// process, and may lose the last seconds in a power failure. Text of a temporary chat is not
// stored.
func (s *Store) SaveFormFields(ctx context.Context, fields []FormField) error {
	var stored []FormField
	for _, f := range fields {
		if !s.IsTemporary(f.conversation()) {
			stored = append(stored, f)
		}
	}
	return s.db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		for _, f := range stored {
			q, args := `INSERT OR REPLACE INTO form_field (form, field, text, saved) VALUES (?, ?, ?, ?)`,
				[]any{f.Form, f.Field, f.Text, sqlite.UnixMillis(s.now())}
			if f.Removed {
				q, args = `DELETE FROM form_field WHERE form = ? AND field = ?`, args[:2]
			}
			if _, err := tx.ExecContext(ctx, q, args...); err != nil {
				return err
			}
		}
		return nil
	})
}
