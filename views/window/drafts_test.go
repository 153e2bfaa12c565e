package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
)

// written is what stands in the message box.
func (p *user) written() string { return p.composer.Draft().Text }

func (p *user) wantsWritten(want string) {
	p.t.Helper()
	p.until("the words "+want+" in the message box", func() bool { return p.written() == want })
}

// chatsWith lets a user have a chat with one answered question.
func (h *home) chatsWith(question string) *user {
	p := h.looksAround()
	p.sends(question)
	p.readsToTheEnd()
	return p
}

// stored is the draft of a chat as it is on disk.
func (p *user) stored(id chat.ID) chat.Draft {
	p.t.Helper()
	u, err := p.History.Unsent(p.t.Context(), id)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, a := range u.Additions {
		u.Draft = u.Draft.Append(a.Draft)
	}
	return u.Draft
}

func TestWhatIsTypedWhileTheDraftIsReadStays(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		first := p.open().ID
		p.types("not sent")
		p.wait(time.Second) // what is on disk and not shown is read anew
		p.holds(fyne.KeyN)
		p.wantsWritten("")
		p.chat.Open(first)
		p.loadedWhileTyping(first, " and more")
		p.wantsWritten("not sent\n\n and more")
		p.wait(time.Second)
		p.quit()
		p = h.start()
		p.wantsWritten("not sent\n\n and more")
	})
}

// Parlando has started, and has not read yet which chat to show.
func TestWhatIsTypedBeforeAChatIsShownBelongsToTheNewOne(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		first := p.newChatPage(p.frame, p.window, p.chatLinks(), "", false).Composer()
		typed := chat.Draft{Text: "typed early"}
		first.SetDraft(typed)
		first.OnChanged(typed)
		if got := first.Draft().Text; got != "typed early" {
			t.Errorf("the box shows %q", got)
		}
		p.wait(time.Second)
		if d := p.stored(""); d.Text != "typed early" {
			t.Errorf("kept %+v", d)
		}
	})
}

// loadedWhileTyping waits for a conversation to be shown, and types before its draft is there.
func (p *user) loadedWhileTyping(id chat.ID, words string) {
	p.t.Helper()
	for p.open().ID != id { // not one step further: the next one may bring the draft
		if !p.queue.RunFirst() {
			<-p.queue.Ready()
		}
	}
	for _, r := range words {
		p.canvas.Focused().TypedRune(r)
	}
}

func TestEditingMakesABranchAndBringsTheDraftBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.types("a thought")
		p.scrollsUp()
		p.clicks("Edit and send again")
		p.wantsWritten("What is a lighthouse for?")
		p.has("Editing: “What is a lighthouse for?”")
		p.types(" Really?")
		p.presses(fyne.KeyReturn)
		p.wantsWritten("a thought")
		p.readsToTheEnd()
		p.scrollsUp()
		p.sees("What is a lighthouse for? Really?")
		p.sees("2 of 2")
		p.clicks("Previous reply")
		p.sees("1 of 2")
		p.seesNot("Really?")
	})
}

func TestCanceledEditingBringsTheDraftBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.types("a thought")
		p.scrollsUp()
		p.clicks("Edit and send again")
		p.types(" Really?")
		p.presses(fyne.KeyEscape)
		p.wantsWritten("a thought")
		p.seesNot("Editing:")
		p.sees("Your changes are kept with that message.")
		p.clicks("Edit again")
		p.wantsWritten("What is a lighthouse for? Really?")
		p.has("Editing: “What is a lighthouse for?”")
	})
}

func TestACanceledEditComesBackWhenItsMessageIsEditedAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.composer.FocusText()
		p.presses(fyne.KeyUp)
		p.wantsWritten("What is a lighthouse for?")
		p.types(" Really?")
		p.presses(fyne.KeyEscape)
		p.wantsWritten("")
		p.undoes()
		p.wantsWritten("What is a lighthouse for? Really?")
		p.presses(fyne.KeyEscape)
		p.wantsWritten("")
		p.types("x")
		p.undoes() // the typing first
		p.wantsWritten("")
		p.hasNot("Discard changes")
		p.undoes()
		p.wantsWritten("What is a lighthouse for? Really?")
		p.presses(fyne.KeyEscape)
		p.wait(time.Second)
		p.quit()

		p = h.start()
		p.until("the chat", func() bool { return p.open().ID != "" })
		p.wantsWritten("")
		p.composer.FocusText()
		p.presses(fyne.KeyUp)
		p.wantsWritten("What is a lighthouse for? Really?")
		p.clicks("Discard changes")
		p.wantsWritten("")
		p.clicks("Undo")
		p.wantsWritten("What is a lighthouse for? Really?")
		p.clicks("Discard changes")
		p.presses(fyne.KeyUp)
		p.wantsWritten("What is a lighthouse for?")
		p.types(" For whom?")
		p.presses(fyne.KeyReturn)
		p.readsToTheEnd()
		p.scrollsUp()
		p.clicks("Previous reply")
		p.clicks("Edit and send again")
		p.wantsWritten("What is a lighthouse for?")
	})
}

func TestTheBannerNamesTheEditedMessageAndLeadsToIt(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.chatsWith("What is a lighthouse for?")
		p.composer.FocusText()
		p.presses(fyne.KeyUp)
		p.wantsWritten("What is a lighthouse for?")
		p.types("!")
		p.quit()
		p = h.start()
		p.has("Editing: “What is a lighthouse for?”") // though it began before this start
		if p.reads("Good question") || p.named("Edit and send again") {
			t.Fatal("the message is in sight from the beginning")
		}
		p.clicks("Editing: “What is a lighthouse for?”")
		p.has("Edit and send again")
		p.wantsWritten("What is a lighthouse for?!")
	})
}

func TestAnEditSurvivesTheNextStartWithTheDraftBehindIt(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.types("a thought")
		p.scrollsUp()
		p.clicks("Edit and send again")
		p.types(" Really?")
		p.quit()
		p = h.start()
		p.wantsWritten("What is a lighthouse for? Really?")
		p.has("Editing: “What is a lighthouse for?”")
		p.clicks("Cancel")
		p.wantsWritten("a thought")
	})
}

func TestUpInAnEmptyBoxEditsTheLastMessage(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.composer.FocusText()
		p.presses(fyne.KeyUp)
		p.wantsWritten("What is a lighthouse for?")
		p.presses(fyne.KeyEscape)
		p.wantsWritten("")
	})
}

func TestWordsAreOnDiskWhenTheWindowCloses(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.types("only just typed")
		p.quit()
		p = h.start()
		p.wantsWritten("only just typed")
	})
}

func TestEachChatHasItsOwnDraft(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.types("for the first")
		p.holds(fyne.KeyN)
		p.wantsWritten("")
		p.types("for the new one")
		p.clicks("What is a lighthouse for?")
		p.wantsWritten("for the first")
		p.holds(fyne.KeyN)
		p.wantsWritten("")
		p.clicks("Not sent: for the new one")
		p.wantsWritten("for the new one")
	})
}

func TestAMessageThatCouldNotBeSentStaysAndIsKept(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		id := p.open().ID
		if err := p.History.Delete(t.Context(), id); err != nil { // elsewhere
			t.Fatal(err)
		}
		p.drain()
		p.sends("Is anybody there?")
		p.sees("Your message wasn't sent. It's still here. This chat or message was deleted.")
		p.wantsWritten("Is anybody there?")
		p.wait(time.Second)
		if d := p.stored(id); d.Text != "Is anybody there?" {
			t.Errorf("kept %+v", d)
		}
	})
}
