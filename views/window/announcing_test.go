package window

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/app/dictation"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/client/practice"
	"parlando/media/microphone"
)

// mouth is the voice of this computer, which takes a second for each announcement.
type mouth struct {
	// open reports whether the microphone is open.
	open func() bool

	mu    sync.Mutex
	none  bool
	said  []string
	heard int // by the microphone
}

func (m *mouth) Say(ctx context.Context, sentence string) error {
	if !m.HasVoice(ctx) {
		return errors.New("no voice")
	}
	listening := m.open != nil && m.open()
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return ctx.Err()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.said = append(m.said, sentence)
	if listening || m.open != nil && m.open() {
		m.heard++
	}
	return nil
}

func (m *mouth) HasVoice(context.Context) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return !m.none
}

// announces switches announcements on.
func (p *user) announces(h *home) {
	h.voice.open = func() bool { return p.Recordings.Live().Phase == recordings.Hearing }
	p.Settings.Change(func(s *settings.Settings) { s.Comfort.Announce = true })
}

// hears waits until everything is said, and fails unless it is exactly this since it was last
// asked.
func (h *home) hears(p *user, want ...string) {
	h.t.Helper()
	p.wait(10 * time.Second)
	h.voice.mu.Lock()
	defer h.voice.mu.Unlock()
	if !slices.Equal(h.voice.said, want) {
		h.t.Errorf("announced: %q, want %q", h.voice.said, want)
	}
	if h.voice.heard > 0 {
		h.t.Error("the microphone hears an announcement")
	}
	h.voice.said = nil
}

func TestNothingIsAnnouncedUnlessTheUserWantsIt(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		p := h.looksAround()
		p.sends("Name a color")
		p.readsToTheEnd()
		p.chooses(practice.FailingModel)
		p.sends("Refuse my key")
		p.wait(10 * time.Second)
		p.Recordings.Start(recordings.PurposeKeep)
		p.wait(3 * time.Second)
		p.Recordings.Stop()
		h.hears(p)
	})
}

func TestRepliesAreAnnounced(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		p := h.looksAround()
		p.announces(h)
		p.chooses("Practice slow")
		p.sends("What is a lighthouse for?")
		h.hears(p, "Announcements are on.", "Reply started.", "What is a lighthouse for? Message, text field, empty")
		p.readsToTheEnd()
		h.hears(p, "Reply finished.")

		p.sends("And a bell?")
		p.wait(2 * time.Second)
		p.clicks("Stop")
		h.hears(p, "Reply started.", "Reply stopped.")

		// A reply that is read aloud tells of itself, and is not talked over.
		p.chooses("Practice writer")
		p.Settings.Change(func(s *settings.Settings) { s.Speech.ReadReplies = true })
		p.sends("Read this to me")
		p.until("the reading", func() bool { return p.Speech.Snapshot().Phase == speech.Playing })
		p.frame.Toasts().Say("Something else.", "", nil)
		h.hears(p)
		p.until("the end", func() bool { return p.Speech.Snapshot().Phase == speech.Idle })
		h.hears(p, "Something else.", "Reading finished.")
	})
}

func TestRepliesThatFailAreAnnounced(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.announces(h)
		h.hears(p, "Announcements are on.", "New chat. Message, text field, empty")
		p.chooses("Practice problems")
		for _, c := range []struct{ word, want string }{
			{"cut", "The connection was lost. Everything received so far is saved."},
			{"server", "The service has a problem. Your message is saved."},
			// at once, and from now on
			{"key", "The service didn't accept your key. Your message is saved."},
			{"once more", "The service didn't accept your key. Your message is saved."},
		} {
			p.sends(c.word)
			p.readsToTheEnd()
			p.wait(10 * time.Second)
			said := h.voice.said
			if n := len(said); n == 0 || said[n-1] != c.want || n > 2 || n == 2 && said[0] != "Reply started." {
				t.Errorf("%s: announced %q", c.word, said)
			}
			h.voice.said = nil
		}
	})
}

