package window

import (
	"testing"

	"parlando/app/dictation"
	"parlando/app/instance"
	"parlando/app/settings"
)

// What another start asks for is begun in the window that is open, on whatever page it is.
func TestAnotherStartBeginsAChatAndADictation(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.chooses("Practice writer")
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.ShowSpeak()
		p.HandleRequest(instance.Request{NewChat: true})
		p.sees("What can I help with?")
		p.wantsWritten("")
		p.ShowSpeak()
		p.HandleRequest(instance.Request{Dictate: true})
		p.until("the dictation", func() bool { return p.Dictation.Snapshot().Phase == dictation.Listening })
		p.HandleRequest(instance.Request{Dictate: true})
		p.until("its end", func() bool { return p.Dictation.Snapshot().Phase != dictation.Listening })
	})
}

func TestAnotherStartBeginsNothingBeforeThereIsAConnection(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.HandleRequest(instance.Request{NewChat: true, Dictate: true})
		p.sees("Welcome to Parlando")
		if phase := p.Dictation.Snapshot().Phase; phase == dictation.Listening {
			t.Error("the microphone is open")
		}
	})
}

func TestAnotherStartTurnsAnnouncementsOn(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		if !p.HandleRequest(instance.Request{Announce: true}) {
			t.Error("it is not done")
		}
		p.sees("Announcements are on.")
		h.hears(p, "Announcements are on.", "Welcome to Parlando. Try it now, No account. Replies are made up, to show you around, button")
		p.HandleRequest(instance.Request{Announce: true})
		h.hears(p)
		if !p.Settings.Get().Comfort.Announce {
			t.Error("they are off")
		}
		p.quit()
		h.voice.none = true
		p = h.start()
		p.Settings.Change(func(s *settings.Settings) { s.Comfort.Announce = false })
		p.HandleRequest(instance.Request{Announce: true})
		p.sees("This computer has no voice.")
	})
}

// An installer asks the running program to close, which does so only if nothing is lost.
func TestAnotherStartClosesItUnlessWordsWouldBeLost(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		heal := h.failing("draft")
		p.types("only just typed")
		if p.HandleRequest(instance.Request{Quit: true}) || p.screen.closed {
			t.Error("it closes although the words cannot be stored")
		}
		p.sees(notEverythingKept)
		p.clicks("Cancel")
		heal()
		if !p.HandleRequest(instance.Request{Quit: true}) || !p.screen.closed {
			t.Error("it is still open")
		}
	})
}
