package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/dictation"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/voicechat"
)

const notEverythingKept = "Not everything could be saved"

// closes presses the cross of the window.
func (p *user) closes() {
	p.t.Helper()
	p.Window.quit()
	p.drain()
}

func TestClosingAsksWhenWhatWasTypedIsRefused(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		heal := h.failing("draft")
		p.types("only just typed")
		p.closes()
		p.sees(notEverythingKept)
		p.closes()
		p.presses(fyne.KeyReturn)
		p.seesNot(notEverythingKept)
		p.wantsWritten("only just typed")
		if p.screen.closed {
			t.Fatal("it was closed without an answer")
		}
		p.closes()
		p.clicks("Close without saving")
		if !p.screen.closed {
			t.Fatal("it is still open")
		}
		heal()
	})
}

func TestClosingAsksWhenALineIsRefused(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		id, before := p.opensExample()
		heal := h.refusing("segment")
		p.corrects(before[1], " And more.")
		p.closes()
		p.sees(notEverythingKept)
		p.clicks("Cancel")
		heal()
		p.closes()
		if !p.screen.closed {
			t.Error("it asks although everything is kept")
		}
		if now := p.linesOf(id); now[1].Text != before[1].Text+" And more." {
			t.Errorf("kept %q", now[1].Text)
		}
	})
}

func TestClosingDoesNotAskWhenTheDiskTakesItAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		heal := h.failing("draft")
		p.types("typed")
		p.sees("This couldn't be saved.")
		heal()
		p.closes()
		if !p.screen.closed {
			t.Error("it asks although everything is kept")
		}
	})
}

func TestClosingAsksWhenASettingIsRefused(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.wait(time.Second)
		heal := h.instead(h.stored("settings.json"))
		p.closes()
		if !p.screen.closed {
			t.Fatal("it asks for how the window stood")
		}
		p.screen.closed = false
		p.settings.ChangeAppearance(func(s *settings.Settings) { s.Theme = settings.Dark })
		p.closes()
		p.sees(notEverythingKept)
		if p.screen.closed {
			t.Fatal("it was closed without an answer")
		}
		p.clicks("Cancel")
		heal()
		p.closes()
		if !p.screen.closed {
			t.Error("it asks although everything is kept")
		}
		p.quit()
		if got := h.start().Settings.Get().Theme; got != settings.Dark {
			t.Errorf("kept is %q", got)
		}
	})
}

func TestClosingALibraryThatIsOnlyReadAsksNothing(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		p.types("typed before")
		p.quit()
		h.fromLater()
		p = h.start()
		p.until("the draft", func() bool { return p.written() == "typed before" })
		p.holds(fyne.KeyN)
		p.closes()
		if !p.screen.closed {
			t.Error("it asks")
		}
	})
}

func TestClosingALibraryThatIsOnlyReadOffersToCopyWhatWasTyped(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		p.quit()
		h.fromLater()
		p = h.start()
		p.until("the chat", func() bool { return p.open().ID != "" })
		p.types("typed in the chat")
		p.holds(fyne.KeyN)
		p.until("the new chat", func() bool { return p.open().ID == "" })
		p.types("typed in the new chat")
		p.opensSpeak()
		p.types("typed to be read aloud")
		p.closes()
		if p.screen.closed {
			t.Fatal("it was closed without an answer")
		}
		p.sees("Your chats are read-only, so what you typed couldn't be saved.")
		p.clicks("Copy what I typed")
		p.sees("Copied.")
		if got := p.app.Clipboard().Content(); got != "typed in the chat\n\ntyped in the new chat\n\ntyped to be read aloud" {
			t.Errorf("copied is %q", got)
		}
		p.sees(notEverythingKept)
		p.clicks("Close without saving")
		if !p.screen.closed {
			t.Fatal("it is still open")
		}
	})
}

func TestClosingWhileAToolWaitsAsksWhenTheEndOfItsReplyWouldBeRefused(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.usesTools("Search my chats")
		p.asksToSearch()
		p.wait(time.Second)
		p.closes()
		if !p.screen.closed {
			t.Fatal("it asks although everything is kept")
		}
		p.screen.closed = false
		healMessages, healRequests := h.refusing("message"), h.refusing("request")
		p.closes()
		p.sees(notEverythingKept)
		if p.screen.closed {
			t.Fatal("it was closed without an answer")
		}
		p.clicks("Cancel")
		healMessages()
		healRequests()
		p.until("the next attempt", func() bool { return !p.reads("This couldn't be saved on your computer.") })
		p.decides("Allow once")
		p.closes()
		if !p.screen.closed {
			t.Error("it asks although everything is kept")
		}
	})
}

