package window

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/dictation"
	"parlando/app/history/historytest"
	"parlando/views/seen"
)

const lighthouse = "What is a lighthouse for?"

// leavesDraft lets a user have a chat in which words stand that were not sent, and leave it.
func (h *home) leavesDraft(words string) (p *user, id chat.ID) {
	h.t.Helper()
	p = h.chatsWith(lighthouse)
	id = p.open().ID
	p.types(words)
	p.holds(fyne.KeyN)
	p.wantsWritten("")
	p.wait(time.Second)
	return p, id
}

// triesAgain presses the button beside a sentence, and not that of a reply.
func (p *user) triesAgain() {
	p.t.Helper()
	var button *seen.Rect
	p.until("the button", func() bool {
		button = seen.Find(p.canvas, true, "Try again").Control
		return button != nil
	})
	p.clickAt(button.Center())
	p.drain()
}

// clicksFirst clicks the uppermost of the controls of a name in the conversation.
func (p *user) clicksFirst(name string) {
	p.t.Helper()
	at, _ := p.view.FindClickableArea(name, 0)
	seen.Walk(p.canvas, true, func(o fyne.CanvasObject, from fyne.Position) {
		if o == fyne.CanvasObject(p.view) {
			at = at.Add(from)
		}
	})
	p.clickAt(at)
	p.drain()
}

const draftNotRead = "Your unsent message couldn't be read."

func TestADraftThatCannotBeReadIsNeverWrittenOver(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, id := h.leavesDraft("not sent")
		heal := h.unreadable(id)
		p.clicks(lighthouse)
		p.sees(draftNotRead)
		p.types("typed")
		p.wait(time.Second)
		p.quit()
		p = h.start()
		p.sees(draftNotRead)
		p.wantsWritten("typed")
		p.types(" meanwhile")
		p.triesAgain()
		p.sees(draftNotRead)
		heal()
		p.triesAgain()
		p.wantsWritten("not sent\n\ntyped meanwhile")
		p.seesNot(draftNotRead)
		p.quit()
		p = h.start()
		p.wantsWritten("not sent\n\ntyped meanwhile")
	})
}

func TestWordsSurviveADiskThatNeitherReadsNorWritesDrafts(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, _ := h.leavesDraft("not sent")
		heal := h.failing("draft")
		p.clicks(lighthouse)
		p.sees(draftNotRead)
		p.types("typed")
		p.wait(time.Second)
		p.holds(fyne.KeyN)
		p.wantsWritten("")
		p.clicks(lighthouse)
		p.wantsWritten("typed")
		heal()
		p.types(" meanwhile")
		p.wait(time.Second)
		p.triesAgain()
		p.wantsWritten("not sent\n\ntyped meanwhile")
		p.quit()
		p = h.start()
		p.wantsWritten("not sent\n\ntyped meanwhile")
	})
}

func TestWhatTheDiskRefusedIsStoredWhenParlandoCloses(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		heal := h.failing("draft")
		p.types("not sent")
		p.sees("This couldn't be saved.")
		p.holds(fyne.KeyN)
		p.types("nor this")
		p.wait(time.Second)
		heal()
		p.quit()
		p = h.start()
		p.wantsWritten("nor this")
		p.clicks(lighthouse)
		p.wantsWritten("not sent")
	})
}

func TestAMessageCanBeSentBesideADraftThatCannotBeRead(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, id := h.leavesDraft("not sent")
		heal := h.unreadable(id)
		p.clicks(lighthouse)
		p.sees(draftNotRead)
		p.sends("And a foghorn?")
		p.readsToTheEnd()
		p.wantsWritten("")
		p.holds(fyne.KeyN)
		heal()
		p.clicks(lighthouse)
		p.wantsWritten("not sent")
	})
}

func TestADraftOfTheQuickWindowThatCannotBeReadIsNeverWrittenOver(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.ShowQuick()
		p.drain()
		p.typesQuickly("half a question")
		p.quick.hide()
		p.drain()
		p.quit()
		heal := h.unreadable(quickDraft)
		p = h.start()
		p.ShowQuick()
		p.drain()
		p.typesQuickly("typed")
		p.quick.hide()
		p.quit()
		heal()
		p = h.start()
		p.ShowQuick()
		p.until("both", func() bool { return p.quick.page.Composer().Draft().Text == "half a question\n\ntyped" })
	})
}

func (p *user) typesQuickly(words string) {
	for _, r := range words {
		p.quick.page.Composer().TypeOn(r)
	}
}

// The draft of a chat ends with the very words that are dictated into it next.
func TestTheSameWordsDictatedForAClosedChatAreKept(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		p.clicks("Dictate")
		p.dictates(dictation.Listening)
		p.someone(h)
		p.wait(8 * time.Second)
		p.clicks("Stop")
		p.dictates(dictation.Idle)
		once := p.written()
		p.clicks("Dictate")
		p.dictates(dictation.Listening)
		p.someone(h)
		p.wait(8 * time.Second)
		p.holds(fyne.KeyN)
		p.wantsWritten("")
		p.composer.Dictation.StopListening()
		p.sees("Your dictation is in the message box of the chat you started it in.")
		p.clicks("Open")
		p.until("the draft", func() bool { return strings.HasPrefix(p.written(), once) })
		if n := strings.Count(p.written(), pearTree); n != 2 {
			t.Errorf("it was said twice and stands there %d times: %q", n, p.written())
		}
	})
}

