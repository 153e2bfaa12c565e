package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// node is a message's position in the tree of its conversation. Parent 0 is above the first
// message.
type node struct {
	n, parent int64
	head      chat.Head
}

// tree is the structure of a conversation: nodes ordered by parent and then by age.
type tree struct {
	nodes  []node
	chosen map[int64]int64
}

// loadTree reads the structure of a conversation from one index, without the texts. SQLite
// concatenates each column of all messages, because passing ten thousand rows one by one takes
// three times as long as reading them.
//
// If the index is damaged, loadTree reads the table.
func loadTree(ctx context.Context, tx *sql.Tx, conversation int64) (tree, error) {
	t, err := readTree(ctx, tx, conversation, "INDEXED BY message_tree")
	if errors.Is(sqlite.Classify(err), ErrDamaged) {
		if again, failed := readTree(ctx, tx, conversation, "NOT INDEXED"); failed == nil {
			return again, nil
		}
	}
	return t, err
}

func readTree(ctx context.Context, tx *sql.Tx, conversation int64, index string) (t tree, err error) {
	var count int
	var ids, ns, parents, roles, bytes, images string
	err = tx.QueryRowContext(ctx, `SELECT count(*), coalesce(group_concat(id, char(10)), ''),
			coalesce(group_concat(n), ''), coalesce(group_concat(parent), ''), coalesce(group_concat(role), ''),
			coalesce(group_concat(bytes), ''), coalesce(group_concat(n || ',' || images) FILTER (WHERE images > 0), '')
		FROM message `+index+` WHERE conversation = ? AND deleted_with = 0`, conversation).
		Scan(&count, &ids, &ns, &parents, &roles, &bytes, &images)
	if err != nil {
		return t, err
	}
	if t.nodes, err = splitNodes(count, ids, ns, parents, roles, bytes); err != nil {
		return t, fmt.Errorf("read the shape of a conversation: %w", err)
	}
	// The index has the rows in this order, but group_concat does not guarantee to preserve it.
	if !slices.IsSortedFunc(t.nodes, byPlace) {
		slices.SortFunc(t.nodes, byPlace)
	}
	if err := t.countImages(images); err != nil {
		return t, fmt.Errorf("count the pictures of a conversation: %w", err)
	}
	t.chosen, err = loadChosen(ctx, tx, conversation)
	return t, err
}

func loadChosen(ctx context.Context, tx *sql.Tx, conversation int64) (map[int64]int64, error) {
	chosen := map[int64]int64{}
	err := sqlite.Each(ctx, tx, `SELECT parent, child FROM chosen WHERE conversation = ?`, []any{conversation}, func(row sqlite.Row) error {
		var parent, child int64
		err := row.Scan(&parent, &child)
		chosen[parent] = child
		return err
	})
	return chosen, err
}

// shownFrom returns the visible child of parent: the chosen one, or the newest if the chosen one is
// gone. The children must be at or after index from. next is the index from which to search for the
// child's own children, because a child is younger than its parent.
func (t tree) shownFrom(parent int64, from int) (child *node, next int) {
	for from < len(t.nodes) && t.nodes[from].parent < parent {
		from++
	}
	if from == len(t.nodes) || t.nodes[from].parent != parent {
		return nil, from
	}
	want := t.chosen[parent]
	for ; from < len(t.nodes) && t.nodes[from].parent == parent; from++ {
		if child == nil || child.n != want {
			child = &t.nodes[from]
		}
	}
	return child, from
}

// Thread returns the visible branch, root first, or ErrNotFound for a missing or deleted
// conversation.
func (s *Store) Thread(ctx context.Context, conversation chat.ID) ([]chat.Head, error) {
	s, done := s.of(conversation)
	defer done()
	return s.threadOf(ctx, conversation, conversationRow)
}

// ConversationWithThread returns a conversation and its Thread from one transaction, or
// ErrNotFound.
func (s *Store) ConversationWithThread(ctx context.Context, id chat.ID) (c chat.Conversation, heads []chat.Head, err error) {
	s, done := s.of(id)
	defer done()
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		var n int64
		c, err = scanConversation(tx.QueryRowContext(ctx, `SELECT `+conversationColumns+`, n FROM conversation
			WHERE id = ? AND deleted_at = 0`, id), &n)
		if err != nil {
			return notFound(err, "conversation", id)
		}
		t, err := loadTree(ctx, tx, n)
		heads = t.thread()
		return err
	})
	s.noteDamage(err, id)
	return c, heads, err
}

