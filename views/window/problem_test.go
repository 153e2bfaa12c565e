package window

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/client/practice"
)

// chooses picks a model by its name with the keyboard.
func (p *user) chooses(model string) {
	p.t.Helper()
	p.holds(fyne.KeyM)
	p.types(model)
	p.presses(fyne.KeyReturn)
}

// meets has a chat with the practice model that fails as it is told.
func (h *home) meets(word string) *user {
	h.t.Helper()
	p := h.looksAround()
	p.chooses("Practice problems")
	p.sends(word)
	p.readsToTheEnd()
	return p
}

func TestEachProblemHasASentenceAndAButtonThatHelps(t *testing.T) {
	again := func(p *user) {
		before, _ := p.view.LastMessage(chat.Assistant)
		p.clicks("Try again")
		p.readsToTheEnd()
		if now, _ := p.view.LastMessage(chat.Assistant); now == before {
			p.t.Error("nothing was tried again")
		}
		p.hasNot("2 of 2") // there is nothing in the first
	}
	for _, c := range []struct {
		word, title, button string
		helps               func(p *user)
	}{
		{"key", "The service didn't accept your key.", "Enter a key", func(p *user) { p.sees("Add connection") }},
		{"unknown", "The service doesn't have this model, or it can't be used for chats.", "Choose a model", func(p *user) {
			p.types("Practice writer")
			p.presses(fyne.KeyReturn)
			if p.model() != practice.WriterModel {
				p.t.Errorf("chosen is %q", p.model())
			}
			p.sees("This chat now uses Practice writer.")
			p.clicks("Try again")
			p.readsToTheEnd()
			p.sees("This is a practice reply")
		}},
		{"too long", "This chat is too long for the model.", "New chat", func(p *user) { p.sees("What can I help with?") }},
		// practice has no page to pay at
		{"credit", "Your account with this service has run out of credit.", "", func(*user) {}},
		{"server", "The service has a problem.", "Try again", again},
		{"empty", "The reply was empty.", "Try again", again},
		{"gibberish", "No AI service was found at this address.", "Check the address", func(p *user) { p.sees("Add connection") }},
		{"filter", "The service stopped this reply because of its content rules.", "Try again", again},
	} {
		t.Run(c.word, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				p := h.meets(c.word)
				p.sees(c.title)
				if c.button != "" && c.button != "Try again" {
					p.clicks(c.button)
				}
				c.helps(p)
			})
		})
	}
}

func TestATextThatIsTooLongIsNamedAndItsFirstPartOrTheWordsAloneAreSent(t *testing.T) {
	for _, way := range []string{"Send the first part", "Send without it"} {
		t.Run(way, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				p := h.looksAround()
				p.chooses("Practice problems")
				p.attachPasted(strings.Repeat("A quiet line.\n", 200) + "This is too long.")
				p.sends("What is this?")
				p.readsToTheEnd()
				p.sees("The attached text is too long for this model.")
				p.composer.FocusText()
				p.types("an unsent thought")
				p.clicks(way)
				p.readsToTheEnd()
				p.seesNot("The attached text is too long for this model.")
				id, _ := p.view.LastMessage(chat.User)
				if m, err := p.History.Message(t.Context(), id); err != nil || m.Siblings != 2 || (len(m.Parts) == 2) != (way == "Send the first part") {
					t.Errorf("%v: %+v", err, m)
				}
				if got := p.composer.Draft().Text; got != "an unsent thought" {
					t.Errorf("the message is %q", got)
				}
			})
		})
	}
}

func TestAfterAPictureThatWasNotSeenAModelThatSeesIsOneClickAway(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chat.AcceptFiles([]string{h.board("sea.png", 20, 10)})
		p.has("Switch to Practice eyes")
		p.sends("What is this?")
		p.sees("This model doesn't accept pictures.")
		p.clicks("Send to Practice eyes")
		p.readsToTheEnd()
		p.seesNot("This model doesn't accept pictures.")
		if p.model() != practice.VisionModel {
			t.Errorf("the model is %q", p.model())
		}
	})
}

func TestACutReplyGoesOn(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.meets("cut off")
		p.sees("The connection was lost.")
		p.sees("Everything received so far is saved.")
		p.clicks("Details")
		p.sees("What happened")
		p.clicks("Continue")
		p.readsToTheEnd()
		p.sees("everything you saw before the failure was saved")
		p.seesNot("The connection was lost.")
	})
}

func TestAReplyAtItsLongestLengthGoesOn(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.meets("length")
		p.sees("The reply reached the maximum length.")
		p.clicks("Continue")
		p.readsToTheEnd()
		p.sees("everything you saw before the failure was saved")
	})
}

