package navigation

import (
	"slices"
	"testing"

	"parlando/app/chat"
	"parlando/app/projects"
)

// creates makes a project and shows it.
func (w *world) creates(name string) projects.Project {
	w.t.Helper()
	p, err := w.projects.Create(w.t.Context(), name)
	w.may(err)
	return p
}

// A chat is either in the list or in its project, and moving it reads only that chat.
func TestAChatOfAProjectIsNotInTheList(t *testing.T) {
	story(t, 2000, func(t *testing.T, w *world, ids []chat.ID) {
		house, choir := w.creates("Moving house"), w.creates("Choir")
		if rows := w.shown(); !slices.Equal(rows[:4], []string{"Projects", "Choir", "Moving house", "Yesterday"}) {
			t.Errorf("shown are %q", rows)
		}
		one := ids[len(ids)-2]
		w.read()
		listed := func(what string, want int) {
			t.Helper()
			w.drain()
			if got := len(w.side.Order()); got != want || (w.side.Order().Find(one) >= 0) != (want == 2000) || slices.Contains(w.shown(), "Chat 1998") != (want == 2000) {
				t.Errorf("%s: %d chats are listed: %q", what, got, w.shown())
			}
			if orders, read := w.read(); orders > 0 || len(read) > 3 {
				t.Errorf("%s: %d orders and %d chats are read", what, orders, len(read))
			}
		}
		move := w.side.Callbacks.Projects.Move
		move(one, "", house.ID)
		listed("moved in", 1999)
		move(one, house.ID, choir.ID)
		listed("moved on", 1999)
		w.action()
		listed("moved back", 1999)
		w.may(w.history.Pin(t.Context(), one, true))
		listed("pinned", 1999)
		w.may(w.history.Rename(t.Context(), one, "Chat 1998"))
		listed("renamed", 1999)
		w.may(w.history.Pin(t.Context(), one, false))
		move(one, house.ID, "")
		listed("moved out", 2000)
		if want := []string{"Moved to “Moving house”.", "Moved to “Choir”.", "Moved out of “Moving house”."}; !slices.Equal(w.said, want) {
			t.Errorf("said %q", w.said)
		}
		w.action()
		listed("undone", 1999)
		w.Changed("")
		w.drain()
		w.read()
		listed("read again", 1999)
		hits, err := w.find("1998", map[chat.ID]string{house.ID: house.Name})
		if err != nil || len(hits) != 1 || hits[0].Project != "Moving house" {
			t.Errorf("found %+v, %v", hits, err)
		}
		w.may(w.projects.Delete(t.Context(), house.ID, false))
		w.read()
		listed("its project deleted", 2000)
	})
}