// threadOf returns the visible branch of the conversation that find returns.
func (s *Store) threadOf(ctx context.Context, conversation chat.ID, find func(context.Context, *sql.Tx, chat.ID) (int64, error)) (heads []chat.Head, err error) {
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		row, err := find(ctx, tx, conversation)
		if err != nil {
			return err
		}
		t, err := loadTree(ctx, tx, row)
		if err != nil {
			return err
		}
		heads = t.thread()
		return nil
	})
	s.noteDamage(err, conversation)
	if err != nil {
		return nil, err
	}
	return heads, nil
}

// thread returns the visible branch.
func (t tree) thread() []chat.Head {
	heads := make([]chat.Head, 0, len(t.nodes))
	at, from := int64(0), 0
	for {
		child, next := t.shownFrom(at, from)
		// A child is younger than its parent. Checking this ends the loop even in a damaged tree.
		if child == nil || child.n <= at {
			return heads
		}
		heads = append(heads, child.head)
		at, from = child.n, next
	}
}

// Siblings returns the messages with the same parent as message, which is included, by age. Other
// failed replies without content are left out.
func (s *Store) Siblings(ctx context.Context, message chat.ID) (ids []chat.ID, err error) {
	s, done := s.of(message)
	defer done()
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		m, err := messageRow(ctx, tx, message)
		if err != nil {
			return err
		}
		ids, err = sqlite.All(ctx, tx, `SELECT id FROM message
			WHERE conversation = ? AND parent = ? AND deleted_with = 0 AND (state <> 'failed' OR id = ?) ORDER BY n`,
			[]any{m.conversation, m.parent, message}, sqlite.Column[chat.ID])
		return err
	})
	return ids, err
}

// ShowBranch shows the branch through a message: it and all its ancestors. The choice among its
// descendants is unchanged.
func (s *Store) ShowBranch(ctx context.Context, message chat.ID) error {
	s, done := s.of(message)
	defer done()
	return s.update(ctx, func(tx *sql.Tx) ([]changes.Change, error) {
		m, err := messageRow(ctx, tx, message)
		if err != nil {
			return nil, err
		}
		return []changes.Change{threadChanged(m.conversationID)}, chooseThrough(ctx, tx, m)
	})
}

// chooseThrough stores that the branch through a message is shown.
func chooseThrough(ctx context.Context, tx *sql.Tx, m place) error {
	t, err := loadTree(ctx, tx, m.conversation)
	if err != nil {
		return err
	}
	path, err := t.pathTo(m.n)
	if err != nil {
		return err
	}
	parent, parentID := int64(0), chat.ID("")
	for _, v := range path {
		// A parent without a stored choice has a single child (see lead).
		if was, ok := t.chosen[parent]; ok && was != v.n {
			if err := choose(ctx, tx, m.conversation, m.conversationID, parent, parentID, v.n, v.head.ID); err != nil {
				return err
			}
		}
		parent, parentID = v.n, v.head.ID
	}
	return nil
}

// pathTo returns the path from the first message to the message n, both included.
func (t tree) pathTo(n int64) ([]node, error) {
	at := make(map[int64]int, len(t.nodes))
	for i, v := range t.nodes {
		at[v.n] = i
	}
	var path []node
	for n != 0 {
		i, ok := at[n]
		if !ok || t.nodes[i].parent >= n {
			return nil, ErrNotFound
		}
		path = append(path, t.nodes[i])
		n = t.nodes[i].parent
	}
	slices.Reverse(path)
	return path, nil
}

// choose stores which child is shown, and records the choice by parent, or by conversation for the
// first message.
func choose(ctx context.Context, tx execer, conversation int64, conversationID chat.ID, parent int64, parentID chat.ID, child int64, childID chat.ID) error {
	_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO chosen (conversation, parent, child) VALUES (?, ?, ?)`,
		conversation, parent, child)
	if err != nil {
		return err
	}
	if parent == 0 {
		return record(ctx, tx, "conversation", conversationID, "chosen", string(childID))
	}
	return record(ctx, tx, "message", parentID, "chosen", string(childID))
}

// place is the position of a message in its conversation.
type place struct {
	n, conversation, parent int64
	conversationID          chat.ID
	state                   chat.State
	finish                  chat.FinishReason
}

// messageRow finds a message that is not deleted, in a conversation that is not deleted.
func messageRow(ctx context.Context, tx *sql.Tx, id chat.ID) (p place, err error) {
	err = tx.QueryRowContext(ctx, `SELECT m.n, m.conversation, m.parent, m.state, m.finish, c.id
		FROM message m JOIN conversation c ON c.n = m.conversation
		WHERE m.id = ? AND m.deleted_with = 0 AND c.deleted_at = 0`, id).
		Scan(&p.n, &p.conversation, &p.parent, &p.state, &p.finish, &p.conversationID)
	return p, notFound(err, "message", id)
}
