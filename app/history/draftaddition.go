package history

import (
	"context"
	"database/sql"

	"parley/app/chat"
	"parley/app/internal/sqlite"
)

// added stands between the id of a conversation and that of an addition to its draft. Ids sort by
// the time they were made, and so do the additions.
const added = "/added/"

// unread stands in the place of added in the name of an addition whose text was joined and whose parts
// cannot be read: it is kept, and not joined again.
const unread = "/unread/"

// AddToDraft stores d behind the draft of a conversation without reading that draft; JoinDraft makes
// them one. The same addition given again replaces what it was, and an empty Draft removes it.
func (s *Store) AddToDraft(ctx context.Context, conversation, addition chat.ID, d chat.Draft) error {
	return s.SaveDraft(ctx, conversation+added+addition, d)
}

// DetachDraft makes the draft of a conversation an addition to it, without reading it: another one can
// then be stored or sent in its place, and the next JoinDraft that can read it brings it back.
func (s *Store) DetachDraft(ctx context.Context, conversation chat.ID) error {
	return s.db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE draft SET conversation = ? WHERE conversation = ?`,
			conversation+added+chat.NewID(), conversation)
		return err
	})
}

// JoinDraft makes the additions to the draft of a conversation part of it. The one named own is left
// alone: its caller is still writing it.
//
// The error says why the draft cannot be read. Nothing is written over it then: what was added is
// returned, and stored as own. It is also returned by a library that can only be read. Of an addition
// whose parts cannot be read the text is joined, and the row is kept under another name; one without
// text stays where it is.
func (s *Store) JoinDraft(ctx context.Context, conversation, own chat.ID) (chat.Draft, error) {
	own = conversation + added + own
	var whole, kept chat.Draft
	var damage error
	var all []addition
	err := s.db.View(ctx, func(tx *sql.Tx) (err error) {
		if all, err = s.additions(ctx, tx, conversation); err == nil {
			whole, damage = readDraft(ctx, tx, conversation)
		}
		return err
	})
	if err != nil {
		return chat.Draft{}, err
	}
	var more chat.Draft
	var joined []any
	var aside []chat.ID
	for _, a := range all {
		switch {
		case a.row == own:
			kept = a.draft
		case !whole.Empty() && whole.Edits != a.draft.Edits: // an edit and other words do not mix
		default:
			whole, more = whole.Then(a.draft), more.Then(a.draft)
			if joined = append(joined, a.row); a.damaged {
				aside = append(aside, a.row)
			}
		}
	}
	if len(joined) == 0 || s.ReadOnly() != Writable {
		return more, damage
	}
	into := conversation
	if damage != nil {
		into, whole = own, more.Then(kept)
	}
	err = s.db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		if err := s.putDraft(ctx, tx, into, whole); err != nil {
			return err
		}
		for _, row := range aside {
			name := conversation + unread + row[len(conversation+added):]
			_, err := tx.ExecContext(ctx,
				`UPDATE OR REPLACE draft SET conversation = ? WHERE conversation = ?`, name, row)
			if err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM draft WHERE conversation IN (`+places(len(joined))+`)`, joined...)
		return err
	})
	if err != nil {
		s.log.Warn("What was added to a draft stays beside it", "error", err)
	}
	if err != nil || damage == nil {
		more = chat.Draft{} // it is joined another time, or is part of the draft now
	}
	return more, damage
}

// addition is a stored addition and the name of its row.
type addition struct {
	row   chat.ID
	draft chat.Draft
	// damaged: draft is its text alone.
	damaged bool
}

// additions are those to the draft of a conversation of which at least the text can be read, the oldest first.
func (s *Store) additions(ctx context.Context, tx *sql.Tx, conversation chat.ID) (all []addition, err error) {
	after := string(conversation) + added
	before := after[:len(after)-1] + "0" // which follows the slash
	err = sqlite.Each(ctx, tx, `SELECT conversation, text, parts, edits FROM draft
		WHERE conversation > ? AND conversation < ? ORDER BY conversation`, []any{after, before}, func(row sqlite.Row) (err error) {
		var a addition
		var parts string
		if err := row.Scan(&a.row, &a.draft.Text, &parts, &a.draft.Edits); err != nil {
			return err
		}
		if a.draft.Parts, err = parseDraft(parts); err != nil {
			s.log.Warn("The attachments of an addition to a draft were not read", "error", err)
			if a.draft.Text == "" {
				return nil
			}
			a.damaged = true
		}
		all = append(all, a)
		return nil
	})
	return all, err
}
