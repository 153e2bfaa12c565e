package history

import (
	"context"
	"database/sql"
	"fmt"

	"parlando/app/changes"
	"parlando/app/chat"
)

// ImportedConversation is a conversation to import. Each message follows its parent.
type ImportedConversation struct {
	Conversation chat.Conversation
	Messages     []chat.Message
}

// Import adds conversations in one transaction, much faster than turn by turn. All messages must
// have ended. The newest of several siblings is shown.
func (s *Store) Import(ctx context.Context, list []ImportedConversation) error {
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		marks := []changes.Change{listChanged("")}
		for _, one := range list {
			if err := s.importOne(ctx, tx, one); err != nil {
				return nil, fmt.Errorf("import conversation %q: %w", one.Conversation.ID, err)
			}
			marks = append(marks, threadChanged(one.Conversation.ID))
		}
		return marks, nil
	})
}

func (s *Store) importOne(ctx context.Context, tx *sql.Tx, one ImportedConversation) error {
	n, err := s.create(ctx, tx, one.Conversation)
	if err != nil {
		return err
	}
	rows := make(map[chat.ID]int64, len(one.Messages)+1)
	rows[""] = 0
	newest := make(map[chat.ID]chat.ID, len(one.Messages))
	var forks []chat.ID
	for _, m := range one.Messages {
		parent, ok := rows[m.Parent]
		if !ok || !named(m) || !m.State.Ended() || m.Conversation != one.Conversation.ID {
			return fmt.Errorf("%w: message %q", ErrInvalid, m.ID)
		}
		if m.Created.IsZero() {
			m.Created = s.now()
		}
		if rows[m.ID], err = insertMessage(ctx, tx, n, parent, m); err != nil {
			return err
		}
		if err := touch(ctx, tx, n, m.Created); err != nil {
			return err
		}
		if newest[m.Parent] != "" {
			forks = append(forks, m.Parent)
		}
		newest[m.Parent] = m.ID
	}
	for _, parent := range forks {
		child := newest[parent]
		if err := choose(ctx, tx, n, one.Conversation.ID, rows[parent], parent, rows[child], child); err != nil {
			return err
		}
	}
	return nil
}
