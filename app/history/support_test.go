package history

import (
	"slices"
	"sync"
	"testing"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
)

// library opens one in dir and closes it at the end of the test.
func library(t testing.TB, dir string) *Store {
	t.Helper()
	return libraryWith(t, dir, Options{})
}

func libraryWith(t testing.TB, dir string, o Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// clock is a time that tests move.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func newClock() *clock { return &clock{at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func text(s string) []chat.Part { return []chat.Part{{Kind: chat.PartText, Text: s}} }

func question(conversation, parent chat.ID, s string) *chat.Message {
	return &chat.Message{ID: chat.NewID(), Conversation: conversation, Parent: parent, Role: chat.User, State: chat.Done, Parts: text(s)}
}

func waiting(conversation, parent chat.ID) chat.Message {
	return chat.Message{
		ID: chat.NewID(), Conversation: conversation, Parent: parent, Role: chat.Assistant, State: chat.Waiting,
		Request: &chat.Request{ID: chat.NewID(), Asked: "model-a", Started: time.UnixMilli(1_700_000_000_000)},
	}
}

// save stores the draft of a conversation.
func save(t testing.TB, s *Store, conversation chat.ID, d chat.Draft) {
	t.Helper()
	must(t, s.SaveUnsent(t.Context(), UnsentChange{Conversation: conversation, Draft: d}))
}

// draftOf is the stored draft of a conversation.
func draftOf(t testing.TB, s *Store, conversation chat.ID) chat.Draft {
	t.Helper()
	u, err := s.Unsent(t.Context(), conversation)
	must(t, err)
	return u.Draft
}

// ask begins a turn with one reply in a conversation, a new one when conversation is "".
func ask(t testing.TB, s *Store, conversation, parent chat.ID, words string) (chat.ID, chat.Message, chat.Message) {
	t.Helper()
	turn := Turn{Unsent: &UnsentChange{Moved: conversation == ""}}
	if conversation == "" {
		conversation = chat.NewID()
		turn.Conversation = &chat.Conversation{ID: conversation}
	}
	turn.Unsent.Conversation = conversation
	turn.User = question(conversation, parent, words)
	turn.Replies = []chat.Message{waiting(conversation, turn.User.ID)}
	must(t, s.BeginTurn(t.Context(), turn))
	return conversation, *turn.User, turn.Replies[0]
}

// add stores a conversation in which nothing was said yet.
func add(t testing.TB, s *Store, c chat.Conversation) {
	t.Helper()
	must(t, s.Import(t.Context(), []ImportedConversation{{Conversation: c}}))
}

// answer ends a reply well.
func answer(t testing.TB, s *Store, m chat.Message, words string) {
	t.Helper()
	m.State, m.Finish, m.Parts = chat.Done, chat.FinishStop, text(words)
	must(t, s.Finish(t.Context(), m))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// get reads one message that must be there.
func get(t testing.TB, s *Store, id chat.ID) chat.Message {
	t.Helper()
	list, err := s.Messages(t.Context(), []chat.ID{id})
	must(t, err)
	if len(list) != 1 {
		t.Fatalf("message %s: %d found", id, len(list))
	}
	return list[0]
}

func thread(t testing.TB, s *Store, conversation chat.ID) []chat.ID {
	t.Helper()
	heads, err := s.Thread(t.Context(), conversation)
	must(t, err)
	ids := make([]chat.ID, len(heads))
	for i, h := range heads {
		ids[i] = h.ID
	}
	return ids
}

func wantThread(t testing.TB, s *Store, conversation chat.ID, want ...chat.ID) {
	t.Helper()
	if got := thread(t, s, conversation); !slices.Equal(got, want) {
		t.Fatalf("thread is\n%v, want\n%v", got, want)
	}
}

// marked takes what was marked since the last time.
func marked(m *changes.Marks) map[changes.Change]bool {
	set := map[changes.Change]bool{}
	for _, c := range m.Take() {
		set[c] = true
	}
	return set
}
