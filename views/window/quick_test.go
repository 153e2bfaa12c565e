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

// While both windows receive a reply, Stop ends the one in its own window alone.
func TestStopEndsTheReplyOfItsOwnWindow(t *testing.T) {
	for name, stopped := range map[string]int{"the large window": 0, "the quick window": 1} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				p := h.looksAround()
				p.sends("What is a lighthouse for?")
				p.until("the chat", func() bool { return p.open().ID != "" })
				quick := p.inQuick()
				p.asksQuickly("What is a lighthouse for?")
				p.until("the quick chat", func() bool { return p.quick.page.Conversation().ID != "" })
				chats := []chat.ID{p.open().ID, p.quick.page.Conversation().ID}
				writing := func(i int) bool { _, writing := p.Replies.Active(chats[i]); return writing }
				p.until("both replies", func() bool { return writing(0) && writing(1) })
				[]*user{p, quick}[stopped].clicks("Stop")
				if writing(stopped) || !writing(1-stopped) {
					t.Errorf("writing in the large window %v, in the quick one %v", writing(0), writing(1))
				}
				p.readsToTheEndOf(chats[1-stopped])
				for i, id := range chats {
					heads, err := p.History.Thread(t.Context(), id)
					if err != nil || len(heads) != 2 {
						t.Fatalf("%d messages, %v", len(heads), err)
					}
					ms, err := p.History.Messages(t.Context(), []chat.ID{heads[1].ID})
					if err != nil {
						t.Fatal(err)
					}
					if want := map[bool]chat.State{true: chat.Stopped, false: chat.Done}[i == stopped]; ms[0].State != want {
						t.Errorf("reply %d is %v, want %v", i, ms[0].State, want)
					}
				}
			})
		})
	}
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
