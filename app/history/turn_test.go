package history

import (
	"errors"
	"testing"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/app/problem"

	"github.com/google/go-cmp/cmp"
)

func TestATurnIsThereAfterReopening(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	temperature := 0.0
	c := chat.Conversation{
		ID: chat.NewID(), Pinned: true, Connection: "conn", Model: "model-a",
		Params: chat.Parameters{Temperature: &temperature, Instructions: "Be kind."}, Created: time.UnixMilli(1000),
	}
	blob, err := s.PutBlob(t.Context(), "", []byte("a picture"), "image/png", 3, 4)
	must(t, err)
	user := question(c.ID, "", "What is *this*?")
	user.Parts = append(user.Parts, chat.Part{Kind: chat.PartImage, Blob: &blob, Name: "cat.png"})
	user.Created = time.UnixMilli(5000)
	reply := waiting(c.ID, user.ID)
	reply.Created = time.UnixMilli(5001)
	reply.Request.Params = c.Params
	must(t, s.BeginTurn(t.Context(), Turn{Conversation: &c, User: user, Replies: []chat.Message{reply}}))
	reply.State, reply.Finish = chat.Done, chat.FinishLength
	reply.Parts = []chat.Part{{Kind: chat.PartReasoning, Text: "hm"}, {Kind: chat.PartText, Text: "A cat."}}
	reply.Request.Served, reply.Request.HTTPID = "model-a-2", "req_1"
	reply.Request.Usage = &chat.Usage{Prompt: 1, Completion: 2, Total: 3}
	reply.Request.Problem = &problem.Problem{Kind: problem.Filtered, Status: 200, At: time.UnixMilli(7000).UTC()}
	reply.Request.Ended = time.UnixMilli(6000)
	must(t, s.Finish(t.Context(), reply))
	must(t, s.Close())

	s = library(t, dir)
	list, err := s.Order(t.Context())
	must(t, err)
	want := c
	want.Title = "What is this?"
	if len(list) != 1 || list[0].Updated <= 5000 {
		t.Fatalf("conversations: %+v", list)
	}
	want.Updated = time.UnixMilli(list[0].Updated)
	got, err := s.Conversation(t.Context(), list[0].ID)
	must(t, err)
	if d := cmp.Diff(want, got); d != "" {
		t.Fatal(d)
	}
	wantThread(t, s, c.ID, user.ID, reply.ID)
	messages, err := s.Messages(t.Context(), []chat.ID{reply.ID, user.ID, "none"})
	must(t, err)
	user.Sibling, user.Siblings, reply.Sibling, reply.Siblings = 1, 1, 1, 1
	if d := cmp.Diff([]chat.Message{reply, *user}, messages); d != "" {
		t.Fatal(d)
	}
	heads, err := s.Thread(t.Context(), c.ID)
	must(t, err)
	if d := cmp.Diff([]chat.Head{{ID: user.ID, Role: chat.User, Bytes: 15, Images: 1}, {ID: reply.ID, Role: chat.Assistant, Bytes: 6}}, heads); d != "" {
		t.Fatal(d)
	}
}

func TestATurnIsStoredWholeOrNotAtAll(t *testing.T) {
	s := library(t, t.TempDir())
	c, _, reply := ask(t, s, "", "", "One")
	answer(t, s, reply, "Two")
	good := question(c, reply.ID, "Three")
	bad := waiting(c, "nobody")
	err := s.BeginTurn(t.Context(), Turn{User: good, Replies: []chat.Message{bad}})
	if !errors.Is(err, ErrNotFound) {
		t.Fatalf("got %v", err)
	}
	if list, err := s.Messages(t.Context(), []chat.ID{good.ID, bad.ID}); err != nil || len(list) != 0 {
		t.Fatalf("%v, %v", list, err)
	}
}