func TestAToolThatAsksIsAnnounced(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.announces(h)
		p.asksForWeather()
		h.hears(p, "Announcements are on.", "Reply started.", "Practice hands asks you: weather", "What is the weather? Message, text field, empty")
		p.clicks("Don't answer")
		p.until("the end", func() bool { return !p.isWriting() })
		h.hears(p, "Reply finished.")
	})
}

func TestRecordingsAreAnnounced(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		p := h.looksAround()
		p.announces(h)
		p.wait(3 * time.Second)
		p.records(h)
		p.frame.Toasts().Say("Something else.", "", nil)
		h.hears(p, "Announcements are on.", "New chat. Message, text field, empty", "Recording started.")
		p.Recordings.Stop()
		h.hears(p, "Something else.", "Recorded 0:13.", "Recording stopped.")

		h.microphone.SetError(microphone.ErrNoDevice)
		p.clicks("Record")
		h.hears(p, "Recording started.", "No microphone found. Connect a microphone or headset and try again.")
	})
}

func TestDictationsAreAnnounced(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		p := h.looksAround()
		p.announces(h)
		p.clicks("Dictate")
		p.dictates(dictation.Listening)
		p.someone(h)
		h.hears(p, "Listening.")
		p.clicks("Stop")
		p.dictates(dictation.Idle)
		h.hears(p, "Announcements are on.", "Dictation finished.")

		p.clicks("Dictate")
		p.dictates(dictation.Listening)
		p.wait(3 * time.Second)
		p.clicks("Stop")
		h.hears(p, "Listening.", "No speech was heard, so nothing was sent.")
	})
}

func TestFilesThatAreLeftOutAndRefusedConnectionsAreAnnounced(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = roundTrip(webServer)
		p := h.start()
		p.announces(h)
		p.fillsIn("api.example.org/wrong", "sk-1")
		h.hears(p, "Announcements are on.", noAIService, "Welcome to Parlando. Key from the service (API key), password field")
		p.clicks("Back")
		p.clicks("Try it now")
		p.drops(filepath.Join(t.TempDir(), "sea.png"))
		p.wait(3 * time.Second)
		if !slices.ContainsFunc(h.voice.said, func(said string) bool { return strings.HasPrefix(said, "sea.png: ") && p.reads(said) }) {
			t.Errorf("announced: %q", h.voice.said)
		}
	})
}

func TestAnnouncementsAreSwitchedOnByKeyboard(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.clicks("Settings")
		const announce = "Announce aloud"
		p.clicks("Appearance")
		p.tabsTo(announce)
		p.presses(fyne.KeySpace)
		if !p.Settings.Get().Comfort.Announce {
			t.Fatal("it is not switched on")
		}
		p.hasKeyboard(announce)
		h.hears(p, "Announcements are on.", "Settings. Announce aloud, switch, on")
		p.clicks("Close")
		p.quit()

		h.voice.none = true
		p = h.start()
		p.clicks("Settings")
		p.clicks("Appearance")
		p.sees("This computer has no voice.")
		h.hears(p)
	})
}

func TestAKeyTurnsAnnouncementsOnAndOffEverywhere(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		const on, off = "Announcements are on.", "Announcements are off."
		p := h.start()
		toggles := func(where, sentence, focus string) {
			t.Helper()
			p.holdsWith(fyne.KeyA, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
			p.wait(time.Second)
			if is := p.Settings.Get().Comfort.Announce; is != (sentence == on) || !p.reads(sentence) {
				t.Errorf("%s: on: %v, the window shows %s", where, is, p.text())
			}
			if focus == "" {
				h.hears(p, sentence)
			} else {
				h.hears(p, sentence, focus)
			}
		}
		toggles("the first page", on, "Welcome to Parlando. Try it now, No account. Replies are made up, to show you around, button")
		toggles("the first page", off, "")
		p.clicks("Try it now")
		p.has("Message")
		p.composer.FocusText()
		p.types("Hello")
		toggles("the message", on, "New chat. Message, text field, Hello")
		p.holds(fyne.KeyComma)
		h.hears(p, "Settings. Section, list, Connections")
		toggles("a sheet", off, "")
		p.clicks("Appearance")
		toggles("a sheet", on, "Settings.")
		p.tabsTo("Announce aloud")
		h.hears(p, "Announce aloud, switch, on")
		p.presses(fyne.KeyEscape)
		h.hears(p, "New chat. Message, text field, Hello")
		p.ShowQuick()
		p.wait(3 * time.Second)
		h.voice.said = nil
		p.inQuick().holdsWith(fyne.KeyA, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
		h.hears(p, off)
	})
}

