package history

import (
	"database/sql"
	"slices"
	"testing"

	"parlando/app/chat"

	"pgregory.net/rapid"
)

// model is the tree as a user would think of it: slow, plain, and independent of the store's own.
type model struct {
	t            *testing.T
	s            *Store
	conversation chat.ID
	order        []chat.ID // by age
	parent       map[chat.ID]chat.ID
	chosen       map[chat.ID]chat.ID
	gone         map[chat.ID]chat.ID // message to the deletion that took it
	deletions    []chat.ID
}

func newModel(t *testing.T, s *Store) *model {
	m := &model{
		t: t, s: s, conversation: chat.NewID(),
		parent: map[chat.ID]chat.ID{}, chosen: map[chat.ID]chat.ID{}, gone: map[chat.ID]chat.ID{},
	}
	add(t, s, chat.Conversation{ID: m.conversation})
	return m
}

func (m *model) live() []chat.ID {
	return slices.DeleteFunc(slices.Clone(m.order), func(id chat.ID) bool { return m.gone[id] != "" })
}

func (m *model) places() []chat.ID { return append(m.live(), "") }

func (m *model) children(parent chat.ID) []chat.ID {
	return slices.DeleteFunc(m.live(), func(id chat.ID) bool { return m.parent[id] != parent })
}

func (m *model) begin(parent chat.ID, count int) {
	var turn Turn
	for range count {
		turn.Replies = append(turn.Replies, waiting(m.conversation, parent))
	}
	must(m.t, m.s.BeginTurn(m.t.Context(), turn))
	for _, r := range turn.Replies {
		m.order, m.parent[r.ID] = append(m.order, r.ID), parent
	}
	m.chosen[parent] = turn.Replies[0].ID
}

func (m *model) choose(id chat.ID) {
	must(m.t, m.s.ShowBranch(m.t.Context(), id))
	for ; id != ""; id = m.parent[id] {
		m.chosen[m.parent[id]] = id
	}
}

func (m *model) delete(id chat.ID) {
	must(m.t, m.s.DeleteMessage(m.t.Context(), id))
	for _, v := range m.live() {
		for at := v; at != ""; at = m.parent[at] {
			if at == id {
				m.gone[v] = id
			}
		}
	}
	m.deletions = append(m.deletions, id)
}

func (m *model) restore(id chat.ID) {
	must(m.t, m.s.RestoreMessage(m.t.Context(), id))
	with := m.gone[m.parent[id]]
	for v, by := range m.gone {
		if by == id {
			m.gone[v] = with
		}
	}
	for at := id; at != "" && with == ""; at = m.parent[at] {
		m.chosen[m.parent[at]] = at
	}
}

// check compares the shown thread with the model. Where nothing that was chosen is left, any
// sibling may be shown.
func (m *model) check(r *rapid.T) {
	got := thread(m.t, m.s, m.conversation)
	parent := chat.ID("")
	for _, id := range got {
		if m.gone[id] != "" || m.parent[id] != parent {
			r.Fatalf("%s does not follow %s, or is deleted: %v", id, parent, got)
		}
		if want := m.chosen[parent]; want != "" && m.gone[want] == "" && want != id {
			r.Fatalf("%s is shown, %s was chosen", id, want)
		}
		parent = id
	}
	if left := m.children(parent); len(left) > 0 {
		r.Fatalf("the thread ends at %q, though %v follow", parent, left)
	}
}

// column reads the texts that a query gives.
func column(t testing.TB, s *Store, query string, args ...any) (list []string) {
	t.Helper()
	return columnAt(t, s, 0, query, args...)
}

// columnAt reads one of several columns.
func columnAt(t testing.TB, s *Store, at int, query string, args ...any) (list []string) {
	t.Helper()
	must(t, s.db.View(t.Context(), func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(t.Context(), query, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		names, err := rows.Columns()
		if err != nil {
			return err
		}
		row, targets := make([]string, len(names)), make([]any, len(names))
		for i := range row {
			targets[i] = &row[i]
		}
		for rows.Next() {
			if err := rows.Scan(targets...); err != nil {
				return err
			}
			list = append(list, row[at])
		}
		return rows.Err()
	}))
	return list
}
