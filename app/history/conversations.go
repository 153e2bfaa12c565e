package history

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

const conversationColumns = `id, title, pinned, project, connection, model, params, created, updated`

// Conversation returns a conversation, or ErrNotFound.
func (s *Store) Conversation(ctx context.Context, id chat.ID) (c chat.Conversation, err error) {
	s, done := s.of(id)
	defer done()
	var place string
	const placeColumn = `coalesce((SELECT value FROM change WHERE entity = 'conversation' AND change.id = c.id AND field = 'place'), '')`
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		for _, column := range []string{placeColumn, `''`} {
			c, err = scanConversation(tx.QueryRowContext(ctx, `SELECT `+conversationColumns+`, `+column+`
				FROM conversation c WHERE id = ? AND deleted_at = 0`, id), &place)
			if !errors.Is(sqlite.Classify(err), ErrDamaged) {
				break // on damage, retry without the place, which may be the damaged value
			}
		}
		return notFound(err, "conversation", id)
	})
	s.noteDamage(err, id)
	if err == nil && place != "" && json.Unmarshal([]byte(place), &c.Place) != nil {
		c.Place = chat.ReadingPlace{} // fall back to the end of the conversation
	}
	return c, err
}

// SetReadingPlace stores the reading position of a conversation. A power failure may lose the last
// seconds.
func (s *Store) SetReadingPlace(ctx context.Context, id chat.ID, place chat.ReadingPlace) error {
	s, done := s.of(id)
	defer done()
	value, err := json.Marshal(place)
	if err != nil {
		return err
	}
	return s.db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		if _, err := conversationRow(ctx, tx, id); err != nil {
			return err
		}
		return record(ctx, tx, "conversation", id, "place", string(value))
	})
}

// scanConversation scans conversationColumns and further columns into more.
func scanConversation(row sqlite.Row, more ...any) (c chat.Conversation, err error) {
	var params string
	var created, updated int64
	err = row.Scan(append([]any{&c.ID, &c.Title, &c.Pinned, &c.Project, &c.Connection, &c.Model, &params, &created, &updated}, more...)...)
	if err != nil {
		return c, err
	}
	c.Created, c.Updated = sqlite.FromUnixMillis(created), sqlite.FromUnixMillis(updated)
	c.Params, err = parseParameters(params)
	return c, err
}

// create stores an empty conversation. A zero time is replaced by now.
func (s *Store) create(ctx context.Context, tx execer, c chat.Conversation) (n int64, err error) {
	if c.ID == "" || strings.ContainsRune(string(c.ID), '\n') {
		return 0, fmt.Errorf("%w: a conversation without an id that Order can read", ErrInvalid)
	}
	if c.Created.IsZero() {
		c.Created = s.now()
	}
	if c.Updated.IsZero() {
		c.Updated = c.Created
	}
	params, err := formatParameters(c.Params)
	if err != nil {
		return 0, err
	}
	res, err := tx.ExecContext(ctx, `INSERT INTO conversation (`+conversationColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		c.ID, c.Title, c.Pinned, c.Project, c.Connection, c.Model, params, sqlite.UnixMillis(c.Created), sqlite.UnixMillis(c.Updated))
	if err != nil {
		return 0, fmt.Errorf("store the conversation: %w", err)
	}
	if n, err = res.LastInsertId(); err != nil {
		return 0, err
	}
	return n, recordNew(ctx, tx, n, c)
}

// recordNew adds the title of a new conversation to the search index, and its title and pin to the
// changes.
func recordNew(ctx context.Context, tx execer, n int64, c chat.Conversation) error {
	if c.Title != "" {
		if err := indexTitle(ctx, tx, n, c.Title); err != nil {
			return err
		}
		if err := record(ctx, tx, "conversation", c.ID, "title", c.Title); err != nil {
			return err
		}
	}
	if c.Pinned {
		return record(ctx, tx, "conversation", c.ID, "pinned", "true")
	}
	return nil
}

// Rename sets the user's own title, which Begin never changes; "" returns to an automatic title.
func (s *Store) Rename(ctx context.Context, id chat.ID, title string) error {
	s, done := s.of(id)
	defer done()
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		n, err := conversationRow(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		return []changes.Change{listChanged(id)}, setTitle(ctx, tx, n, id, title)
	})
}

func setTitle(ctx context.Context, tx *sql.Tx, n int64, id chat.ID, title string) error {
	if _, err := tx.ExecContext(ctx, `UPDATE conversation SET title = ? WHERE n = ?`, title, n); err != nil {
		return err
	}
	if err := indexTitle(ctx, tx, n, title); err != nil {
		return err
	}
	return record(ctx, tx, "conversation", id, "title", title)
}

// Pin sets whether a conversation is at the top of the list.
func (s *Store) Pin(ctx context.Context, id chat.ID, pinned bool) error {
	return s.setField(ctx, id, "pinned", strconv.FormatBool(pinned), pinned)
}

// SetProject moves a conversation into a project, or out of its project for "".
func (s *Store) SetProject(ctx context.Context, id, project chat.ID) error {
	return s.setField(ctx, id, "project", string(project), project)
}

