package history

import (
	"context"
	"database/sql"
	"errors"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// What stands behind the id of a conversation in the names of its further rows of unsent words.
const (
	// shelvedSuffix marks the draft that returns when the edit ends.
	shelvedSuffix = "/aside"
	// added stands before the id of an Addition. IDs sort by the time they were made, and so do the
	// additions.
	added = "/added/"
	// unread stands in the place of added once the text of a damaged addition was joined: it is
	// kept, and not joined again.
	unread = "/unread/"
)

// Unsent is the stored unsent content of a conversation.
type Unsent struct {
	// Draft is the content of its message box; Shelved comes back when the edit in Draft ends.
	Draft, Shelved chat.Draft
	// Added was stored beside Draft while that could not be read, the oldest first.
	Added []Addition
}

// Addition was stored beside a draft.
type Addition struct {
	ID    chat.ID
	Draft chat.Draft
	// Damaged: Draft is its text alone, the attachments cannot be read.
	Damaged bool
}

// UnsentChange takes the place of what is stored of a conversation and was not sent.
type UnsentChange struct {
	// Conversation is the one it belongs to, "" for the new chat.
	Conversation chat.ID
	// Draft and Shelved are stored as those of Unsent; empty ones are removed.
	Draft, Shelved chat.Draft
	// Beside, unless "", names the addition in which Draft is stored instead. Draft and Shelved of
	// the conversation stay as they are: they could not be read.
	Beside chat.ID
	// Joined are the additions that Draft holds by now. They are removed.
	Joined []Addition
	// Moved: the words were stored as those of From and leave it, with Joined. Nothing else of From
	// is touched.
	Moved bool
	From  chat.ID
	// Unread: what is stored of From, or of Conversation where nothing is Moved, could not be read.
	// It becomes additions, so that nothing is written over it.
	Unread bool
}

// Unsent reads the unsent content of a conversation, "" for the new chat. With an error Added has
// everything that could be read all the same.
func (s *Store) Unsent(ctx context.Context, conversation chat.ID) (u Unsent, err error) {
	err = s.db.View(ctx, func(tx *sql.Tx) (err error) {
		if u.Added, err = s.additions(ctx, tx, conversation); err != nil {
			return err
		}
		if u.Draft, err = readDraft(ctx, tx, conversation); err != nil {
			return err
		}
		u.Shelved, err = readDraft(ctx, tx, conversation+shelvedSuffix)
		return err
	})
	if err != nil {
		u.Draft, u.Shelved = chat.Draft{}, chat.Draft{}
	}
	return u, err
}

// SaveUnsent stores what was not sent. It survives the end of the process, and may lose the last
// seconds in a power cut. A draft that comes or goes is marked as a change of the list.
func (s *Store) SaveUnsent(ctx context.Context, u UnsentChange) error {
	var before, after bool
	err := s.db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) (err error) {
		if before, err = hasDraft(ctx, tx, u.Conversation); err != nil {
			return err
		}
		if err = s.putUnsent(ctx, tx, u); err != nil {
			return err
		}
		after, err = hasDraft(ctx, tx, u.Conversation)
		return err
	})
	if err == nil && before != after && u.Conversation != "" {
		s.marks.Mark(listChanged(u.Conversation))
	}
	return err
}

// hasDraft reports whether a conversation has a draft.
func hasDraft(ctx context.Context, tx *sql.Tx, conversation chat.ID) (has bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM draft WHERE conversation = ?)`, conversation).Scan(&has)
	return has, err
}

// KeepUnsent makes a conversation of all that was not sent in the new chat, after storing u, which
// belongs to it, so that the next new chat begins empty. It reports whether there was anything.
func (s *Store) KeepUnsent(ctx context.Context, c chat.Conversation, u UnsentChange) (kept bool, err error) {
	err = s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		_, err := tx.ExecContext(ctx, `UPDATE draft SET conversation = ? || conversation
			WHERE conversation = '' OR conversation LIKE '/%'`, c.ID)
		if err != nil {
			return nil, err
		}
		if err := s.putUnsent(ctx, tx, u); err != nil {
			return nil, err
		}
		err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM draft
			WHERE conversation = ?1 OR conversation LIKE ?1 || '/%')`, c.ID).Scan(&kept)
		if err != nil || !kept {
			return nil, err
		}
		_, err = s.create(ctx, tx, c)
		return []changes.Change{listChanged(c.ID)}, err
	})
	return kept && err == nil, err
}

