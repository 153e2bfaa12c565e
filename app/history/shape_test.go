package history

import (
	"errors"
	"testing"

	"parlando/app/chat"
)

func TestAThreadSaysOfEachMessageWhoSpokeAndHowLargeItIs(t *testing.T) {
	s := library(t, t.TempDir())
	c := chat.Conversation{ID: chat.NewID()}
	first := question(c.ID, "", "What is in these?")
	for range 2 {
		picture, err := s.PutBlob(t.Context(), "", []byte("picture"), "image/png", 4, 3)
		must(t, err)
		first.Parts = append(first.Parts, chat.Part{Kind: chat.PartImage, Blob: &picture})
	}
	reply := waiting(c.ID, first.ID)
	must(t, s.BeginTurn(t.Context(), Turn{Conversation: &c, User: first, Replies: []chat.Message{reply}}))
	answer(t, s, reply, "Two cats.")
	heads, err := s.Thread(t.Context(), c.ID)
	must(t, err)
	want := []chat.Head{
		{ID: first.ID, Role: chat.User, Bytes: len("What is in these?"), Images: 2},
		{ID: reply.ID, Role: chat.Assistant, Bytes: len("Two cats.")},
	}
	if len(heads) != 2 || heads[0] != want[0] || heads[1] != want[1] {
		t.Fatalf("thread is\n%+v, want\n%+v", heads, want)
	}
}

func TestAConversationWithoutMessagesHasAnEmptyThread(t *testing.T) {
	s := library(t, t.TempDir())
	c := chat.Conversation{ID: chat.NewID()}
	add(t, s, c)
	if heads, err := s.Thread(t.Context(), c.ID); err != nil || len(heads) != 0 {
		t.Fatal(heads, err)
	}
}

func TestANameThatWouldRunIntoTheNextIsRefused(t *testing.T) {
	s := library(t, t.TempDir())
	c := chat.Conversation{ID: chat.NewID()}
	id, role := question(c.ID, "", "One"), question(c.ID, "", "One")
	id.ID, role.Role = "a\nb", "user,tool"
	for _, m := range []*chat.Message{id, role} {
		if err := s.BeginTurn(t.Context(), Turn{Conversation: &c, User: m}); !errors.Is(err, ErrInvalid) {
			t.Error(m.ID, m.Role, err)
		}
		if err := s.Import(t.Context(), []ImportedConversation{{Conversation: c, Messages: []chat.Message{*m}}}); !errors.Is(err, ErrInvalid) {
			t.Error("import", m.ID, m.Role, err)
		}
	}
}

func TestJoinedColumnsThatDoNotFitAreDamage(t *testing.T) {
	for name, c := range map[string][5]string{
		"short":      {"a\nb", "1", "0,1", "user,tool", "1,2"},
		"long":       {"a\nb\nc", "1,2", "0,1", "user,tool", "1,2"},
		"no number":  {"a\nb", "1,x", "0,1", "user,tool", "1,2"},
		"no id":      {"a\n", "1,2", "0,1", "user,tool", "1,2"},
		"no numbers": {"a\nb", "1,2", "0,1", "user,tool", ""},
	} {
		if nodes, err := splitNodes(2, c[0], c[1], c[2], c[3], c[4]); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v %v", name, nodes, err)
		}
	}
}