func TestAReplyThatTheDiskRefusesIsSaidAtOnceAndClosingAsks(t *testing.T) {
	const refused = "This couldn't be saved on your computer."
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.has("Stop")
		p.wait(time.Second)
		heal := h.refusing("tail")
		p.sees(refused)
		p.has("Stop")
		p.closes()
		p.sees(notEverythingKept)
		p.clicks("Cancel")
		p.until("the end of the reply", func() bool { return !p.isWriting() })
		p.sees(refused)
		p.closes()
		p.sees(notEverythingKept)
		p.clicks("Cancel")
		p.clicks("Save again")
		p.sees("It still couldn't be saved. Free up some space on your disk and try again.")
		p.sees(refused)
		heal()
		p.clicks("Save again")
		p.seesNot(refused)
		if m := p.lastReply(); m.State != chat.Done || m.Request.Problem != nil {
			t.Errorf("stored: %+v, %+v", m, m.Request)
		}
		p.closes()
		if !p.screen.closed {
			t.Error("it asks although everything is kept")
		}
	})
}

func TestClosingDoesNotAskWhileAReplyIsWrittenAndKept(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.has("Stop")
		p.wait(time.Second)
		p.closes()
		if !p.screen.closed {
			t.Error("it asks although everything is kept")
		}
	})
}

const closeParlando = "Close Parlando?"

// records begins a recording on the page Transcribe.
func (p *user) records(h *home) {
	p.t.Helper()
	p.holdsWith(fyne.KeyT, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
	h.microphone.SetNoise(40)
	p.clicks("Record now")
	p.until("the recording", func() bool { return p.Recordings.Live().Elapsed > 3*time.Second })
}

func TestClosingAsksOnceWhileSomethingIsRecorded(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.records(h)
		p.closes()
		p.sees("What was recorded so far is saved.")
		p.presses(fyne.KeyReturn)
		p.seesNot(closeParlando)
		if p.screen.closed || p.Recordings.Live().Phase != recordings.Hearing {
			t.Fatal("Cancel ends the recording")
		}
		p.closes()
		p.clicks("Close anyway")
		if !p.screen.closed {
			t.Fatal("it is still open")
		}
		p.quit()
		p = h.start()
		p.until("the recordings", func() bool { return len(p.Recordings.List()) == 1 })
		if l := p.Recordings.List(); l[0].State != recordings.Kept || l[0].Length == 0 {
			t.Errorf("%+v", l)
		}
	})
}

func TestClosingAsksWhileWhatWasSaidIsInNoMessage(t *testing.T) {
	for name, c := range map[string]struct {
		begin func(p *user)
		says  string
	}{
		"a dictation": {func(p *user) {
			p.clicks("Dictate")
			p.dictates(dictation.Listening)
		}, "Your dictation isn't in your message yet."},
		"a conversation by voice": {func(p *user) {
			p.clicks("Voice chat")
			p.voiceChats(voicechat.Listening)
		}, "What you said isn't sent yet."},
	} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				p := h.looksAround()
				c.begin(p)
				p.closes()
				if !p.screen.closed {
					t.Fatal("it asks although nobody has spoken")
				}
				p.screen.closed = false
				p.someone(h)
				p.closes()
				p.sees(c.says)
				if p.screen.closed {
					t.Error("it was closed without an answer")
				}
			})
		})
	}
}

func TestClosingDoesNotAskAboutWhatGoesOn(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("How does a lighthouse work?")
		p.until("the reply", func() bool { _, writing := p.Replies.Active(p.open().ID); return writing })
		p.closes()
		if !p.screen.closed {
			t.Error("it asks")
		}
	})
}

// A shutdown ends the event loop, and nothing is asked.
func TestAShutdownAsksNothingAndKeepsEverything(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("How does a lighthouse work?")
		p.until("some of the reply", func() bool {
			id, writing := p.Replies.Active(p.open().ID)
			m, _ := p.Replies.Snapshot(id)
			return writing && len(m.Text()) > 40
		})
		p.types("half a thought")
		chat := p.open().ID
		p.records(h)
		p.screen.closed = true // by the event loop
		began := time.Now()
		p.quit()
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("it took %v", took)
		}

		p = h.start()
		p.until("the chat", func() bool { return p.open().ID == chat })
		p.wantsWritten("half a thought")
		if m := p.lastReply(); len(m.Text()) <= 40 {
			t.Errorf("of the reply %q is kept", m.Text())
		}
		p.until("the recordings", func() bool { return len(p.Recordings.List()) == 1 })
		if l := p.Recordings.List(); l[0].State != recordings.Kept {
			t.Errorf("%+v", l)
		}
	})
}