// RemoveEmpty removes a conversation that has no title, in which nothing was said, and of which
// nothing unsent is left. Any other stays as it is.
func (s *Store) RemoveEmpty(ctx context.Context, id chat.ID) error {
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		res, err := tx.ExecContext(ctx, `DELETE FROM conversation WHERE id = ?1 AND title = '' AND pinned = 0
			AND NOT EXISTS (SELECT 1 FROM message WHERE message.conversation = conversation.n)
			AND NOT EXISTS (SELECT 1 FROM draft d WHERE d.conversation = ?1 OR d.conversation LIKE ?1 || '/%')`, id)
		if err != nil {
			return nil, err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return nil, err
		}
		return []changes.Change{listChanged(id)}, nil
	})
}

func (s *Store) putUnsent(ctx context.Context, tx *sql.Tx, u UnsentChange) error {
	from := u.Conversation
	if u.Moved {
		from = u.From
	}
	for _, a := range u.Joined {
		q, args := `DELETE FROM draft WHERE conversation = ?`, []any{from + added + a.ID}
		if a.Damaged {
			q, args = `UPDATE OR REPLACE draft SET conversation = ? WHERE conversation = ?`, []any{from + unread + a.ID, args[0]}
		}
		if _, err := tx.ExecContext(ctx, q, args...); err != nil {
			return err
		}
	}
	for _, row := range []chat.ID{from, from + shelvedSuffix} {
		switch {
		case u.Unread:
			_, err := tx.ExecContext(ctx, `UPDATE draft SET conversation = ? WHERE conversation = ?`, from+added+chat.NewID(), row)
			if err != nil {
				return err
			}
		case u.Moved:
			if err := s.putDraft(ctx, tx, row, chat.Draft{}); err != nil {
				return err
			}
		}
	}
	if u.Beside != "" {
		return s.putDraft(ctx, tx, u.Conversation+added+u.Beside, u.Draft.Then(u.Shelved))
	}
	if err := s.putDraft(ctx, tx, u.Conversation, u.Draft); err != nil {
		return err
	}
	return s.putDraft(ctx, tx, u.Conversation+shelvedSuffix, u.Shelved)
}

func (s *Store) putDraft(ctx context.Context, tx *sql.Tx, row chat.ID, d chat.Draft) error {
	if d.Empty() {
		_, err := tx.ExecContext(ctx, `DELETE FROM draft WHERE conversation = ?`, row)
		return err
	}
	parts, err := formatDraft(ctx, tx, d.Parts)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT OR REPLACE INTO draft (conversation, text, parts, edits, saved)
		VALUES (?, ?, ?, ?, ?)`,
		row, d.Text, parts, d.Edits, sqlite.Stamp(s.now()))
	return err
}

func readDraft(ctx context.Context, tx *sql.Tx, row chat.ID) (d chat.Draft, err error) {
	var parts string
	err = tx.QueryRowContext(ctx, `SELECT text, parts, edits FROM draft WHERE conversation = ?`, row).
		Scan(&d.Text, &parts, &d.Edits)
	if errors.Is(err, sql.ErrNoRows) {
		return chat.Draft{}, nil
	}
	if err == nil {
		d.Parts, err = draftParts(ctx, tx, parts)
	}
	return d, err
}

// draftParts reads the parts of a draft with their long texts.
func draftParts(ctx context.Context, tx *sql.Tx, stored string) ([]chat.Part, error) {
	list, err := parseDraft(stored)
	if err == nil {
		err = readLong(ctx, tx, list)
	}
	if err != nil {
		return nil, err
	}
	return partsOf(list), nil
}

// additions are those to the draft of a conversation of which at least the text can be read, the
// oldest first.
func (s *Store) additions(ctx context.Context, tx *sql.Tx, conversation chat.ID) (all []Addition, err error) {
	after := string(conversation) + added
	before := after[:len(after)-1] + "0" // which follows the slash
	err = sqlite.Each(ctx, tx, `SELECT conversation, text, parts, edits FROM draft
		WHERE conversation > ? AND conversation < ? ORDER BY conversation`, []any{after, before}, func(row sqlite.Row) (err error) {
		var a Addition
		var name, parts string
		if err := row.Scan(&name, &a.Draft.Text, &parts, &a.Draft.Edits); err != nil {
			return err
		}
		a.ID = chat.ID(name[len(after):])
		if a.Draft.Parts, err = draftParts(ctx, tx, parts); err != nil {
			s.log.Warn("The attachments of an addition to a draft were not read", "error", err)
			if a.Draft.Text == "" {
				return nil
			}
			a.Damaged = true
		}
		all = append(all, a)
		return nil
	})
	return all, err
}