func TestAnnouncementsAreSwitchedOnTheFirstPage(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.tabsTo("Announce aloud")
		p.presses(fyne.KeyReturn)
		h.hears(p, "Announcements are on.", "Welcome to Parlando. Turn off announcements, button")
		p.holdsWith(fyne.KeyA, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
		h.hears(p, "Announcements are off.")
		p.hasKeyboard("Announce aloud")
		p.clicks("Announce aloud")
		h.hears(p, "Announcements are on.", "Welcome to Parlando. Turn off announcements, button")
		p.quit()
		p = h.start()
		p.has("Turn off announcements")
	})
}

func TestWithoutAVoiceTheKeySaysSo(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.voice.none = true
		p := h.start()
		p.holdsWith(fyne.KeyA, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
		p.sees("This computer has no voice.")
		if p.Settings.Get().Comfort.Announce {
			t.Error("announcements are on")
		}
	})
}

func TestWhatHasTheFocusIsTold(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		p := h.start()
		p.tabsTo("Try it now")
		h.hears(p)
		p.announces(h)
		h.hears(p, "Announcements are on.", "Welcome to Parlando. Try it now, No account. Replies are made up, to show you around, button")
		p.tabs(false)
		p.wait(150 * time.Millisecond)
		p.tabs(true) // interrupts what is said
		h.hears(p, "Try it now, No account. Replies are made up, to show you around, button")
		p.presses(fyne.KeyReturn)
		h.hears(p, "New chat. Message, text field, empty")

		p.types("Hello")
		h.hears(p)
		p.holds(fyne.KeyComma)
		h.hears(p, "Settings. Section, list, Connections")
		p.presses(fyne.KeyDown)
		h.hears(p, "Appearance")
		p.presses(fyne.KeyEscape)
		h.hears(p, "New chat. Message, text field, Hello")
	})
}

func TestTheValueThatAKeyChangesIsTold(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		p := h.looksAround()
		p.holds(fyne.KeyJ)
		p.tabsTo("Creativity")
		p.announces(h)
		h.hears(p, "Announcements are on.", "New chat. Creativity, slider, not set")
		p.presses(fyne.KeyRight)
		h.hears(p, "1.1")
		p.slides("Creativity", 0.5) // with the mouse
		h.hears(p)
	})
}

func TestTheMessagesThatTheKeyboardGoesThroughAreTold(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.announces(h)
		h.hears(p, "Announcements are on.", "What is a lighthouse for? Message, text field, empty")
		p.canvas.Focus(p.view)
		h.hears(p, "Conversation")
		p.presses(fyne.KeyTab)
		h.hears(p, "Copy, button")
		p.canvas.Focused().(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyUp, Modifier: fyne.KeyModifierControl})
		p.keyDown(desktop.KeyControlLeft)
		h.hears(p, "You: What is a lighthouse for?")
	})
}