const chatNotRead = "This chat couldn't be read."

func TestAChatThatCannotBeReadIsNotShownEmpty(t *testing.T) {
	for _, table := range []string{"chosen", "part", "conversation"} {
		t.Run(table, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				p := h.chatsWith(lighthouse)
				p.holds(fyne.KeyN)
				p.wantsWritten("")
				heal := h.failing(table)
				p.clicks(lighthouse)
				p.sees(chatNotRead)
				p.seesNot("What can I help with?")
				p.sends("And a foghorn?")
				p.sees("Your message wasn't sent. It's still here.")
				heal()
				p.triesAgain()
				p.seesNot(chatNotRead)
				p.scrollsUp()
				p.sees(lighthouse)
				p.wantsWritten("And a foghorn?")
				if heads, err := p.History.Thread(t.Context(), p.open().ID); err != nil || len(heads) != 2 {
					t.Errorf("%d messages, %v", len(heads), err)
				}
			})
		})
	}
}

func TestAChatThatCannotBeReadAtTheStartIsOfferedAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.chatsWith(lighthouse).quit()
		heal := h.failing("chosen")
		p := h.start()
		p.sees(chatNotRead)
		p.quit()
		p = h.start()
		p.sees(chatNotRead)
		heal()
		p.triesAgain()
		p.scrollsUp()
		p.sees(lighthouse)
	})
}

func TestAChatThatCannotBeReadAnewStaysAsItWasShown(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		p.scrollsUp()
		heal := h.failing("chosen")
		p.Marks.Mark(changes.Change{Topic: changes.Thread, ID: string(p.open().ID)})
		p.sees("This chat may not show the latest messages")
		p.sees(lighthouse)
		heal()
		p.triesAgain()
		p.seesNot("This chat may not show the latest messages")
	})
}

func TestAnOpenThatFailsLateLeavesTheNewerChatOnTheScreen(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		id := p.open().ID
		p.holds(fyne.KeyN)
		p.chat.Open(chat.NewID()) // a chat that was deleted elsewhere
		p.chat.Open(id)
		p.drain()
		p.scrollsUp()
		p.sees(lighthouse)
		if p.open().ID != id {
			t.Errorf("open is %q", p.open().ID)
		}
	})
}

func TestAMessageThatCouldNotBeReadIsAskedForAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		ids, err := historytest.Fill(t.Context(), p.History, 1, 28, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		p.chat.Open(ids[0])
		p.until("the chat", func() bool { return p.open().ID == ids[0] })
		heads, err := p.History.Thread(t.Context(), ids[0])
		if err != nil {
			t.Fatal(err)
		}
		ms, err := p.History.Messages(t.Context(), []chat.ID{heads[0].ID})
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(ms[0].Text(), "\n")
		first = strings.Join(strings.Fields(first)[:3], " ")
		heal := h.failing("part")
		p.scrollsUp()
		p.sees("This message couldn't be read.")
		p.seesNot(first)
		heal()
		p.clicksFirst("Try again")
		p.scrollsUp()
		p.sees(first)
		p.seesNot("This message couldn't be read.")
	})
}

func TestWhatCannotBeReadForAClickSaysSoAndIsTriedAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		p.scrollsUp()
		heal := h.failing("part")
		p.clicks("Edit and send again")
		p.sees("This message couldn't be read.")
		heal()
		p.triesAgain()
		p.wantsWritten(lighthouse)
		p.presses(fyne.KeyEscape)
		p.view.GoToEnd()
		p.view.Messages.Regenerate(p.lastReply().ID)
		p.readsToTheEnd()
		p.sees("2 of 2")
		heal = h.failing("message")
		p.clicks("Previous reply")
		p.sees("The other replies couldn't be read.")
		heal()
		p.triesAgain()
		p.sees("1 of 2")
	})
}

func TestASearchThatFailsIsNotASearchThatFindsNothing(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		heal := h.failing("conversation")
		p.holds(fyne.KeyK)
		p.types("lighthouse")
		p.wait(time.Second)
		p.sees("Some chats or transcripts couldn't be searched.")
		p.seesNot("Nothing found")
		heal()
		p.triesAgain()
		p.wait(time.Second)
		p.seesNot("Some chats or transcripts couldn't be searched.")
	})
}

func TestARefusedMessageLeavesNoEmptyChat(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		p.holds(fyne.KeyN)
		p.ShowQuick()
		p.drain()
		chats := func(want int) {
			t.Helper()
			list, err := p.History.Order(t.Context())
			if err != nil || len(list) != want {
				t.Errorf("%d chats, want %d, %v", len(list), want, err)
			}
		}
		heal := h.failing("message")
		p.asksQuickly("How high is a lighthouse?")
		for range 3 {
			p.quick.page.Composer().Send()
			p.drain()
		}
		p.sends("And a foghorn?")
		p.sees("Your message wasn't sent. It's still here.")
		chats(1)
		heal()
		p.quick.page.Composer().Send()
		p.until("the chat", func() bool { return p.quick.page.Conversation().ID != "" })
		p.readsToTheEndOf(p.quick.page.Conversation().ID)
		p.presses(fyne.KeyReturn)
		p.readsToTheEnd()
		p.wantsWritten("")
		chats(3)
	})
}
