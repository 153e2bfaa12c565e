package history

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"parlando/app/chat"

	"pgregory.net/rapid"
)

func TestAnotherAnswerStandsBesideTheFirstAndIsShown(t *testing.T) {
	s := library(t, t.TempDir())
	c, user, first := ask(t, s, "", "", "One")
	answer(t, s, first, "A")
	second := waiting(c, user.ID)
	must(t, s.BeginTurn(t.Context(), Turn{Replies: []chat.Message{second}}))
	answer(t, s, second, "B")
	wantThread(t, s, c, user.ID, second.ID)
	must(t, s.ShowBranch(t.Context(), first.ID))
	wantThread(t, s, c, user.ID, first.ID)
	if m := get(t, s, first.ID); m.Sibling != 1 || m.Siblings != 2 || m.Text() != "A" {
		t.Fatalf("%+v", m)
	}
	if m := get(t, s, second.ID); m.Sibling != 2 || m.Siblings != 2 {
		t.Fatalf("%+v", m)
	}
	ids, err := s.Siblings(t.Context(), second.ID)
	must(t, err)
	if !slices.Equal(ids, []chat.ID{first.ID, second.ID}) {
		t.Fatalf("siblings %v", ids)
	}
}

func TestOfSeveralAnswersToOneRequestTheFirstIsShown(t *testing.T) {
	s := library(t, t.TempDir())
	c := chat.Conversation{ID: chat.NewID()}
	user := question(c.ID, "", "One")
	a, b, d := waiting(c.ID, user.ID), waiting(c.ID, user.ID), waiting(c.ID, user.ID)
	b.Choice, d.Choice, b.Request, d.Request = 1, 2, a.Request, a.Request
	must(t, s.BeginTurn(t.Context(), Turn{Conversation: &c, User: user, Replies: []chat.Message{a, b, d}}))
	wantThread(t, s, c.ID, user.ID, a.ID)
	again := waiting(c.ID, user.ID)
	must(t, s.BeginTurn(t.Context(), Turn{Replies: []chat.Message{again}}))
	wantThread(t, s, c.ID, user.ID, again.ID)
	if m := get(t, s, d.ID); m.Choice != 2 || m.Sibling != 3 || m.Siblings != 4 || m.Request.ID != a.Request.ID {
		t.Fatalf("%+v", m)
	}
}

func TestAnEditedFirstQuestionBranchesTheWholeConversation(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	c, first, reply := ask(t, s, "", "", "One")
	answer(t, s, reply, "A")
	_, edited, other := ask(t, s, c, "", "Uno")
	wantThread(t, s, c, edited.ID, other.ID)
	must(t, s.ShowBranch(t.Context(), reply.ID))
	wantThread(t, s, c, first.ID, reply.ID)
	must(t, s.Close())
	wantThread(t, library(t, dir), c, first.ID, reply.ID)
}

func TestADeletedMessageTakesWhatFollowsAndComesBackWithIt(t *testing.T) {
	s := library(t, t.TempDir())
	c, one, two := ask(t, s, "", "", "One")
	answer(t, s, two, "Two")
	_, three, four := ask(t, s, c, two.ID, "Three")
	answer(t, s, four, "Four")
	must(t, s.DeleteMessage(t.Context(), two.ID))
	wantThread(t, s, c, one.ID)
	if hits, err := s.Search(t.Context(), "Four", 5); err != nil || len(hits) != 0 {
		t.Fatalf("deleted words are found: %v %v", hits, err)
	}
	must(t, s.RestoreMessage(t.Context(), two.ID))
	wantThread(t, s, c, one.ID, two.ID, three.ID, four.ID)
	if hits, err := s.Search(t.Context(), "Four", 5); err != nil || len(hits) != 1 {
		t.Fatalf("restored words are not found: %v %v", hits, err)
	}
}

func TestADeletionInsideADeletionIsUndoneByItself(t *testing.T) {
	s := library(t, t.TempDir())
	c, one, two := ask(t, s, "", "", "One")
	answer(t, s, two, "Two")
	_, three, four := ask(t, s, c, two.ID, "Three")
	answer(t, s, four, "Four")
	must(t, s.DeleteMessage(t.Context(), four.ID))
	must(t, s.DeleteMessage(t.Context(), two.ID))
	must(t, s.RestoreMessage(t.Context(), two.ID))
	wantThread(t, s, c, one.ID, two.ID, three.ID)
	must(t, s.DeleteMessage(t.Context(), two.ID))
	must(t, s.RestoreMessage(t.Context(), four.ID)) // below what is deleted: comes back with it
	wantThread(t, s, c, one.ID)
	must(t, s.RestoreMessage(t.Context(), two.ID))
	wantThread(t, s, c, one.ID, two.ID, three.ID, four.ID)
}

