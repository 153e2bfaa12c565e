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
// returned, and stored as own. It is also returned by a library that can only be read. An addition
// that cannot be read stays where it is.
func (s *Store) JoinDraft(ctx context.Context, conversation, own chat.ID) (chat.Draft, error) {
	own = conversation + added + own
	var whole, kept chat.Draft
	var unread error
	var all []addition
	err := s.db.View(ctx, func(tx *sql.Tx) (err error) {
		if all, err = s.additions(ctx, tx, conversation); err == nil {
			whole, unread = readDraft(ctx, tx, conversation)
		}
		return err
	})
	if err != nil {
		return chat.Draft{}, err
	}
	var more chat.Draft
	var joined []any
	for _, a := range all {
		switch {
		case a.row == own:
			kept = a.draft
		case !whole.Empty() && whole.Edits != a.draft.Edits: // an edit and other words do not mix
		default:
			whole, more = whole.Then(a.draft), more.Then(a.draft)
			joined = append(joined, a.row)
		}
	}
	if len(joined) == 0 || s.ReadOnly() != Writable {
		return more, unread
	}
	into := conversation
	if unread != nil {
		into, whole = own, more.Then(kept)
	}
	err = s.db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		if err := s.putDraft(ctx, tx, into, whole); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM draft WHERE conversation IN (`+places(len(joined))+`)`, joined...)
		return err
	})
	if err != nil {
		s.log.Warn("What was added to a draft stays beside it", "error", err)
	}
	if err != nil || unread == nil {
		more = chat.Draft{} // it is joined another time, or is part of the draft now
	}
	return more, unread
}

// addition is a stored addition and the name of its row.
type addition struct {
	row   chat.ID
	draft chat.Draft
}

// additions are those to the draft of a conversation that can be read, the oldest first.
func (s *Store) additions(ctx context.Context, tx *sql.Tx, conversation chat.ID) (all []addition, err error) {
	after := string(conversation) + added
	before := after[:len(after)-1] + "0" // which follows the slash
	rows, err := tx.QueryContext(ctx, `SELECT conversation, text, parts, edits FROM draft
		WHERE conversation > ? AND conversation < ? ORDER BY conversation`, after, before)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var a addition
		var parts string
		if err := rows.Scan(&a.row, &a.draft.Text, &parts, &a.draft.Edits); err != nil {
			return nil, err
		}
		if a.draft.Parts, err = parseDraft(parts); err != nil {
			s.log.Warn("An addition to a draft was not read", "error", err)
			continue
		}
		all = append(all, a)
	}
	return all, rows.Err()
}
