package history

import (
	"context"
	"database/sql"
)

// queued precedes the ID of a queued message in the name of its row. The messages are sent in the
// order of their IDs.
const queued = "/queued/"

// putQueued stores the queued messages of u, whose rows are those of from so far, and removes the
// ones that left the queue. A damaged row is not written over; when its message leaves the queue,
// it is kept under another name.
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