func TestAReplyIsToldFromItsBeginningParagraphByParagraph(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.screen.Resize(fyne.NewSize(800, 400))
		p.chooses("Practice writer")
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.announces(h)
		p.canvas.Focus(p.view)
		p.presses(fyne.KeyEnd)
		h.lastHeard(p)
		var heard []string
		for len(heard) < 100 {
			p.presses(fyne.KeyDown)
			said := h.lastHeard(p)
			if n := len(heard); n > 0 && said == heard[n-1] {
				break // the end is said again
			}
			heard = append(heard, said)
		}
		n := len(heard)
		if n < 10 {
			t.Fatalf("announced: %q", heard)
		}
		if want := []string{
			"Reply: What is a lighthouse for?",
			"You wrote 5 words. That's a question, but the practice service can't answer it. Here is what a reply can look like.",
			"What is a lighthouse for?", "How to get a good answer", "1. Say what you need", "• the goal, in one sentence",
		}; !slices.Equal(heard[:len(want)], want) {
			t.Errorf("first announced: %q, want %q", heard[:len(want)], want)
		}
		if want := "This is a practice reply, made up by Parlando. No AI model read your message."; heard[n-2] != want {
			t.Errorf("at last announced: %q, want %q", heard[n-2:], want)
		}
		if !p.reads(heard[n-2]) {
			t.Error("the view has not followed")
		}
		for range heard {
			p.presses(fyne.KeyUp)
			p.wait(300 * time.Millisecond)
		}
		h.hears(p, "You: What is a lighthouse for?")
	})
}

func TestTheFocusIsToldOnceReadingAloudPausesOrEnds(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.announces(h)
		h.lastHeard(p)
		reads := func(phase speech.Phase) {
			p.until("the reading", func() bool { return p.Speech.Snapshot().Phase == phase })
			p.drain()
		}
		p.holdsWith(fyne.KeySpace, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
		reads(speech.Playing)
		p.holds(fyne.KeyK)
		p.wait(time.Second)
		h.voice.mu.Lock()
		if len(h.voice.said) > 0 {
			h.t.Errorf("announced over the reading: %q", h.voice.said)
		}
		h.voice.mu.Unlock()
		p.Speech.Pause()
		reads(speech.Paused)
		h.hears(p, "Search everything, text field, empty")
		p.Speech.Resume()
		reads(speech.Idle)
		h.hears(p, "Reading finished.")

		p.holdsWith(fyne.KeySpace, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
		reads(speech.Playing)
		p.composer.FocusText()
		p.wait(time.Second)
		p.Speech.Stop()
		h.hears(p, "Message, text field, empty")
	})
}

func TestAMenuIsToldByWhatItIsFor(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.chatsWith("What is a lighthouse for?")
		p.announces(h)
		opens := func(control string, want string) {
			p.tabsTo(control)
			h.lastHeard(p)
			p.presses(fyne.KeyReturn)
			if said := h.lastHeard(p); !strings.HasPrefix(said, want) {
				h.t.Errorf("%s: announced %q, want %q", control, said, want)
			}
			p.presses(fyne.KeyEscape)
		}
		opens("More", "More, menu. ")
		opens("Add a picture or file", "Add a picture or file, menu. ")
		p.canvas.Focus(p.view)
		h.lastHeard(p)
		p.presses(desktop.KeyMenu)
		if said := h.lastHeard(p); !strings.HasPrefix(said, "Reply, menu. ") {
			h.t.Errorf("announced %q", said)
		}
	})
}

func TestTheFileDialogOfTheToolkitIsToldWithoutNamesOfIcons(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.announces(h)
		h.lastHeard(p)
		p.holds(fyne.KeyO)
		var heard []string
		for range 12 {
			p.wait(5 * time.Second)
			h.voice.mu.Lock()
			heard, h.voice.said = append(heard, h.voice.said...), nil
			h.voice.mu.Unlock()
			p.tabs(false)
		}
		for _, said := range heard {
			if strings.Contains(said, ".svg") {
				t.Errorf("announced: %q", said)
			}
		}
		if len(heard) == 0 || strings.HasPrefix(heard[0], "Menu") {
			t.Errorf("the dialog is not announced by its title: %q", heard)
		}
		for _, want := range []string{"New folder, button", "Show as icons, button", "Options, button"} {
			if !slices.Contains(heard, want) {
				t.Errorf("%q is missing in %q", want, heard)
			}
		}
	})
}

