package history

import (
	"database/sql"
	"testing"

	"parlando/app/chat"
)

func TestTheRequestsOfAReplyAreReadAndGoWithIt(t *testing.T) {
	s := library(t, t.TempDir())
	c := chat.NewID()
	first := waiting(c, "")
	second := waiting(c, "")
	second.Request, second.Choice = first.Request, 1
	turn := Turn{Conversation: &chat.Conversation{ID: c}, User: question(c, "", "Go"), Unsent: &UnsentChange{Moved: true, Conversation: c}}
	first.Parent, second.Parent = turn.User.ID, turn.User.ID
	turn.Replies = []chat.Message{first, second}
	must(t, s.BeginTurn(t.Context(), turn))
	requests := []chat.Request{*first.Request}
	for range 2 {
		ended := requests[len(requests)-1]
		ended.Usage = &chat.Usage{Total: 7}
		next := chat.Request{ID: chat.NewID(), Asked: "model-a", Continues: ended.ID}
		must(t, s.NextRequest(t.Context(), first.ID, ended, next))
		requests = append(requests, next)
	}
	first.Request = &requests[2]
	answer(t, s, first, "one")
	second.Request.Usage = &chat.Usage{Total: 7}
	answer(t, s, second, "two")

	m := get(t, s, first.ID)
	if all := m.Requests(); len(all) != 3 || all[0].ID != requests[0].ID || all[1].ID != requests[1].ID || all[2].ID != requests[2].ID {
		t.Errorf("requests %+v", all)
	}
	if u := m.Usage(); u == nil || u.Total != 14 {
		t.Errorf("usage %+v", u)
	}
	if other := get(t, s, second.ID); len(other.Requests()) != 1 {
		t.Errorf("the other choice has %+v", other.Requests())
	}

	stored := func() (n int) {
		must(t, s.db.View(t.Context(), func(tx *sql.Tx) error {
			return tx.QueryRowContext(t.Context(), `SELECT count(*) FROM request`).Scan(&n)
		}))
		return n
	}
	for i, one := range []struct {
		message chat.ID
		left    int
	}{{first.ID, 1}, {second.ID, 0}} { // both choices have the first request
		must(t, s.DeleteMessage(t.Context(), one.message))
		must(t, s.RemoveMessage(t.Context(), one.message))
		if n := stored(); n != one.left {
			t.Errorf("after %d removals %d requests are left, want %d", i+1, n, one.left)
		}
	}
}
