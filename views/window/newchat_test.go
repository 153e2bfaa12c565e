package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
)

// unsentChats are the chats of the list in which nothing was said.
func (p *user) unsentChats() (out []string) {
	p.drain()
	for _, e := range p.sidebar.Order() {
		found, err := p.History.Summaries(p.t.Context(), []chat.ID{e.ID})
		if err != nil {
			p.t.Fatal(err)
		}
		if c := found[e.ID]; c.Title == "" {
			out = append(out, c.Unsent)
		}
	}
	return out
}

func TestANewChatBeginsEmptyAndWhatWasNotSentIsInTheList(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.clicks("Try it now")
		p.types("half a thought")
		p.attachPasted("an interview")
		p.holds(fyne.KeyN)
		p.sees("Your unsent message is in the chat list.")
		if d := p.composer.Draft(); !d.Empty() {
			t.Errorf("the new chat has %+v", d)
		}
		p.sends("Something else")
		p.readsToTheEnd()
		p.clicks("Not sent: half a thought")
		if d := p.composer.Draft(); d.Text != "half a thought" || len(d.Parts) != 1 {
			t.Errorf("brought back: %+v", d)
		}
		p.clicks("Something else")
		p.clicks("Not sent: half a thought")
		p.sends("")
		p.readsToTheEnd()
		if left := p.unsentChats(); len(left) != 0 {
			t.Errorf("still not sent: %q", left)
		}
	})
}

func TestNothingAboutWhatWasNotSentStandsInTheNewChat(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		one, lines := p.recorded()
		p.asks(one, lines, 0)
		p.chat.AcceptFiles([]string{h.board("sea.png", 20, 10)})
		p.sees("What do you want to know about it?")
		p.sees("Practice writer doesn't accept pictures.")
		p.clicks("New chat")
		if !p.reads("What can I help with?") || p.reads("doesn't accept pictures") {
			t.Errorf("the new chat shows: %s", p.text())
		}
		p.clicks("Show")
		p.sees("What do you want to know about it?")
		p.sees("Practice writer doesn't accept pictures.")
	})
}

func TestWhatWasNotSentCanBeBroughtBackAtOnce(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.clicks("Try it now")
		p.types("half a thought")
		p.clicks("New chat")
		p.clicks("Show")
		if d := p.composer.Draft(); d.Text != "half a thought" {
			t.Errorf("brought back: %+v", d)
		}
		for range "half a thought" {
			p.presses(fyne.KeyBackspace)
		}
		p.clicks("New chat")
		if left := p.unsentChats(); len(left) != 0 {
			t.Errorf("empty chats in the list: %q", left)
		}
	})
}

func TestANewChatThatIsLeftForAnotherStandsInTheListOnce(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.clicks("Try it now")
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.clicks("New chat")
		p.types("a question for later")
		p.clicks("What is a lighthouse for?")
		p.until("the chat that was left", func() bool { return len(p.unsentChats()) > 0 })
		if left := p.unsentChats(); len(left) != 1 || left[0] != "a question for later" {
			t.Errorf("not sent: %q", left)
		}
		p.quit()
		p = h.start()
		p.clicks("Not sent: a question for later")
		if d := p.composer.Draft(); d.Text != "a question for later" {
			t.Errorf("after a start: %+v", d)
		}
	})
}

// attachPasted puts a long text beside the message.
func (p *user) attachPasted(text string) {
	p.t.Helper()
	d := p.composer.Draft()
	d.Parts = append(d.Parts, chat.Part{Kind: chat.PartPasted, Text: text})
	p.composer.SetDraft(d)
	p.composer.OnChanged(d)
	p.drain()
}

func TestAChatWithUnsentWordsIsMarkedInTheList(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		const mark = "Has an unsent message"
		marked := func(p *user) bool {
			_, ok := p.where(mark)
			return ok
		}
		p := h.chatsWith("What is a lighthouse for?")
		p.types("half a thought")
		p.wait(time.Second)
		if marked(p) {
			t.Error("the open chat is marked")
		}
		p.clicks("New chat")
		p.until("the mark", func() bool { return marked(p) })
		p.quit()
		p = h.start()
		p.until("the mark", func() bool { return marked(p) })
		p.clicks("What is a lighthouse for?")
		p.sends("")
		p.readsToTheEnd()
		p.clicks("New chat")
		p.wait(time.Second)
		if marked(p) {
			t.Error("what was sent is marked as not sent")
		}
	})
}
