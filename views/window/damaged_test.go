package window

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/history/historytest"
)

// chatsOfTwo adds chats of two messages to the closed library in dir, titled Chat 0 and so on, the
// last of which is the newest.
func chatsOfTwo(t *testing.T, dir string, count int) (ids []chat.ID) {
	t.Helper()
	store, err := history.Open(t.Context(), dir, history.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list := make([]history.ImportedConversation, count)
	for i := range list {
		at := time.Now().Add(time.Duration(i-count) * time.Minute)
		id := chat.NewID()
		message := func(parent chat.ID, role chat.Role, text string) chat.Message {
			return chat.Message{
				ID: chat.NewID(), Conversation: id, Parent: parent, Role: role, State: chat.Done, Created: at,
				Parts: []chat.Part{{Kind: chat.PartText, Text: text + fmt.Sprint(" ", i, " ") + strings.Repeat("more ", 40+i%7*30)}},
			}
		}
		question := message("", chat.User, "Question")
		list[i] = history.ImportedConversation{
			Conversation: chat.Conversation{ID: id, Title: fmt.Sprint("Chat ", i), Created: at},
			Messages:     []chat.Message{question, message(question.ID, chat.Assistant, "Answer")},
		}
		ids = append(ids, id)
	}
	if err := errors.Join(store.Import(t.Context(), list), store.Close()); err != nil {
		t.Fatal(err)
	}
	return ids
}

const damagedMark = "Can't be read. Part of the file with your chats is damaged."

// damagedLibrary adds chats, damages one page of a table, and returns how many messages of each
// chat can be read, and the first of them.
func (h *home) damagedLibrary(chats int, table string) (ids []chat.ID, read [][]chat.Message) {
	h.t.Helper()
	h.looksAround().quit()
	dir := filepath.Dir(h.stored(history.FileName))
	ids = chatsOfTwo(h.t, dir, chats)
	historytest.Damage(h.t, dir, table)
	store, err := history.Open(h.t.Context(), dir, history.Options{})
	if err != nil {
		h.t.Fatal(err)
	}
	defer store.Close()
	for _, id := range ids {
		heads, _ := store.Thread(h.t.Context(), id)
		messages, _ := store.Messages(h.t.Context(), chat.IDs(heads))
		read = append(read, messages)
	}
	return ids, read
}

// withMessages is the last chat of which so many messages can be read.
func withMessages(t *testing.T, read [][]chat.Message, count int) int {
	t.Helper()
	for i := len(read) - 1; i >= 0; i-- {
		if len(read[i]) == count {
			return i
		}
	}
	t.Fatalf("no chat has %d messages that can be read", count)
	return -1
}

func TestADamagedChatIsListedAndHidesNoOther(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		ids, read := h.damagedLibrary(60, "conversation")
		damaged, whole := withMessages(t, read, 0), withMessages(t, read, 2)
		p := h.start()
		p.has(fmt.Sprint("Chat ", whole))
		p.has(fmt.Sprint("Chat ", damaged))
		p.has(damagedMark)
		recovered := 0
		p.SetRecover(func() { recovered++ })
		p.clicks(fmt.Sprint("Chat ", damaged))
		p.sees("This chat couldn't be read.")
		p.sees("Part of the file with your chats is damaged. Nothing was changed or deleted.")
		p.clicks("Recover what can be read…")
		if recovered != 1 {
			t.Errorf("recovering is offered %d times", recovered)
		}
		p.chat.Open(ids[whole])
		p.sees(fmt.Sprint("Answer ", whole))
		p.seesNot("This chat couldn't be read.")
	})
}

// Where nothing of a damaged file is on the screen, writing to it tells of the damage.
func TestAMessageThatADamagedFileRefusesOffersToRecover(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.damagedLibrary(1, "change")
		p := h.start()
		recovered := 0
		p.SetRecover(func() { recovered++ })
		p.clicks("New chat")
		p.sends("Hello")
		p.sees("Your message wasn't sent. It's still here. Part of the file with your chats is damaged.")
		p.clicks("Recover what can be read…")
		if recovered != 1 {
			t.Errorf("recovering is offered %d times", recovered)
		}
	})
}

func TestTheMessageBesideADamagedOneIsShown(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		ids, read := h.damagedLibrary(200, "part")
		half := withMessages(t, read, 1)
		p := h.start()
		if err := p.History.Pin(t.Context(), ids[half], true); err != nil {
			t.Fatal(err)
		}
		p.has(fmt.Sprint("Chat ", half))
		if p.named(damagedMark) {
			t.Error("a chat is marked before it was read")
		}
		p.chat.Open(ids[half])
		p.sees("This message couldn't be read.")
		p.scrollsUp()
		p.sees(read[half][0].Parts[0].Text[:10])
		p.has(damagedMark)
		p.top.OnMenu(p.top)
		p.clicks("Copy chat")
		p.sees("Copied.")
		plain, _ := p.hasCopied(h)
		if !strings.Contains(plain, read[half][0].Parts[0].Text[:10]) || !strings.Contains(plain, "This message couldn't be read.") {
			t.Errorf("copied %q", plain)
		}
	})
}