func TestABusyServiceIsWaitedForByTheSecond(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.meets("busy")
		p.sees("The service is busy.")
		first := p.text()
		p.wait(3 * time.Second)
		if p.text() == first {
			t.Errorf("nothing counts down: %s", first)
		}
		p.wait(20 * time.Second)
		p.clicks("Try again")
		p.readsToTheEnd()
		p.sees("Thank you for waiting.")
	})
}

func TestSilenceIsShownAndThenEnds(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("Practice problems")
		p.sends("silent")
		p.sees("Nothing has arrived for 10 seconds. You can keep waiting or stop.")
		p.sees("The service stopped responding.")
		p.sees("I begin to reply, and then")
		p.hasNot("Stop")
	})
}

func TestARefusalNamesWhatIsWrong(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.sends("And now?")
		p.has("Stop")
		p.holds(fyne.KeyR) // a reply is being written
		p.sees("A reply is being written in this chat.")
		p.seesNot("disk")
	})
}

func TestAChatWhoseServiceWasForgottenIsOfferedAnother(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = practice.New(practice.Options{}).Transport()
		p := h.start()
		p.fillsIn("api.example.org", practice.Key)
		p.has("Message")
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		theirs, _ := p.Connections.Current()
		if err := p.Connections.UsePractice(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := p.Connections.Forget(theirs.ID); err != nil {
			t.Fatal(err)
		}
		p.sees("“api.example.org” was removed.")
		h.net.requests()
		p.clicks("Use Practice for this chat")
		p.seesNot("was removed. You can still read")
		p.sends("And a foghorn?")
		p.readsToTheEnd()
		if heads, err := p.History.Thread(t.Context(), p.open().ID); err != nil || len(heads) != 4 {
			t.Errorf("%d messages, %v", len(heads), err)
		}
		if out := h.net.requests(); len(out) != 0 {
			t.Errorf("still sent to the old service: %v", out)
		}
	})
}

func TestTheCopyOfAChatSaysWhoSaidWhat(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.clicks("More")
		p.hasNot("Copy chat") // nothing is there yet
		p.presses(fyne.KeyEscape)
		p.presses(fyne.KeyEscape)
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.top.OnMenu(p.top)
		p.clicks("Copy chat")
		p.sees("Copied.")
		got := p.app.Clipboard().Content()
		if !strings.HasPrefix(got, "You:\nWhat is a lighthouse for?\n\nPractice writer:\n") || len(got) < 500 {
			t.Errorf("copied %q", got)
		}
	})
}

func TestTheMenuOfAChatRenamesPinsAndDeletes(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.top.OnMenu(p.top)
		p.clicks("Pin")
		p.sees("Pinned")
		p.top.OnMenu(p.top)
		p.clicks("Rename")
		p.types("Towers")
		p.presses(fyne.KeyReturn)
		p.sees("Towers")
		p.top.OnMenu(p.top)
		p.clicks("Delete")
		p.sees("The chat was deleted.")
		p.sees("What can I help with?")
		p.clicks("Undo")
		p.scrollsUp()
		p.sees("What is a lighthouse for?")
		if p.open().Title != "Towers" || !p.open().Pinned {
			t.Errorf("came back as %+v", p.open())
		}
	})
}

func TestAChatDeletedWhileItIsWrittenStopsAndCanComeBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.has("Stop")
		p.wait(2 * time.Second)
		id := p.open().ID
		p.nav.Delete(id)
		p.sees("The chat was deleted.")
		p.hasNot("Stop")
		if _, writing := p.Replies.Active(id); writing {
			t.Error("it is still being written")
		}
		p.clicks("Undo")
		p.sees("You stopped this reply.")
		heads, err := p.History.Thread(t.Context(), id)
		if err != nil || len(heads) != 2 {
			t.Fatalf("%v, %v", heads, err)
		}
		ms, err := p.History.Messages(t.Context(), []chat.ID{heads[1].ID})
		if err != nil || ms[0].State != chat.Stopped || len(ms[0].Text()) < 20 {
			t.Errorf("kept %+v, %v", ms, err)
		}
	})
}

func TestTheSidebarMarksTheChatsThatAreWritten(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.has("Stop")
		id := p.open().ID
		p.until("the mark", func() bool { return p.sidebar.Writing(id) })
		p.holds(fyne.KeyN)
		p.until("the end of the mark", func() bool { return !p.sidebar.Writing(id) })
		if _, ok := p.Replies.Active(id); ok {
			t.Error("it was still being written")
		}
	})
}