func TestASiblingIsShownForADeletedMessage(t *testing.T) {
	s := library(t, t.TempDir())
	c, user, first := ask(t, s, "", "", "One")
	answer(t, s, first, "A")
	second := waiting(c, user.ID)
	must(t, s.BeginTurn(t.Context(), Turn{Replies: []chat.Message{second}}))
	must(t, s.DeleteMessage(t.Context(), second.ID))
	wantThread(t, s, c, user.ID, first.ID)
	if m := get(t, s, first.ID); m.Sibling != 1 || m.Siblings != 1 {
		t.Fatalf("%+v", m)
	}
	must(t, s.RestoreMessage(t.Context(), second.ID))
	wantThread(t, s, c, user.ID, second.ID)
	if err := s.ShowBranch(t.Context(), "nobody"); !errors.Is(err, ErrNotFound) {
		t.Fatal(err)
	}
}

func TestFieldsThatChangeAreRecordedInTheSameTransaction(t *testing.T) {
	s := library(t, t.TempDir())
	c, user, first := ask(t, s, "", "", "One")
	answer(t, s, first, "A")
	second := waiting(c, user.ID)
	must(t, s.BeginTurn(t.Context(), Turn{Replies: []chat.Message{second}}))
	must(t, s.ShowBranch(t.Context(), first.ID))
	must(t, s.Rename(t.Context(), c, "Mine"))
	must(t, s.Rename(t.Context(), c, "Ours"))
	must(t, s.Pin(t.Context(), c, true))
	must(t, s.DeleteMessage(t.Context(), second.ID))
	must(t, s.Delete(t.Context(), c))
	must(t, s.Restore(t.Context(), c))
	rows := column(t, s, `SELECT entity || ' ' || field || ' ' || id || ' ' || value FROM change
		WHERE origin = (SELECT origin FROM library) ORDER BY clock, seq`)
	deleted := rows[3][len("message deleted  ")+len(second.ID):]
	want := []string{
		fmt.Sprintf("message chosen %s %s", user.ID, first.ID),
		fmt.Sprintf("conversation title %s Ours", c),
		fmt.Sprintf("conversation pinned %s true", c),
		fmt.Sprintf("message deleted %s %s", second.ID, deleted),
		fmt.Sprintf("conversation deleted %s 0", c),
	}
	if !slices.Equal(rows, want) || deleted == "0" {
		t.Fatalf("got %q\nwant %q", rows, want)
	}
}

// TestTheThreadIsAlwaysAPathFromARootToALeaf does what users do in any order, and compares with a
// model of the tree.
func TestTheThreadIsAlwaysAPathFromARootToALeaf(t *testing.T) {
	s := library(t, t.TempDir())
	rapid.Check(t, func(r *rapid.T) {
		m := newModel(t, s)
		r.Repeat(map[string]func(*rapid.T){
			"begin": func(r *rapid.T) {
				m.begin(rapid.SampledFrom(m.places()).Draw(r, "parent"), rapid.IntRange(1, 3).Draw(r, "count"))
			},
			"choose": func(r *rapid.T) {
				if live := m.live(); len(live) > 0 {
					m.choose(rapid.SampledFrom(live).Draw(r, "message"))
				}
			},
			"delete": func(r *rapid.T) {
				if live := m.live(); len(live) > 0 {
					m.delete(rapid.SampledFrom(live).Draw(r, "message"))
				}
			},
			"delete alone": func(r *rapid.T) {
				if live := m.live(); len(live) > 0 {
					m.deleteAlone(r, rapid.SampledFrom(live).Draw(r, "message"))
				}
			},
			"remove": func(r *rapid.T) {
				deleted := slices.DeleteFunc(slices.Clone(m.order), func(id chat.ID) bool { return m.gone[id] != id })
				if len(deleted) > 0 {
					m.remove(rapid.SampledFrom(deleted).Draw(r, "message"))
				}
			},
			"restore": func(r *rapid.T) {
				if len(m.deletions) > 0 {
					m.restore(r, rapid.SampledFrom(m.deletions).Draw(r, "message"))
				}
			},
			"": func(r *rapid.T) { m.check(r) },
		})
	})
}

func TestAnswersThatFailedDoNotCountBesideOthers(t *testing.T) {
	s := library(t, t.TempDir())
	c, q, failed := ask(t, s, "", "", "Q")
	failed.State = chat.Failed
	must(t, s.Finish(t.Context(), failed))
	good, other := waiting(c, q.ID), waiting(c, q.ID)
	for _, m := range []chat.Message{good, other} {
		must(t, s.BeginTurn(t.Context(), Turn{Replies: []chat.Message{m}}))
		answer(t, s, m, "A")
	}
	for _, want := range []struct {
		id      chat.ID
		at, all int
	}{{failed.ID, 1, 3}, {good.ID, 1, 2}, {other.ID, 2, 2}} {
		m := get(t, s, want.id)
		ids, err := s.Siblings(t.Context(), want.id)
		must(t, err)
		if m.Sibling != want.at || m.Siblings != want.all || len(ids) != want.all || ids[want.at-1] != want.id {
			t.Errorf("%d of %d among %d, want %d of %d", m.Sibling, m.Siblings, len(ids), want.at, want.all)
		}
	}
}
