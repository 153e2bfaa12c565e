package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// orderAtOnce is the number of conversations concatenated by one query.
const orderAtOnce = 2000

// Order lists the conversations that are not deleted, with only their sort keys; Summaries reads
// the rest. SQLite concatenates each column of many rows, for speed (see loadTree).
func (s *Store) Order(ctx context.Context) (order chat.Order, err error) {
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		order, err = readOrder(ctx, tx)
		return err
	})
	return order, err
}

func readOrder(ctx context.Context, tx *sql.Tx) (order chat.Order, err error) {
	order, err = readEntries(ctx, tx, 0, math.MaxInt64)
	if errors.Is(sqlite.Classify(err), ErrDamaged) {
		order, err = orderAround(ctx, tx)
	}
	slices.SortFunc(order, chat.Entry.Compare)
	return order, err
}

// readEntries reads the entries of the rows with numbers in (after, to].
func readEntries(ctx context.Context, tx *sql.Tx, after, to int64) (order chat.Order, err error) {
	for {
		var count int
		var ids, updated, pinned, projects string
		err := tx.QueryRowContext(ctx, `SELECT count(*), coalesce(max(n), 0), coalesce(group_concat(id, char(10)), ''),
			coalesce(group_concat(updated), ''), coalesce(group_concat(pinned), ''), coalesce(group_concat(project, char(10)), '')
			FROM (SELECT n, id, updated, pinned, `+shownProject+` AS project FROM conversation c WHERE deleted_at = 0 AND n > ? AND n <= ? ORDER BY n LIMIT ?)`,
			after, to, orderAtOnce).Scan(&count, &after, &ids, &updated, &pinned, &projects)
		if err != nil || count == 0 {
			return order, err
		}
		if order, err = appendEntries(order, count, ids, updated, pinned, projects); err != nil {
			return nil, err
		}
	}
}

// appendEntries appends entries parsed from the concatenated columns of count conversations. The
// IDs of the entries are substrings of ids and projects.
func appendEntries(order chat.Order, count int, ids, updated, pinned, projects string) (chat.Order, error) {
	for range count {
		var e chat.Entry
		var id, at, pin, project string
		id, ids = cutAt(ids, '\n')
		at, updated = cutAt(updated, ',')
		pin, pinned = cutAt(pinned, ',')
		project, projects = cutAt(projects, '\n')
		e.ID, e.Pinned, e.Project = chat.ID(id), pin != "0", chat.ID(project)
		var ok bool
		if e.Updated, ok = number(at); !ok || id == "" {
			return nil, fmt.Errorf("list the conversations: %w", ErrDamaged)
		}
		order = append(order, e)
	}
	return order, nil
}

// Summaries reads the list entries of conversations, without missing and deleted ones.
func (s *Store) Summaries(ctx context.Context, ids []chat.ID) (found map[chat.ID]chat.Summary, err error) {
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		found, err = summariesAround(ctx, tx, ids)
		return err
	})
	s.damaged.markIn(found)
	return found, err
}

// shownProject is the project of a conversation c that is not deleted, ” for none.
const shownProject = `iif(c.project = '', '', coalesce((SELECT id FROM project WHERE id = c.project AND deleted_at = 0), ''))`

// The columns of a summary: an untitled conversation is named after its draft. hasUnsent tests
// whether the conversation ?1 has a draft or a queued message.
const (
	hasUnsent      = `EXISTS (SELECT 1 FROM draft WHERE conversation = ?1 OR conversation > ?1 || '/queued/' AND conversation < ?1 || '/queued0')`
	hasQueued      = `EXISTS (SELECT 1 FROM draft q WHERE q.conversation > c.id || '/queued/' AND q.conversation < c.id || '/queued0')`
	summaryColumns = `c.id, c.updated, c.pinned, ` + shownProject + `, c.title, d.conversation IS NOT NULL OR ` + hasQueued + `, coalesce(d.text, ''), coalesce(d.parts, '')`
	plainSummary   = `c.id, c.updated, c.pinned, '', c.title, 0, '', ''` // without the draft
	summaryDraft   = `LEFT JOIN draft d ON d.conversation = c.id`
)

// summaries reads summaries with the given columns and tables.
func summaries(ctx context.Context, tx *sql.Tx, from string, ids []chat.ID) (map[chat.ID]chat.Summary, error) {
	found := make(map[chat.ID]chat.Summary, len(ids))
	for some := range slices.Chunk(ids, idsAtOnce) {
		err := sqlite.Each(ctx, tx, `SELECT `+from+`
			WHERE c.deleted_at = 0 AND c.id IN (`+places(len(some))+`)`, arguments(some), func(row sqlite.Row) error {
			c, err := scanSummary(row)
			found[c.ID] = c
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// scanSummary scans summaryColumns and further columns into more.
func scanSummary(row sqlite.Row, more ...any) (c chat.Summary, err error) {
	var text, stored string
	if err := row.Scan(append([]any{&c.ID, &c.Updated, &c.Pinned, &c.Project, &c.Title, &c.Draft, &text, &stored}, more...)...); err != nil {
		return c, err
	}
	if c.Title == "" && c.Draft {
		list, err := parseDraft(stored)
		if err != nil {
			list = nil // opening the draft reports the error
		}
		c.Unsent = Title(chat.Message{Parts: append([]chat.Part{{Kind: chat.PartText, Text: text}}, partsOf(list)...)})
	}
	return c, nil
}
