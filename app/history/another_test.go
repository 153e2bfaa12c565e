package history

import (
	"errors"
	"slices"
	"testing"

	"parlando/app/chat"
)

func TestOneChatIsChangedWhileTheReplyOfAnotherIsWritten(t *testing.T) {
	ctx := t.Context()
	s := library(t, t.TempDir())
	writing, question, gone := ask(t, s, "", "", "Three")
	answer(t, s, gone, "3")
	must(t, s.DeleteMessage(ctx, gone.ID))
	other, first, reply := ask(t, s, "", "", "One")
	answer(t, s, reply, "1")
	_, last, lastReply := ask(t, s, other, reply.ID, "Two")
	answer(t, s, lastReply, "2")
	written := waiting(writing, question.ID)
	must(t, s.BeginTurn(ctx, Turn{Replies: []chat.Message{written}}))
	save(t, s, writing, chat.Draft{Text: "typed"})
	save(t, s, other, chat.Draft{Text: "also typed"})
	arrives := func(words string) {
		t.Helper()
		must(t, s.AppendTail(ctx, []Tail{{Message: written.ID, Kind: chat.PartText, Text: words}}))
	}
	arrives("Th")

	// The last message, the first, the first again with a later one that stays deleted.
	must(t, s.DeleteMessage(ctx, lastReply.ID))
	wantThread(t, s, other, first.ID, reply.ID, last.ID)
	must(t, s.DeleteMessage(ctx, first.ID))
	wantThread(t, s, other)
	must(t, s.RestoreMessage(ctx, first.ID))
	wantThread(t, s, other, first.ID, reply.ID, last.ID)
	must(t, s.DeleteMessage(ctx, last.ID))
	must(t, errors.Join(s.Rename(ctx, other, "Other"), s.Pin(ctx, other, true), s.SetModel(ctx, other, "connection", "model-b")))
	save(t, s, other, chat.Draft{})
	must(t, s.Delete(ctx, other))
	arrives("ree")
	must(t, s.Remove(ctx, other))

	order := func() (ids []chat.ID) {
		t.Helper()
		list, err := s.Order(ctx)
		must(t, err)
		for _, e := range list {
			ids = append(ids, e.ID)
		}
		return ids
	}
	is := func(state chat.State, words string) {
		t.Helper()
		c, err := s.Conversation(ctx, writing)
		must(t, err)
		if c.Title != "Three" || c.Pinned || c.Model != "" {
			t.Errorf("the chat is %+v", c)
		}
		wantThread(t, s, writing, question.ID, written.ID)
		if m := get(t, s, written.ID); m.State != state || m.Text() != words || m.Siblings != 1 {
			t.Errorf("the reply is %s %q, of %d", m.State, m.Text(), m.Siblings)
		}
		if got := draftOf(t, s, writing).Text; got != "typed" {
			t.Errorf("the draft is %q", got)
		}
	}
	is(chat.Writing, "Three")
	answer(t, s, written, "Three.")
	if got := order(); !slices.Equal(got, []chat.ID{writing}) {
		t.Errorf("listed %v", got)
	}
	// It is the only one now.
	must(t, s.Delete(ctx, writing))
	if got := order(); len(got) != 0 {
		t.Errorf("listed %v", got)
	}
	must(t, s.Restore(ctx, writing))
	is(chat.Done, "Three.")
}