func TestTheResultOfASearchIsToldOnceTypingPauses(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.chatsWith("What is a lighthouse for?")
		p.holds(fyne.KeyN)
		p.sends("How do foghorns work?")
		p.readsToTheEnd()
		p.announces(h)
		p.holds(fyne.KeyK)
		p.wait(5 * time.Second)
		h.voice.said = nil
		for _, letters := range []string{"l", "i", "g", "h"} {
			p.types(letters)
			p.wait(600 * time.Millisecond)
		}
		h.hears(p, "1 result")
		p.types("z")
		h.hears(p, "Nothing found.")
		p.presses(fyne.KeyEscape)
		p.holds(fyne.KeyF)
		p.wait(5 * time.Second)
		h.voice.said = nil
		p.types("foghorn")
		place, places := p.place()
		h.hears(p, fmt.Sprintf("%d of %d", place, places))
		p.types("z")
		h.hears(p, "Not found")
		p.presses(fyne.KeyEscape)
		p.presses(fyne.KeyF1)
		p.tabsTo("Search help")
		p.wait(5 * time.Second)
		h.voice.said = nil
		p.types("foghorn")
		h.hears(p, "Nothing found.")
	})
}

func TestTheKeyThatIsTypedIsNeverTold(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		p := h.start()
		p.announces(h)
		p.opensForm()
		p.clicks("Key from the service (API key)")
		h.hears(p, "Announcements are on.", "Welcome to Parlando. Key from the service (API key), password field, empty")
		p.types("sk-secret")
		h.hears(p)
		p.clicks("Show text")
		p.tabs(false)
		p.wait(time.Second / 2)
		p.tabsTo("Key from the service (API key)")
		h.hears(p, "Key from the service (API key), password field")
	})
}

func TestAPageOfTheHelpIsToldParagraphByParagraph(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		p := h.looksAround()
		p.announces(h)
		p.wait(5 * time.Second)
		h.voice.said = nil
		first := "Parlando lets you chat with AI models, show them pictures, dictate, turn recordings into text, and have texts read aloud. The first page asks how you want to start. You can choose again later."
		p.presses(fyne.KeyF1)
		h.hears(p, "Help. "+first)
		p.presses(fyne.KeyDown)
		h.hears(p, "1. Try it now needs no account and no internet. Press Start. The replies are made up, to show you around.")
		p.presses(fyne.KeyDown)
		h.hears(p, "2. Connect to a service is for real replies. Choose your service by name. Press Get a key: "+
			"your browser opens the page where the service gives you one. A key is like a password. Copy it, "+
			"paste it into Key from the service (API key), and press Connect. Most services charge for use; see Costs.")
		p.presses(fyne.KeyUp)
		h.hears(p, "1. Try it now needs no account and no internet. Press Start. The replies are made up, to show you around.")
		p.presses(fyne.KeyHome)
		h.hears(p, first)
		p.presses(fyne.KeyEnd)
		last := h.lastHeard(p)
		p.presses(fyne.KeyDown)
		h.hears(p, last) // there is no more
		p.presses(fyne.KeyHome)
		h.hears(p, first)
		p.types("foghorn")
		h.hears(p, "Search help, text field, foghorn", "Nothing found.")
	})
}

func TestTheKeysAreTold(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		p := h.looksAround()
		p.announces(h)
		p.wait(5 * time.Second)
		h.voice.said = nil
		p.holds(fyne.KeySlash)
		h.lastHeard(p)
		p.presses(fyne.KeyEnd)
		h.hears(p, "Close Parlando: Ctrl Q")
	})
}

// lastHeard waits until everything is said, and returns the last of it, "" if nothing was said.
func (h *home) lastHeard(p *user) (last string) {
	p.wait(10 * time.Second)
	h.voice.mu.Lock()
	defer h.voice.mu.Unlock()
	if n := len(h.voice.said); n > 0 {
		last = h.voice.said[n-1]
	}
	h.voice.said = nil
	return last
}
