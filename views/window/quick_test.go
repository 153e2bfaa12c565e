package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
)

// asksQuickly writes a question into the quick window and sends it. Fyne's test driver knows one
// window's keyboard: that of the large one.
func (p *user) asksQuickly(question string) {
	p.t.Helper()
	for _, r := range question {
		p.quick.page.Composer().TypeOn(r)
	}
	p.quick.page.Composer().Send()
	p.drain()
}

func TestTheQuickWindowAsksInAChatOfItsOwn(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		before := p.open().ID
		p.holds(fyne.KeyN)
		p.composer.FocusText()
		p.types("A letter that is not finished")
		p.ShowQuick()
		p.drain()
		p.asksQuickly("How high is a lighthouse?")
		p.until("the chat", func() bool { return p.quick.page.Conversation().ID != "" })
		id := p.quick.page.Conversation().ID
		p.until("the reply", func() bool { _, writing := p.Replies.Active(id); return writing })
		if p.open().ID == id || id == before {
			t.Error("it is not a chat of its own")
		}
		p.wantsWritten("A letter that is not finished")
		p.quick.hide() // the reply goes on
		p.until("the end of the reply", func() bool { _, writing := p.Replies.Active(id); return !writing })
		heads, err := p.History.Thread(t.Context(), id)
		if err != nil || len(heads) != 2 {
			t.Fatalf("%d messages, %v", len(heads), err)
		}
		if !p.quick.page.ConversationView().HasMessage(heads[1].ID) {
			t.Error("the reply is not shown")
		}
		p.quick.openInMain()
		p.until("the chat in the large window", func() bool { return p.open().ID == id })
		p.clicks("Not sent: A letter that is not finished")
		p.wantsWritten("A letter that is not finished")
		p.ShowQuick()
		if p.quick.page.Conversation().ID != "" || p.quick.page.ConversationView().Visible() {
			t.Error("the next question goes into the same chat")
		}
	})
}

func TestWhatIsWrittenInTheQuickWindowIsKept(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.ShowQuick()
		for _, r := range "half a question" {
			p.quick.page.Composer().TypeOn(r)
		}
		p.quick.hide()
		p.drain()
		p.quit()
		p = h.start()
		p.ShowQuick()
		p.until("the draft", func() bool { return p.quick.page.Composer().Draft().Text == "half a question" })
		p.wantsWritten("") // the large one has its own
		p.quick.page.Composer().Send()
		p.until("the question to be sent", func() bool { return p.quick.page.Composer().Draft().Empty() })
		p.wait(time.Second)
		if d := p.stored(quickDraft); !d.Empty() {
			t.Errorf("%+v is still kept", d)
		}
		p.readsToTheEndOf(p.quick.page.Conversation().ID)
	})
}

func TestAChatOfTheQuickWindowGoesOnInTheMainOneWhereItIsOpened(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.ShowQuick()
		p.drain()
		p.asksQuickly("How high is a lighthouse?")
		p.until("the chat", func() bool { return p.quick.page.Conversation().ID != "" })
		id := p.quick.page.Conversation().ID
		p.readsToTheEndOf(id)
		p.typesQuickly("And how")
		p.chat.Open(id)
		p.until("the chat in the large window", func() bool { return p.open().ID == id })
		p.wantsWritten("And how")
		if c := p.quick.page.Conversation(); c.ID != "" || !p.quick.page.Composer().Draft().Empty() {
			t.Errorf("the quick window shows %q, too", c.ID)
		}
		p.composer.FocusText()
		p.types(" old?")
		p.typesQuickly("Something else")
		p.wait(time.Second)
		if one, other := p.stored(id), p.stored(quickDraft); one.Text != "And how old?" || other.Text != "Something else" {
			t.Errorf("kept %q and %q", one.Text, other.Text)
		}
	})
}

func (p *user) readsToTheEndOf(id chat.ID) {
	p.t.Helper()
	p.until("the end of the reply", func() bool { _, writing := p.Replies.Active(id); return !writing })
}

func TestTheQuickWindowNeedsAServiceFirst(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.ShowQuick()
		if p.quick.page != nil {
			t.Error("it is shown")
		}
	})
}
