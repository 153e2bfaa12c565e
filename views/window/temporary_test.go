package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
)

// beginsTemporaryChat opens a temporary chat with the keyboard.
func (p *user) beginsTemporaryChat() chat.ID {
	p.t.Helper()
	p.holdsWith(fyne.KeyN, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
	p.until("a temporary chat", func() bool { return p.History.IsTemporary(p.open().ID) })
	p.sees("Temporary chat: it isn't saved.")
	return p.open().ID
}

// wantsListed waits until the list has that many chats.
func (p *user) wantsListed(n int) {
	p.t.Helper()
	p.until("the list of chats", func() bool { return len(p.sidebar.Order()) == n })
}

func TestATemporaryChatIsMarkedAndCanBeKept(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.clicks("Temporary chat (Ctrl+Shift+N)")
		p.until("a temporary chat", func() bool { return p.History.IsTemporary(p.open().ID) })
		p.sees("Temporary chat: it isn't saved.")
		id := p.open().ID
		p.drops(h.photo("harbor.jpg"))
		p.until("the picture", func() bool { return len(p.composer.Draft().Parts) == 1 })
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.types("half a thought")
		p.wait(time.Second)
		p.wantsListed(0)
		if s := p.Settings.Get().Conversation; s != "" {
			t.Errorf("the settings name %q", s)
		}
		p.clicks("Keep this chat")
		p.wantsListed(1)
		p.seesNot("it isn't saved")
		if p.open().ID != id || p.History.IsTemporary(id) {
			t.Error("the kept chat is not the open one")
		}
		p.wantsWritten("half a thought")
		p.quit()

		p = h.start()
		p.until("the kept chat", func() bool { return p.open().ID == id })
		p.sees("What is a lighthouse for?")
		p.wantsWritten("half a thought")
		c, heads, err := p.History.ConversationWithThread(t.Context(), id)
		if err != nil || len(heads) != 2 || heads[0].Images != 1 || c.Title == "" {
			t.Errorf("kept: %+v, %+v, %v", c, heads, err)
		}
	})
}

func TestLeavingATemporaryChatAsks(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		first := p.open().ID
		temporary := p.beginsTemporaryChat()
		p.sends("What is a buoy for?")
		p.readsToTheEnd()
		for name, leave := range map[string]func(){
			"another chat": func() { p.clicks("What is a lighthouse for?") }, "a new chat": func() { p.holds(fyne.KeyN) },
			"closing": func() { p.closes() },
		} {
			leave()
			p.sees("Keep this temporary chat?")
			p.clicks("Cancel")
			if p.open().ID != temporary {
				t.Fatalf("%s leaves the chat although the user canceled", name)
			}
		}
		p.clicks("What is a lighthouse for?")
		p.clicks("Discard")
		p.until("the other chat", func() bool { return p.open().ID == first })
		p.seesNot("it isn't saved")
		p.wantsListed(1)
		if _, err := p.History.Conversation(t.Context(), temporary); err == nil {
			p.until("the discarded chat to go", func() bool {
				_, err := p.History.Conversation(t.Context(), temporary)
				return err != nil
			})
		}

		second := p.beginsTemporaryChat()
		p.types("only a draft")
		p.holds(fyne.KeyN)
		p.sees("Keep this temporary chat?")
		p.clicks("Keep this chat")
		p.wantsListed(2)
		p.until("a new chat", func() bool { return p.open().ID == "" })
		p.until("the draft", func() bool { return p.stored(second).Text == "only a draft" })

		p.beginsTemporaryChat()
		p.holds(fyne.KeyN) // nothing is in it
		p.until("a new chat", func() bool { return p.open().ID == "" })
		if p.frame.HasOverlay() {
			t.Error("an empty temporary chat asks")
		}
		p.wantsListed(2)
	})
}

func TestADiscardedReplyIsGoneWhileItIsWritten(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		id := p.beginsTemporaryChat()
		p.sends("What is a lighthouse for?")
		p.until("a reply", p.isWriting)
		p.holds(fyne.KeyN)
		p.clicks("Discard")
		p.until("the reply to end", func() bool { _, writing := p.Replies.Active(id); return !writing })
		p.wait(time.Second)
		p.wantsListed(0)
		p.seesNot("deleted")
		p.quit() // nothing is left that could not be stored
	})
}

func TestWhatWritesToDiskIsNotDoneInATemporaryChat(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.beginsTemporaryChat()
		p.chat.Dictate()
		p.sees("In a temporary chat you can't dictate or talk, because recordings are written to disk.")
		if p.Dictation.Snapshot().Busy() {
			t.Error("the microphone is on")
		}
	})
}