// MoveToProject moves conversations into a project, and returns them. Those that are in another one
// or deleted stay where they are.
func MoveToProject(ctx context.Context, tx *sql.Tx, ids []chat.ID, project chat.ID) (moved []chat.ID, err error) {
	for _, id := range ids {
		list, err := sqlite.All(ctx, tx, `UPDATE conversation AS c SET project = ? WHERE id = ? AND deleted_at = 0 AND `+shownProject+` = '' RETURNING id`,
			[]any{project, id}, sqlite.Column[chat.ID])
		for range list {
			err = record(ctx, tx, "conversation", id, "project", string(project))
		}
		if err != nil {
			return nil, err
		}
		moved = append(moved, list...)
	}
	return moved, nil
}

// SetModel sets the model for further messages.
func (s *Store) SetModel(ctx context.Context, id, connection chat.ID, model string) error {
	s, done := s.of(id)
	defer done()
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		n, err := conversationRow(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		_, err = tx.ExecContext(ctx, `UPDATE conversation SET connection = ?, model = ? WHERE n = ?`, connection, model, n)
		return nil, err
	})
}

// SetParameters sets the parameters for further requests.
func (s *Store) SetParameters(ctx context.Context, id chat.ID, p chat.Parameters) error {
	s, done := s.of(id)
	defer done()
	params, err := formatParameters(p)
	if err != nil {
		return err
	}
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		n, err := conversationRow(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		_, err = tx.ExecContext(ctx, `UPDATE conversation SET params = ? WHERE n = ?`, params, n)
		return nil, err
	})
}

// setTarget stores the target of a conversation; nil changes nothing.
func setTarget(ctx context.Context, tx *sql.Tx, conversation int64, t *chat.Target) error {
	if t == nil {
		return nil
	}
	params, err := formatParameters(t.Params)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE conversation SET connection = ?, model = ?, params = ? WHERE n = ?`, t.Connection, t.Model, params, conversation)
	return err
}

// Delete removes a conversation from every list. Restore brings it back until Remove, or the first
// start later than chat.DeletedRetention.
func (s *Store) Delete(ctx context.Context, id chat.ID) error {
	at := sqlite.UnixMillis(s.now())
	return s.setField(ctx, id, "deleted_at", strconv.FormatInt(at, 10), at)
}

// setField writes a mutable field and its record.
func (s *Store) setField(ctx context.Context, id chat.ID, field, recorded string, value any) error {
	s, done := s.of(id)
	defer done()
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		n, err := conversationRow(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE conversation SET `+field+` = ? WHERE n = ?`, value, n); err != nil {
			return nil, err
		}
		return []changes.Change{listChanged(id), threadChanged(id)}, record(ctx, tx, "conversation", id, recordName(field), recorded)
	})
}

// recordName returns the field's name in the record, which is independent of the column name.
func recordName(column string) string {
	if column == "deleted_at" {
		return "deleted"
	}
	return column
}

// Restore undoes Delete. It returns ErrNotFound once the conversation has been removed, or is being
// removed.
func (s *Store) Restore(ctx context.Context, id chat.ID) error {
	s, done := s.of(id)
	defer done()
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		var n int64
		err := tx.QueryRowContext(ctx, `SELECT n FROM conversation WHERE id = ? AND deleted_at <> ?`, id, removedAtOnce).Scan(&n)
		if err != nil {
			return nil, notFound(err, "conversation", id)
		}
		if _, err := tx.ExecContext(ctx, `UPDATE conversation SET deleted_at = 0 WHERE n = ?`, n); err != nil {
			return nil, err
		}
		return []changes.Change{listChanged(id), threadChanged(id)}, record(ctx, tx, "conversation", id, "deleted", "0")
	})
}

// conversationRow returns the row of a conversation that is not deleted.
func conversationRow(ctx context.Context, tx *sql.Tx, id chat.ID) (n int64, err error) {
	err = tx.QueryRowContext(ctx, `SELECT n FROM conversation WHERE id = ? AND deleted_at = 0`, id).Scan(&n)
	return n, notFound(err, "conversation", id)
}

// touch moves a conversation to the top of the list.
func touch(ctx context.Context, tx execer, n int64, at time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE conversation SET updated = max(updated, ?) WHERE n = ?`, sqlite.UnixMillis(at), n)
	return err
}

// indexTitle replaces a title in the search index.
func indexTitle(ctx context.Context, tx execer, n int64, title string) error {
	if title == "" {
		_, err := tx.ExecContext(ctx, `DELETE FROM search_title WHERE rowid = ?`, n)
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO search_title (rowid, text) VALUES (?, ?)`, n, sqlite.IndexText(title))
	return err
}

// formatParameters returns the stored form of parameters, "" if all are unset.
func formatParameters(p chat.Parameters) (string, error) {
	if p.IsZero() && p.Preset == "" {
		return "", nil
	}
	data, err := json.Marshal(p)
	return string(data), err
}

func parseParameters(stored string) (p chat.Parameters, err error) {
	if stored == "" {
		return p, nil
	}
	if err := json.Unmarshal([]byte(stored), &p); err != nil {
		return p, fmt.Errorf("%w: parameters: %w", ErrDamaged, err)
	}
	return p, nil
}