func TestATurnOfTwoConversationsOrOfNothingIsRefused(t *testing.T) {
	s := library(t, t.TempDir())
	c, user, _ := ask(t, s, "", "", "One")
	for name, turn := range map[string]Turn{
		"two conversations":  {User: question(c, "", "x"), Replies: []chat.Message{waiting("other", user.ID)}},
		"nothing":            {},
		"an id of two lines": {Conversation: &chat.Conversation{ID: "a\nb"}, User: question("a\nb", "", "x")},
		"no id":              {User: &chat.Message{Conversation: c, Role: chat.User}},
	} {
		if err := s.BeginTurn(t.Context(), turn); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if err := s.BeginTurn(t.Context(), Turn{User: question("nobody", "", "x")}); !errors.Is(err, ErrNotFound) {
		t.Errorf("unknown conversation: got %v", err)
	}
}

func TestAnEndedMessageNeverChanges(t *testing.T) {
	s := library(t, t.TempDir())
	_, user, reply := ask(t, s, "", "", "One")
	answer(t, s, reply, "Two")
	for _, m := range []chat.Message{user, reply} {
		m.State, m.Parts = chat.Done, text("changed")
		if err := s.Finish(t.Context(), m); !errors.Is(err, ErrEnded) {
			t.Errorf("Finish: %v", err)
		}
		if err := s.AppendTail(t.Context(), []Tail{{Message: m.ID, Kind: chat.PartText, Text: "changed"}}); !errors.Is(err, ErrEnded) {
			t.Errorf("AppendTail: %v", err)
		}
		if err := s.Resume(t.Context(), m.ID, chat.Request{ID: chat.NewID()}, nil); !errors.Is(err, ErrEnded) {
			t.Errorf("Resume: %v", err)
		}
	}
	if got := get(t, s, reply.ID).Text(); got != "Two" {
		t.Fatalf("text is %q", got)
	}
	if got := get(t, s, user.ID).Text(); got != "One" {
		t.Fatalf("text is %q", got)
	}
}

func TestAReplyIsReadAsFarAsItCameAndFinishedByItsOwnWords(t *testing.T) {
	s := library(t, t.TempDir())
	_, _, reply := ask(t, s, "", "", "One")
	must(t, s.AppendTail(t.Context(), []Tail{{reply.ID, 0, chat.PartReasoning, "hm", 2 * time.Second}, {reply.ID, 1, chat.PartText, "Hel", 0}}))
	must(t, s.AppendTail(t.Context(), []Tail{{reply.ID, 1, chat.PartText, "lo", 0}}))
	m := get(t, s, reply.ID)
	if m.State != chat.Writing || m.Text() != "Hello" || len(m.Parts) != 2 || m.Parts[0].Text != "hm" || m.Parts[0].Took != 2*time.Second {
		t.Fatalf("got %+v", m)
	}
	answer(t, s, reply, "Hello!")
	if m = get(t, s, reply.ID); m.State != chat.Done || m.Text() != "Hello!" || len(m.Parts) != 1 {
		t.Fatalf("got %+v", m)
	}
}

func TestAReplyCannotFinishUnended(t *testing.T) {
	s := library(t, t.TempDir())
	_, _, reply := ask(t, s, "", "", "One")
	if err := s.Finish(t.Context(), reply); !errors.Is(err, ErrInvalid) {
		t.Fatalf("got %v", err)
	}
}

func TestAContinuedReplyKeepsItsParts(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	_, _, reply := ask(t, s, "", "", "One")
	reply.State, reply.Parts = chat.CutOff, text("It beg")
	must(t, s.Finish(t.Context(), reply))
	next := chat.Request{ID: chat.NewID(), Continues: reply.Request.ID, Asked: "model-b"}
	must(t, s.Resume(t.Context(), reply.ID, next, nil))
	if m := get(t, s, reply.ID); m.State != chat.Waiting || m.Text() != "It beg" || m.Request.ID != next.ID || m.Request.Continues != reply.Request.ID {
		t.Fatalf("got %+v %+v", m, m.Request)
	}
	if err := s.Resume(t.Context(), reply.ID, next, nil); !errors.Is(err, ErrInvalid) {
		t.Fatalf("resumed twice: %v", err)
	}
	must(t, s.AppendTail(t.Context(), []Tail{{reply.ID, 0, chat.PartText, "ins", 0}}))
	must(t, s.Close())

	s = library(t, dir)
	m := get(t, s, reply.ID)
	want := []chat.Part{{Kind: chat.PartText, Text: "It beg"}, {Kind: chat.PartContinued}, {Kind: chat.PartText, Text: "ins"}}
	if d := cmp.Diff(want, m.Parts); d != "" || m.State != chat.CutOff || m.Request.Problem.Kind != problem.Interrupted {
		t.Fatalf("%s %+v", d, m)
	}
	if hits, err := s.Search(t.Context(), "begins", 5); err != nil || len(hits) != 1 {
		t.Fatalf("a word across the seam: %v %v", hits, err)
	}
}

func TestAReplyThatReachedItsLongestLengthGoesOnAndAWholeOneDoesNot(t *testing.T) {
	s := library(t, t.TempDir())
	_, _, reply := ask(t, s, "", "", "One")
	reply.State, reply.Finish, reply.Parts = chat.Done, chat.FinishLength, text("It beg")
	must(t, s.Finish(t.Context(), reply))
	next := chat.Request{ID: chat.NewID(), Continues: reply.Request.ID}
	must(t, s.Resume(t.Context(), reply.ID, next, nil))
	if m := get(t, s, reply.ID); m.State != chat.Waiting || m.Finish != "" || m.Text() != "It beg" {
		t.Fatalf("got %+v", m)
	}
	reply.Finish, reply.Parts, reply.Request = chat.FinishStop, append(text("It beg"), text("ins")...), &next
	must(t, s.Finish(t.Context(), reply))
	if err := s.Resume(t.Context(), reply.ID, next, nil); !errors.Is(err, ErrEnded) {
		t.Fatalf("resumed a whole reply: %v", err)
	}
}

func TestFinishWorksAfterTheConversationWasDeleted(t *testing.T) {
	s := library(t, t.TempDir())
	c, _, reply := ask(t, s, "", "", "One")
	must(t, s.Delete(t.Context(), c))
	answer(t, s, reply, "Two")
	must(t, s.Restore(t.Context(), c))
	if got := get(t, s, reply.ID).Text(); got != "Two" {
		t.Fatalf("text is %q", got)
	}
}

func TestOwnersHearOfChangesOnceTheyAreKept(t *testing.T) {
	marks := changes.New()
	s := libraryWith(t, t.TempDir(), Options{CommonOptions: owner.CommonOptions{Marks: marks}})
	c, user, reply := ask(t, s, "", "", "One")
	list := changes.Change{Topic: changes.Conversations, ID: string(c)}
	thread := changes.Change{Topic: changes.Thread, ID: string(c)}
	message := changes.Change{Topic: changes.Message, ID: string(reply.ID)}
	check := func(what string, want ...changes.Change) {
		t.Helper()
		got := marked(marks)
		for _, w := range want {
			if !got[w] {
				t.Errorf("%s: %v is not marked in %v", what, w, got)
			}
		}
	}
	check("Begin", list, thread, message)
	answer(t, s, reply, "Two")
	check("Finish", message)
	must(t, s.Rename(t.Context(), c, "Mine"))
	check("Rename", list)
	must(t, s.DeleteMessage(t.Context(), user.ID))
	check("DeleteMessage", thread)
	must(t, s.RestoreMessage(t.Context(), user.ID))
	check("RestoreMessage", thread)
	must(t, s.ShowBranch(t.Context(), reply.ID))
	check("Choose", thread)
	if err := s.Rename(t.Context(), "nobody", "x"); !errors.Is(err, ErrNotFound) {
		t.Fatal(err)
	}
	if got := marked(marks); len(got) != 0 {
		t.Errorf("a refused change is marked: %v", got)
	}
}
