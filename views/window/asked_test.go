package window

import (
	"testing"

	"parlando/app/dictation"
	"parlando/app/instance"
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
