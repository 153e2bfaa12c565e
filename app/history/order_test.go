package history

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/owner"
)

// Whoever reads again what each change names, and nothing else, has the list that a fresh read
// gives.
func TestAListThatFollowsTheChangesIsThatOfAFreshRead(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		clock, marks := newClock(), changes.New()
		s := libraryWith(t, t.TempDir(), Options{CommonOptions: owner.CommonOptions{Now: clock.now, Marks: marks}})
		defer s.Close()
		var order chat.Order
		var all []chat.ID
		replies := map[chat.ID]chat.Message{}
		one := func() chat.ID { return rapid.SampledFrom(all).Draw(r, "chat") }
		may := func(err error) {
			if err != nil && !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrEnded) {
				r.Fatal(err)
			}
		}
		steps := map[string]func(){
			"begin": func() {
				c, _, reply := ask(t, s, "", "", "One")
				all, replies[c] = append(all, c), reply
			},
			"keep unsent": func() {
				c := chat.Conversation{ID: chat.NewID()}
				_, err := s.PromoteUnsent(t.Context(), c, UnsentChange{Conversation: c.ID, Draft: chat.Draft{Text: "not sent"}})
				may(err)
				all = append(all, c.ID)
			},
			"reply": func() {
				id := one()
				if reply, asked := replies[id]; asked {
					reply.State = chat.Done
					may(s.Finish(t.Context(), reply))
				}
			},
			"ask again": func() {
				id := one()
				may(s.BeginTurn(t.Context(), Turn{User: question(id, "", "Two")}))
			},
			"rename":  func() { may(s.Rename(t.Context(), one(), rapid.SampledFrom([]string{"", "Mine"}).Draw(r, "title"))) },
			"pin":     func() { may(s.Pin(t.Context(), one(), rapid.Bool().Draw(r, "pinned"))) },
			"delete":  func() { may(s.Delete(t.Context(), one())) },
			"restore": func() { may(s.Restore(t.Context(), one())) },
			"remove":  func() { may(s.Remove(t.Context(), one())) },
			"remove empty": func() {
				id := one()
				save(t, s, id, chat.Draft{})
				may(s.RemoveEmpty(t.Context(), id))
			},
			"bring in": func() {
				id := chat.NewID()
				add(t, s, chat.Conversation{ID: id, Pinned: rapid.Bool().Draw(r, "pinned"), Updated: clock.now().Add(-time.Hour)})
				all = append(all, id)
			},
			"time": func() { clock.pass(time.Duration(rapid.IntRange(0, 3).Draw(r, "ms")) * time.Millisecond) },
		}
		names := make([]string, 0, len(steps))
		for name := range steps {
			names = append(names, name)
		}
		slices.Sort(names)
		steps["begin"]()
		for range rapid.IntRange(1, 30).Draw(r, "steps") {
			steps[rapid.SampledFrom(names).Draw(r, "step")]()
			for _, c := range marks.Take() {
				follow(t, s, &order, c)
			}
			fresh, err := s.Order(t.Context())
			must(t, err)
			if !slices.Equal(order, fresh) {
				r.Fatalf("in memory\n%v\na fresh read\n%v", order, fresh)
			}
		}
	})
}

// follow reads again what one change names.
func follow(t *testing.T, s *Store, order *chat.Order, c changes.Change) {
	switch {
	case c.Topic != changes.Conversations:
	case c.ID == "":
		fresh, err := s.Order(t.Context())
		must(t, err)
		*order = fresh
	default:
		id := chat.ID(c.ID)
		found, err := s.Summaries(t.Context(), []chat.ID{id})
		must(t, err)
		if one, there := found[id]; there {
			order.Put(one.Entry)
		} else {
			order.Remove(id)
		}
	}
}

// A summary is found by its id, not by going through the conversations.
func TestASummaryIsFoundByItsID(t *testing.T) {
	s := library(t, t.TempDir())
	plan := columnAt(t, s, 3, `EXPLAIN QUERY PLAN SELECT `+summaryColumns+` FROM conversation c `+summaryDraft+`
		WHERE c.deleted_at = 0 AND c.id IN (?, ?)`, "a", "b")
	for _, step := range plan {
		if !strings.HasPrefix(step, "SEARCH ") && !strings.HasPrefix(step, "CORRELATED SCALAR SUBQUERY ") {
			t.Errorf("%q", plan)
		}
	}
}
