package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/settings"
)

const notEverythingKept = "Not everything could be kept"

// closes presses the cross of the window.
func (p *person) closes() {
	p.t.Helper()
	p.Window.quit()
	p.settle()
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
		p.clicks("Close and lose it")
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
		p.sees("This could not be kept.")
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
		p.settings.ChangeLook(func(s *settings.Settings) { s.Theme = settings.Dark })
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
		h.chatsWith(lighthouse).quit()
		h.fromLater()
		p := h.start()
		p.types("typed")
		p.closes()
		if !p.screen.closed {
			t.Error("it asks")
		}
	})
}

func TestAReplyThatTheDiskRefusesIsSaidAtOnceAndClosingAsks(t *testing.T) {
	const refused = "This could not be written to the disk."
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
		p.sees("It still could not be written to the disk.")
		p.sees(refused)
		heal()
		p.clicks("Save again")
		p.seesNot(refused)
		if m := p.lastReply(); m.State != chat.Done || m.Request.Trouble != nil {
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
