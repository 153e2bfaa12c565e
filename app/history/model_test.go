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
	order        []chat.ID           // by age
	parent       map[chat.ID]chat.ID // as it was asked, also below one that was deleted alone
	alone        map[chat.ID]bool    // was deleted alone
	chosen       map[chat.ID]chat.ID
	gone         map[chat.ID]chat.ID // message to the deletion that took it
	deletions    []chat.ID
}

func newModel(t *testing.T, s *Store) *model {
	m := &model{
		t: t, s: s, conversation: chat.NewID(),
		parent: map[chat.ID]chat.ID{}, alone: map[chat.ID]bool{}, chosen: map[chat.ID]chat.ID{}, gone: map[chat.ID]chat.ID{},
	}
	add(t, s, chat.Conversation{ID: m.conversation})
	return m
}

func (m *model) live() []chat.ID {
	return slices.DeleteFunc(slices.Clone(m.order), func(id chat.ID) bool { return m.gone[id] != "" })
}

func (m *model) places() []chat.ID { return append(m.live(), "") }

// up is the message that id follows.
func (m *model) up(id chat.ID) chat.ID {
	for id = m.parent[id]; m.alone[id]; id = m.parent[id] {
	}
	return id
}

func (m *model) children(parent chat.ID) []chat.ID {
	return slices.DeleteFunc(m.live(), func(id chat.ID) bool { return m.up(id) != parent })
}

// shown is the child that is shown, "" for none.
func (m *model) shown(parent chat.ID) chat.ID {
	all := append([]chat.ID{""}, m.children(parent)...)
	if slices.Contains(all, m.chosen[parent]) {
		return m.chosen[parent]
	}
	return all[len(all)-1]
}

func (m *model) begin(parent chat.ID, count int) {
	var turn Turn
	for range count {
		reply := waiting(m.conversation, parent)
		reply.State = chat.Done
		turn.Replies = append(turn.Replies, reply)
	}
	must(m.t, m.s.BeginTurn(m.t.Context(), turn))
	for _, r := range turn.Replies {
		m.order, m.parent[r.ID] = append(m.order, r.ID), parent
	}
	m.chosen[parent] = turn.Replies[0].ID
}

func (m *model) choose(id chat.ID) {
	must(m.t, m.s.ShowBranch(m.t.Context(), id))
	for ; id != ""; id = m.up(id) {
		m.chosen[m.up(id)] = id
	}
}

func (m *model) delete(id chat.ID) {
	must(m.t, m.s.DeleteMessage(m.t.Context(), id))
	for _, v := range m.live() {
		for at := v; at != ""; at = m.up(at) {
			if at == id {
				m.gone[v] = id
			}
		}
	}
	m.deletions = append(m.deletions, id)
}

// deleteAlone deletes a message, and checks that nothing else happens to what is shown, unless it
// was the last one shown: then a sibling may be shown instead.
func (m *model) deleteAlone(r *rapid.T, id chat.ID) {
	before := thread(m.t, m.s, m.conversation)
	must(m.t, m.s.DeleteMessageAlone(m.t.Context(), id))
	want := slices.DeleteFunc(slices.Clone(before), func(v chat.ID) bool { return v == id })
	if got := thread(m.t, m.s, m.conversation); !slices.Equal(got, want) && before[len(before)-1] != id {
		r.Fatalf("the thread is %v, want %v", got, want)
	}
	if slices.ContainsFunc(m.order, func(v chat.ID) bool { return m.up(v) == id }) {
		shown := m.shown(m.up(id))
		if below := m.shown(id); shown == id && below != "" {
			shown = below
		}
		m.chosen[m.up(id)] = shown
	}
	m.alone[id], m.gone[id] = true, id
	m.deletions = append(m.deletions, id)
}

func (m *model) restore(r *rapid.T, id chat.ID) {
	before := thread(m.t, m.s, m.conversation)
	must(m.t, m.s.RestoreMessage(m.t.Context(), id))
	above := m.up(id)
	if m.alone[id] {
		delete(m.alone, id)
		moved := slices.DeleteFunc(slices.Clone(m.order), func(v chat.ID) bool { return m.up(v) != id })
		if slices.Contains(moved, m.chosen[above]) {
			m.chosen[above], m.chosen[id] = id, m.chosen[above]
			want := slices.Clone(before)
			if at := slices.Index(want, m.chosen[id]); at >= 0 {
				if got := thread(m.t, m.s, m.conversation); !slices.Equal(got, slices.Insert(want, at, id)) {
					r.Fatalf("%s is back in %v, which was %v", id, got, before)
				}
			}
		} else if len(moved) > 0 && m.chosen[id] == "" {
			m.chosen[id] = moved[len(moved)-1]
		}
	}
	with := m.gone[above]
	for v, by := range m.gone {
		if by == id {
			m.gone[v] = with
		}
	}
	for at := id; at != "" && with == ""; at = m.up(at) {
		m.chosen[m.up(at)] = at
	}
}

// remove removes for good what was deleted with a message.
func (m *model) remove(id chat.ID) {
	must(m.t, m.s.RemoveMessage(m.t.Context(), id))
	removed := map[chat.ID]bool{}
	for _, v := range m.order {
		removed[v] = v == id || removed[m.up(v)]
	}
	for _, v := range m.order {
		for !removed[v] && removed[m.parent[v]] {
			m.parent[v] = m.parent[m.parent[v]]
		}
	}
	is := func(v chat.ID) bool { return removed[v] }
	m.order, m.deletions = slices.DeleteFunc(m.order, is), slices.DeleteFunc(m.deletions, is)
	for v := range removed {
		if removed[v] {
			delete(m.gone, v)
			delete(m.alone, v)
		}
	}
}

// check compares the shown thread with the model. Where nothing that was chosen is left, any
// sibling may be shown.
func (m *model) check(r *rapid.T) {
	got := thread(m.t, m.s, m.conversation)
	parent := chat.ID("")
	for _, id := range got {
		if m.gone[id] != "" || m.up(id) != parent {
			r.Fatalf("%s does not follow %s, or is deleted: %v", id, parent, got)
		}
		if want := m.chosen[parent]; want != "" && slices.Contains(m.children(parent), want) && want != id {
			r.Fatalf("%s is shown, %s was chosen", id, want)
		}
		parent = id
	}
	if left := m.children(parent); len(left) > 0 {
		r.Fatalf("the thread ends at %q, though %v follow", parent, left)
	}
	for _, id := range got {
		siblings, err := m.s.Siblings(m.t.Context(), id)
		must(m.t, err)
		if want := m.children(m.up(id)); !slices.Equal(siblings, want) {
			r.Fatalf("beside %s are %v, want %v", id, siblings, want)
		}
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
