package history

import (
	"context"
	"database/sql"
	"errors"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// Suffixes to a conversation's ID, for the keys of its further rows of unsent content.
const (
	// shelvedSuffix marks the draft that returns when editing a message ends.
	shelvedSuffix = "/aside"
	// edit precedes a message's ID in the key of its canceled edit.
	edit = "/edit/"
	// added precedes the ID of a DraftAddition. IDs, and so additions, sort by creation time.
	added = "/added/"
	// unread replaces added in the key of a damaged addition whose text was joined, so that the row
	// is kept, but its text is not joined again.
	unread = "/unread/"
)

// UnsentContent is the stored unsent content of a conversation.
type UnsentContent struct {
	// Draft is the content of the message box; Shelved is the draft set aside during an edit.
	Draft, Shelved chat.Draft
	// Additions are drafts stored while Draft could not be read, oldest first.
	Additions []DraftAddition
	// Edits are the canceled edits, each of the message in its field Edits. If the attachments of
	// an edit cannot be read, the edit has only its text.
	Edits []chat.Draft
	// Queued are the messages that were queued behind a reply, in this order.
	Queued []DraftAddition
}

// DraftAddition is a draft stored beside an unreadable one, or a queued message.
type DraftAddition struct {
	ID    chat.ID
	Draft chat.Draft
	// Damaged reports that Draft has only its text, because the attachments cannot be read.
	Damaged bool
}

// UnsentChange replaces the stored unsent content of a conversation.
type UnsentChange struct {
	// Conversation is the ID of the conversation, "" for the new chat.
	Conversation chat.ID
	// Draft and Shelved replace the stored ones; an empty one is removed.
	Draft, Shelved chat.Draft
	// Beside, unless "", is the ID of an addition in which to store Draft, because the
	// conversation's stored Draft and Shelved could not be read and must not be overwritten.
	Beside chat.ID
	// Joined are the additions whose text is now in Draft. Their rows are removed.
	Joined []DraftAddition
	// Edits replace the stored edits of the same messages; an edit without content is removed.
	Edits []chat.Draft
	// Queued are the queued messages, each stored separately. Unqueued are messages that left the
	// queue; their rows are removed. Other stored messages stay unchanged.
	Queued, Unqueued []DraftAddition
	// Moved reports that the content, including Joined and Queued, moves here from the conversation
	// From. Other content of From stays unchanged.
	Moved bool
	From  chat.ID
	// Unread reports that the stored content of From (of Conversation unless Moved) could not be
	// read. That content becomes additions, so that it is not overwritten.
	Unread bool
}

// Unsent reads the unsent content of a conversation, "" for the new chat. On error, Additions and
// Queued contain everything that could be read.
func (s *Store) Unsent(ctx context.Context, conversation chat.ID) (u UnsentContent, err error) {
	s, done := s.of(conversation)
	defer done()
	err = s.db.View(ctx, func(tx *sql.Tx) (err error) {
		if u.Queued, err = s.further(ctx, tx, conversation, queued); err != nil {
			return err
		}
		if u.Additions, err = s.additions(ctx, tx, conversation); err != nil {
			return err
		}
		if u.Edits, err = s.edits(ctx, tx, conversation); err != nil {
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

// SaveUnsent stores unsent content. The content survives the end of the process, but a power
// failure may lose the last seconds. Adding or removing a draft marks the list entry as changed.
func (s *Store) SaveUnsent(ctx context.Context, u UnsentChange) error {
	s, done := s.of(u.Conversation)
	defer done()
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

// hasDraft reports whether a conversation has a draft or a queued message.
func hasDraft(ctx context.Context, tx *sql.Tx, conversation chat.ID) (has bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT `+hasUnsent, conversation).Scan(&has)
	return has, err
}

// PromoteUnsent stores u as unsent content of the new chat and turns all such content into the
// conversation c, so that the next new chat starts empty. It reports whether there was any content.
func (s *Store) PromoteUnsent(ctx context.Context, c chat.Conversation, u UnsentChange) (kept bool, err error) {
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

// RemoveEmpty removes a conversation that is not pinned and has no title, messages or unsent
// content. Any other conversation is unchanged.
func (s *Store) RemoveEmpty(ctx context.Context, id chat.ID) error {
	s, done := s.of(id)
	defer done()
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
	if err := s.putQueued(ctx, tx, u); err != nil {
		return err
	}
	if err := leave(ctx, tx, from, added, u.Joined); err != nil {
		return err
	}
	if u.Moved {
		prefix := from + edit
		_, err := tx.ExecContext(ctx, `UPDATE OR REPLACE draft SET conversation = ? || substr(conversation, length(?) + 1) WHERE substr(conversation, 1, length(?)) = ?`,
			u.Conversation, from, prefix, prefix)
		if err != nil {
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
	for _, e := range u.Edits {
		row := u.Conversation + edit + e.Edits
		if e.Text == "" && len(e.Parts) == 0 {
			e = chat.Draft{}
		}
		if err := s.putDraft(ctx, tx, row, e); err != nil {
			return err
		}
	}
	if u.Beside != "" {
		return s.putDraft(ctx, tx, u.Conversation+added+u.Beside, u.Draft.Append(u.Shelved))
	}
	if err := s.putDraft(ctx, tx, u.Conversation, u.Draft); err != nil {
		return err
	}
	return s.putDraft(ctx, tx, u.Conversation+shelvedSuffix, u.Shelved)
}

// leave removes rows of a conversation whose drafts are stored elsewhere now. The rows of damaged
// drafts are renamed instead.
func leave(ctx context.Context, tx *sql.Tx, conversation, kind chat.ID, all []DraftAddition) (err error) {
	for _, a := range all {
		if row := conversation + kind + a.ID; a.Damaged {
			err = rename(ctx, tx, row, conversation+unread+a.ID)
		} else {
			_, err = tx.ExecContext(ctx, `DELETE FROM draft WHERE conversation = ?`, row)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func rename(ctx context.Context, tx *sql.Tx, row, to chat.ID) error {
	_, err := tx.ExecContext(ctx, `UPDATE OR REPLACE draft SET conversation = ? WHERE conversation = ?`, to, row)
	return err
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
		row, d.Text, parts, d.Edits, sqlite.UnixMillis(s.now()))
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

// edits returns the canceled edits of a conversation.
func (s *Store) edits(ctx context.Context, tx *sql.Tx, conversation chat.ID) (all []chat.Draft, err error) {
	found, err := s.further(ctx, tx, conversation, edit)
	for _, a := range found {
		all = append(all, a.Draft)
	}
	return all, err
}

// additions returns the additions of a conversation whose text can be read, oldest first.
func (s *Store) additions(ctx context.Context, tx *sql.Tx, conversation chat.ID) ([]DraftAddition, error) {
	return s.further(ctx, tx, conversation, added)
}

// further returns the rows of a conversation with the given suffix and a readable text, ordered by
// the ID after the suffix.
func (s *Store) further(ctx context.Context, tx *sql.Tx, conversation, suffix chat.ID) (all []DraftAddition, err error) {
	after := string(conversation + suffix)
	before := after[:len(after)-1] + "0" // '0' is the character after '/'
	err = sqlite.Each(ctx, tx, `SELECT conversation, text, parts, edits FROM draft
		WHERE conversation > ? AND conversation < ? ORDER BY conversation`, []any{after, before}, func(row sqlite.Row) (err error) {
		var a DraftAddition
		var name, parts string
		if err := row.Scan(&name, &a.Draft.Text, &parts, &a.Draft.Edits); err != nil {
			return err
		}
		a.ID = chat.ID(name[len(after):])
		if a.Draft.Parts, err = draftParts(ctx, tx, parts); err != nil {
			s.log.Warn("The attachments of a draft could not be read", "row", name, "error", err)
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
