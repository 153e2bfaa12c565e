package history

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"sync"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// damagedConversations is the set of conversations with an unreadable row, found by failed reads.
type damagedConversations struct {
	mu  sync.Mutex
	ids map[chat.ID]bool
}

// add adds a conversation, and reports whether it is new in the set.
func (d *damagedConversations) add(id chat.ID) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ids[id] {
		return false
	}
	if d.ids == nil {
		d.ids = map[chat.ID]bool{}
	}
	d.ids[id] = true
	return true
}

// markIn sets Damaged in the summaries of the damaged conversations.
func (d *damagedConversations) markIn(found map[chat.ID]chat.Summary) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for id := range d.ids {
		if c, ok := found[id]; ok {
			c.Damaged = true
			found[id] = c
		}
	}
}

// noteDamage notes a conversation as damaged if err says so, and marks its list entry as changed.
func (s *Store) noteDamage(err error, conversation chat.ID) {
	if errors.Is(err, ErrDamaged) && s.damaged.add(conversation) {
		s.log.Warn("A chat is damaged", "id", conversation, "error", err)
		s.marks.Mark(listChanged(conversation))
	}
}

// messagesAround returns the readable messages, and notes the conversations of the unreadable ones.
func (s *Store) messagesAround(ctx context.Context, ids []chat.ID, texts textLength) (out []chat.Message) {
	var damaged []chat.ID
	err := s.db.View(ctx, func(tx *sql.Tx) error {
		lost, err := sqlite.Around(ids, func(some []chat.ID) error {
			read, err := s.messagesOf(ctx, tx, some, false, texts)
			if err == nil {
				out = append(out, read...)
			}
			return err
		})
		if err != nil {
			return err
		}
		damaged, err = conversationsOf(ctx, tx, lost)
		return err
	})
	if err != nil {
		s.log.Warn("Some readable messages could not be read", "error", err)
	}
	for _, id := range damaged {
		s.noteDamage(ErrDamaged, id)
	}
	return out
}

// conversationsOf finds the conversations of unreadable messages, in an index or in the table,
// whichever is readable.
func conversationsOf(ctx context.Context, tx *sql.Tx, messages []chat.ID) (all []chat.ID, err error) {
	for _, index := range []string{"INDEXED BY message_tree", "NOT INDEXED"} {
		messages, err = sqlite.Around(messages, func(some []chat.ID) error {
			found, err := sqlite.All(ctx, tx, `SELECT id FROM conversation WHERE n IN
				(SELECT conversation FROM message `+index+` WHERE id IN (`+places(len(some))+`))`, arguments(some), sqlite.Column[chat.ID])
			if err == nil {
				all = append(all, found...)
			}
			return err
		})
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// arguments returns ids as the arguments of a query.
func arguments(ids []chat.ID) []any {
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	return args
}

// orderAround lists the conversations of a damaged library. For a conversation with an unreadable
// row two indexes provide everything except whether it is pinned.
func orderAround(ctx context.Context, tx *sql.Tx) (order chat.Order, err error) {
	updated := map[int64]int64{}
	rows, err := sqlite.All(ctx, tx, `SELECT n, updated FROM conversation INDEXED BY conversation_shown WHERE deleted_at = 0`, nil,
		func(row sqlite.Row) (n int64, err error) {
			var at int64
			err = row.Scan(&n, &at)
			updated[n] = at
			return n, err
		})
	if err != nil {
		return nil, err
	}
	rows = slices.Sorted(slices.Values(rows))
	lost, err := sqlite.Around(rows, func(some []int64) error {
		entries, err := readEntries(ctx, tx, some[0]-1, some[len(some)-1])
		if err == nil {
			order = append(order, entries...)
		}
		return err
	})
	if err != nil || len(lost) == 0 {
		return order, err
	}
	ids := map[int64]chat.ID{}
	err = sqlite.Each(ctx, tx, `SELECT n, id FROM conversation INDEXED BY sqlite_autoindex_conversation_1`, nil, func(row sqlite.Row) error {
		var n int64
		var id chat.ID
		err := row.Scan(&n, &id)
		ids[n] = id
		return err
	})
	for _, n := range lost {
		if ids[n] != "" {
			order = append(order, chat.Entry{ID: ids[n], Updated: updated[n]})
		}
	}
	return order, err
}

// summariesAround is summaries for a library that may be damaged: a summary lacks its draft if that
// is unreadable, and an unreadable conversation has only its entry and its title, if known.
func summariesAround(ctx context.Context, tx *sql.Tx, ids []chat.ID) (map[chat.ID]chat.Summary, error) {
	found := make(map[chat.ID]chat.Summary, len(ids))
	lost := ids
	for _, columns := range []string{summaryColumns + ` FROM conversation c ` + summaryDraft, plainSummary + ` FROM conversation c`} {
		var err error
		lost, err = sqlite.Around(lost, func(some []chat.ID) error {
			read, err := summaries(ctx, tx, columns, some)
			if err == nil {
				maps.Copy(found, read)
			}
			return err
		})
		if err != nil || len(lost) == 0 {
			return found, err
		}
	}
	order, err := readOrder(ctx, tx)
	if err != nil {
		return nil, err
	}
	for id, i := range order.Indexes(lost) {
		if i < 0 {
			continue
		}
		c := chat.Summary{Entry: order[i], Damaged: true}
		err := tx.QueryRowContext(ctx, `SELECT value FROM change WHERE entity = 'conversation' AND id = ? AND field = 'title'`, id).Scan(&c.Title)
		if err != nil {
			c.Title = "" // a damaged chat is listed even without its title
		}
		found[id] = c
	}
	return found, nil
}

// textsAround is searchTexts with one read per match, skipping the unreadable ones.
func (h *hitGroups) textsAround(ctx context.Context, tx *sql.Tx, q sqlite.Query, limit int) {
	for _, n := range foundRows(ctx, tx, "search", q, limit*placesPerHit) {
		var message, conversation chat.ID
		var bytes, created int64
		err := tx.QueryRowContext(ctx, `SELECT m.bytes, m.id, c.id, m.created FROM message m CROSS JOIN conversation c ON c.n = m.conversation
			WHERE m.n = ? AND m.deleted_with = 0 AND c.deleted_at = 0`, n).Scan(&bytes, &message, &conversation, &created)
		if err == nil && (h.by[conversation] != nil || len(h.list) < limit) {
			h.addText(conversation, message, n, bytes, sqlite.FromUnixMillis(created))
		}
	}
}

// titlesAround is searchTitles with one read per match, skipping the unreadable ones.
func (h *hitGroups) titlesAround(ctx context.Context, tx *sql.Tx, q sqlite.Query, limit int) {
	for _, n := range foundRows(ctx, tx, "search_title", q, limit) {
		var id chat.ID
		var updated int64
		err := tx.QueryRowContext(ctx, `SELECT id, updated FROM conversation WHERE n = ? AND deleted_at = 0`, n).Scan(&id, &updated)
		if err == nil {
			h.addTitle(id, sqlite.FromUnixMillis(updated))
		}
	}
}

// foundRows returns the rows that an index finds, newest first, up to the first unreadable place.
// It drops the error, because the caller already has one.
func foundRows(ctx context.Context, tx *sql.Tx, index string, q sqlite.Query, limit int) []int64 {
	rows, _ := sqlite.All(ctx, tx, `SELECT rowid FROM `+index+` WHERE `+index+` MATCH ? ORDER BY rowid DESC LIMIT ?`,
		[]any{q.Match(), limit}, sqlite.Column[int64])
	return rows
}
