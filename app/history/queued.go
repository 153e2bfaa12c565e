package history

import (
	"context"
	"database/sql"
)

// queued precedes a queued message's ID in the key of its row. Messages are sent in the order of
// IDs.
const queued = "/queued/"

// putQueued stores the queued messages of u, moves their rows from u.From if u.Moved, and removes
// the messages that left the queue. A damaged row is not overwritten; when its message leaves the
// queue, the row is renamed.
func (s *Store) putQueued(ctx context.Context, tx *sql.Tx, u UnsentChange) error {
	from := u.Conversation
	if u.Moved {
		from = u.From
		for _, a := range u.Queued {
			if err := rename(ctx, tx, from+queued+a.ID, u.Conversation+queued+a.ID); err != nil {
				return err
			}
		}
	}
	if err := leave(ctx, tx, from, queued, u.Unqueued); err != nil {
		return err
	}
	for _, a := range u.Queued {
		if a.Damaged {
			continue
		}
		if err := s.putDraft(ctx, tx, u.Conversation+queued+a.ID, a.Draft); err != nil {
			return err
		}
	}
	return nil
}
