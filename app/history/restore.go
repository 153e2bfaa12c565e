package history

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"slices"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// RestoreResult is the result of RestoreFrom.
type RestoreResult struct {
	// Added are the chats that were added, by their IDs here.
	Added []chat.ID
	// Present are the titles of the chats that are here already with all their messages.
	Present []string
}

// restoredAtOnce is the number of chats restored in one transaction, so that no other writer waits
// long.
const restoredAtOnce = 20

// RestoreFrom adds chats from another library of the same version in the folder dir that nobody
// writes to: those with ids, or all for nil. Nothing here is changed: if a chat is here already but
// lacks messages, or is deleted, the one of the other library becomes a second chat. After an error
// the chats in the result have been added.
func (s *Store) RestoreFrom(ctx context.Context, dir string, ids []chat.ID) (done RestoreResult, err error) {
	path := filepath.Join(dir, FileName)
	if ids == nil {
		err := sqlite.ViewFile(ctx, path, func(tx *sql.Tx, _ int64) (err error) {
			ids, err = sqlite.All(ctx, tx, `SELECT id FROM conversation WHERE deleted_at = 0 ORDER BY n`, nil, sqlite.Column[chat.ID])
			return err
		})
		if err != nil {
			return done, err
		}
	}
	for some := range slices.Chunk(ids, restoredAtOnce) {
		added, err := s.restoreSome(ctx, dir, some)
		done.Added, done.Present = append(done.Added, added.Added...), append(done.Present, added.Present...)
		if err != nil {
			return done, err
		}
	}
	return done, nil
}

// restoreSome restores some chats in one transaction.
func (s *Store) restoreSome(ctx context.Context, dir string, ids []chat.ID) (RestoreResult, error) {
	// The transaction writes the files of attachments, which upkeep must not remove before their
	// rows are committed.
	s.blobs.Lock()
	defer s.blobs.Unlock()
	var r restoration
	err := s.db.UpdateFrom(ctx, filepath.Join(dir, FileName), func(tx *sql.Tx) error {
		r = restoration{ctx: ctx, s: s, tx: tx, dir: dir}
		for _, id := range ids {
			if err := r.restore(id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		s.noticeGone(err)
		return RestoreResult{}, err
	}
	if len(r.done.Added) > 0 {
		s.marks.Mark(changes.Change{Topic: changes.Conversations})
	}
	return r.done, nil
}

// restoration adds chats of the attached library in one transaction.
type restoration struct {
	ctx  context.Context //nolint:containedctx // it lives as long as a call of RestoreFrom
	s    *Store
	tx   *sql.Tx
	dir  string
	done RestoreResult
}

// restore adds one chat unless it is here.
func (r *restoration) restore(id chat.ID) error {
	var n int64
	var title string
	err := r.tx.QueryRowContext(r.ctx, `SELECT n, title FROM other.conversation WHERE id = ?`, id).Scan(&n, &title)
	if err != nil {
		return notFound(err, "conversation", id)
	}
	known, complete, err := r.present(id, n)
	switch {
	case err != nil:
		return err
	case complete:
		r.done.Present = append(r.done.Present, title)
		return nil
	}
	c := chatCopy{ctx: r.ctx, s: r.s, tx: r.tx, picture: func(sum string) ([]byte, error) { return readBlobFile(r.dir, sum) }, from: n, oldID: id, id: id}
	if known {
		c.id = chat.NewID()
	}
	if err := c.add(); err != nil {
		return err
	}
	r.done.Added = append(r.done.Added, c.id)
	return nil
}

// present reports whether a chat is in this library, and whether it is not deleted and has all the
// messages that the other library shows.
func (r *restoration) present(id chat.ID, from int64) (known, complete bool, err error) {
	var deleted bool
	err = r.tx.QueryRowContext(r.ctx, `SELECT deleted_at > 0 FROM conversation WHERE id = ?`, id).Scan(&deleted)
	if errors.Is(err, sql.ErrNoRows) {
		return false, false, nil
	}
	if err != nil || deleted {
		return true, false, err
	}
	lacking := 0
	err = r.tx.QueryRowContext(r.ctx, `SELECT count(*) FROM other.message b WHERE b.conversation = ? AND b.deleted_with = 0
		AND NOT EXISTS (SELECT 1 FROM message m WHERE m.id = b.id AND m.deleted_with = 0)`, from).Scan(&lacking)
	return true, lacking == 0, err
}
