package history

import (
	"slices"
	"testing"

	"parlando/app/chat"
	"parlando/app/internal/fieldtest"

	"github.com/google/go-cmp/cmp"
)

func TestEveryFieldOfAConversationAndOfItsTargetIsStored(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	full := fieldtest.Full[chat.Conversation]()
	add(t, s, full)
	must(t, s.SetReadingPlace(t.Context(), full.ID, full.Place))
	conversation, user, reply := ask(t, s, "", "", "One")
	target := fieldtest.Full[chat.Target]()
	resumed := target
	resumed.Model = "b"
	reply.State = chat.Failed
	must(t, s.Finish(t.Context(), reply))
	must(t, s.BeginTurn(t.Context(), Turn{Replies: []chat.Message{waiting(conversation, user.ID)}, Target: &target}))
	checkTarget := func(want chat.Target) {
		t.Helper()
		c, err := s.Conversation(t.Context(), conversation)
		must(t, err)
		if d := cmp.Diff(want, c.Target()); d != "" || c.Params.Preset != want.Params.Preset {
			t.Error(d)
		}
	}
	checkTarget(target)
	must(t, s.Resume(t.Context(), reply.ID, chat.Request{ID: chat.NewID()}, &resumed))
	checkTarget(resumed)
	must(t, s.Close())

	s = library(t, dir)
	got, err := s.Conversation(t.Context(), full.ID)
	must(t, err)
	if d := cmp.Diff(full, got); d != "" || got.Params.Preset != full.Params.Preset {
		t.Error(d)
	}
	checkTarget(resumed)
}

// A reply is stored when it is asked for, and once more when it ends.
func TestEveryFieldOfAMessageIsStored(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	full := fieldtest.Full[chat.Message]()
	begun := fieldtest.Full[chat.Message]()
	conversation, user, _ := ask(t, s, "", "", "One")
	for _, m := range []*chat.Message{&full, &begun} {
		m.Conversation, m.Parent = conversation, user.ID
		m.Parts[0].StoredBytes = 0 // of a text that is too long
		m.Parts[0].Transcript = "" // see TestPartsComeBackAsTheyWereStored
		m.Preparing, m.Loading, m.Drawing = "", false, false
		m.Sibling, m.Siblings = 2, 2
		m.Earlier, m.Request.ID = nil, "request"
	}
	begun.State, begun.Finish, begun.Parts, begun.Request = chat.Waiting, "", nil, &chat.Request{ID: full.Request.ID}
	must(t, s.BeginTurn(t.Context(), Turn{Replies: []chat.Message{begun}}))
	must(t, s.Finish(t.Context(), full))
	must(t, s.Close())

	s = library(t, dir)
	if d := cmp.Diff(full, get(t, s, full.ID)); d != "" {
		t.Error(d)
	}
}

func TestEveryFieldOfAFormFieldIsStored(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	full := fieldtest.Full[FormField]()
	full.Removed = false
	must(t, s.SaveFormFields(t.Context(), []FormField{full}))
	must(t, s.Close())

	s = library(t, dir)
	if all, err := s.FormFields(t.Context()); err != nil || !slices.Equal(all, []FormField{full}) {
		t.Errorf("%+v, %v", all, err)
	}
}
