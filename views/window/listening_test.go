package window

import (
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/speech"
	"parlando/client/practice"
	"parlando/views/seen"
	"parlando/views/shell"
)

// hears waits until a sentence is heard.
func (p *user) hears(sentence int) speech.Snapshot {
	p.t.Helper()
	var s speech.Snapshot
	p.until("the sound", func() bool {
		s = p.Speech.Snapshot()
		return s.Phase == speech.Playing && s.Sentence == sentence
	})
	return s
}

// TestAReplyIsReadAloud is what a user does who wants to hear a reply.
func TestAReplyIsReadAloud(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		if p.named("Stop reading") {
			t.Error("the player is there though nothing is read")
		}
		p.clicks("Read aloud")
		p.hears(1)
		p.sees("Reading aloud · sentence 1 of")
		p.clicks("Next sentence")
		p.hears(2)
		p.sees("sentence 2 of")
		p.clicks("Pause")
		p.sees("Paused · sentence 2 of")
		p.wait(time.Minute)
		p.sees("Paused · sentence 2 of")
		p.clicks("Continue")
		p.hears(2)
		p.hears(3) // by itself
		p.clicks("Previous sentence")
		p.clicks("Previous sentence")
		p.clicks("Previous sentence")
		p.hears(1)
		p.clicks("Stop reading")
		p.seesNot("· sentence")
		p.hasNot("Stop reading")
		if p.seenReading() {
			t.Error("something is marked after the end")
		}
	})
}

// A reading that ends by itself brings nothing else under the mouse for some seconds, and the panel
// does not move at all.
func TestTheEndOfAReadingMovesNothing(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.clicks("Adjust replies")
		at := func(o fyne.CanvasObject) [2]fyne.Position {
			from := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
			return [2]fyne.Position{from, from.AddXY(o.Size().Width, o.Size().Height)}
		}
		panel, composer := at(p.adjust), at(p.composer)
		unmoved := func(when string) {
			t.Helper()
			if got := at(p.adjust); got != panel {
				t.Errorf("%s: the panel is at %v and was at %v", when, got, panel)
			}
		}
		p.clicks("Read aloud")
		p.hears(1)
		p.has("Stop reading")
		unmoved("while it is read")
		reading := at(p.composer)
		if reading == composer {
			t.Error("the player lies over the message")
		}
		p.until("the end", func() bool { return p.Speech.Snapshot().Phase == speech.Idle })
		p.hasNot("Stop reading")
		unmoved("at the end")
		if got := at(p.composer); got != reading {
			t.Errorf("at the end the message goes to %v from %v", got, reading)
		}
		p.wait(5 * time.Second)
		if got := at(p.composer); got != composer {
			t.Errorf("some seconds later the message is at %v and was at %v", got, composer)
		}
		if p.named("To the end") {
			p.clicks("To the end")
		}
		p.clicks("Read aloud")
		p.hears(1)
		p.clicks("Stop reading")
		p.seesNot("Reading aloud")
		if got := at(p.composer); got != composer {
			t.Errorf("stopped, the message is at %v and was at %v", got, composer)
		}
		if p.named("To the end") {
			p.clicks("To the end")
		}
		p.clicks("Read aloud")
		p.hears(1)
		p.until("the end", func() bool { return p.Speech.Snapshot().Phase == speech.Idle })
		p.clicks("New chat")
		p.drain()
		first := at(p.composer)
		p.wait(5 * time.Second)
		if got := at(p.composer); got != first {
			t.Errorf("in a new chat the message goes to %v from %v", got, first)
		}
	})
}

// seenReading reports whether the window marks what is read.
func (p *user) seenReading() bool { return p.view.ReadAloud().End > 0 }

// inSightOfReading reports whether the sentence being read is in the window.
func (p *user) inSightOfReading() bool {
	_, away := p.view.FindClickableArea("Back to the sentence being read", 0)
	return p.seenReading() && !away
}

// The loudspeaker under the reply is pause while it is read.
func TestTheLoudspeakerUnderAReplyPauses(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.clicks("Read aloud")
		p.hears(1)
		p.clicks("To the end") // the reply is longer than the window
		p.has("Back to the sentence being read")
		p.clicks("Pause reading")
		p.sees("Paused")
		p.clicks("Continue reading")
		p.hears(1)
		p.clicks("Back to the sentence being read")
		if !p.inSightOfReading() {
			t.Error("the sentence is not in the window")
		}
		p.until("the end", func() bool { return p.Speech.Snapshot().Phase == speech.Idle })
		p.has("Read aloud")
		p.hasNot("Stop reading")
	})
}

func TestAnotherChatWhileItIsRead(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		first := p.open().ID
		p.clicks("Read aloud")
		s := p.hears(1)
		p.clicks("New chat")
		p.sees("What can I help with?")
		p.sees("Reading aloud · sentence")
		p.hears(2)
		p.clicks("Reading aloud")
		p.until("the chat", func() bool { return p.open().ID == first })
		p.until("the mark", func() bool { return p.inSightOfReading() })
		if now := p.Speech.Snapshot(); now.Source != s.Source {
			t.Errorf("%v is read instead of %v", now.Source, s.Source)
		}
		p.nav.Delete(first)
		p.seesNot("Reading aloud")
	})
}

// A click on a sentence of what is read goes there; of another message it does nothing.
func TestAClickOnASentenceGoesThere(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.clicks("Read aloud")
		p.hears(1)
		at := p.has("How to get a good answer")
		p.clickAt(at)
		p.until("another sentence", func() bool {
			now := p.Speech.Snapshot()
			return now.Phase == speech.Playing && now.Sentence > 1
		})
	})
}

// What fails says so and goes on from there.
func TestAReadingThatFailsGoesOnWhereItStopped(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		h.output.SetError(errors.New("no device"))
		p.clicks("Read aloud")
		p.sees("No speakers found. Connect some to continue.")
		h.output.SetError(nil)
		p.hears(1)
		p.sees("Reading aloud · sentence 1 of")
	})
}

func TestRepliesAreReadAsTheyAreWritten(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.clicks("Read replies aloud")
		p.sends("What is a lighthouse for?")
		p.until("sound while it is written", func() bool {
			return p.isWriting() && p.Speech.Snapshot().Phase == speech.Playing
		})
		p.sees("Reading aloud · sentence")
		p.readsToTheEnd()
		p.sees(" of ") // now it is known how many there are
		p.clicks("Stop reading")
		p.wait(time.Minute)
		p.hasNot("Stop reading")

		p.clicks("Read replies aloud")
		p.sends("And what for is a harbor?")
		p.readsToTheEnd()
		p.hasNot("Stop reading")
		p.quit()
		p = h.start()
		p.drain()
		if p.core.Settings.Get().Speech.ReadReplies {
			t.Error("the switch was not remembered")
		}
	})
}

// The message stays where it is from the first reply that is read by itself on: the next one brings
// nothing else under the mouse.
func TestOnlySendingMovesTheMessageWhileRepliesAreRead(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		foot := func() float32 {
			return fyne.CurrentApp().Driver().AbsolutePositionForObject(p.composer).Y + p.composer.Size().Height
		}
		p.sends("How high is it?")
		p.readsToTheEnd()
		free := foot()
		p.clicks("Read replies aloud")
		p.sends("What is a lighthouse for?")
		reading := foot()
		if reading == free {
			t.Error("sending makes no room for the player")
		}
		p.until("sound", func() bool { return p.Speech.Snapshot().Phase == speech.Playing })
		p.drain()
		if got := foot(); got != reading {
			t.Errorf("read, the message ends at %v, and ended at %v when it was sent", got, reading)
		}
		p.readsToTheEnd()
		p.until("the end", func() bool { return p.Speech.Snapshot().Phase == speech.Idle })
		p.sends("And what for is a harbor?")
		if got := foot(); got != reading {
			t.Errorf("sent, the message ends at %v and ended at %v", got, reading)
		}
		p.readsToTheEnd()
		p.until("the end", func() bool { return p.Speech.Snapshot().Phase == speech.Idle })
		p.clicks("Read replies aloud")
		p.sends("And a pier?")
		if got := foot(); got != free {
			t.Errorf("with nothing to be read it ends at %v, and did at %v", got, free)
		}
	})
}

// mute is a service whose speech fails with a status, until it is 0; everything else works.
type mute struct {
	http.RoundTripper
	mu     sync.Mutex
	status int
}

func (m *mute) set(status int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.status = status
}

func (m *mute) RoundTrip(r *http.Request) (*http.Response, error) {
	m.mu.Lock()
	status := m.status
	m.mu.Unlock()
	if status == 0 || !strings.HasSuffix(r.URL.Path, "/audio/speech") {
		return m.RoundTripper.RoundTrip(r)
	}
	body := `{"error":{"message":"no speech today","type":"server_error"}}`
	return &http.Response{
		StatusCode: status, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: r,
	}, nil
}

func (m *mute) CloseIdleConnections() {
	m.RoundTripper.(interface{ CloseIdleConnections() }).CloseIdleConnections()
}

// pressesControl presses a control that is not part of the conversation.
func (p *user) pressesControl(name string) {
	p.t.Helper()
	var at fyne.Position
	p.until("the control "+name, func() bool {
		place := seen.Find(p.canvas, true, name).Control
		if place != nil {
			at = place.Center()
		}
		return place != nil
	})
	p.clickAt(at)
	p.drain()
}

func TestAServiceThatFailsSaysSoAndIsAskedAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := &mute{RoundTripper: practice.New(practice.Options{}).Transport()}
		h.net.service = service
		p := h.start()
		p.fillsIn("api.example.org", practice.Key)
		p.has("Message")
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.clicks("Read aloud")
		p.hears(1)
		service.set(http.StatusInternalServerError)
		p.sees("The service has a problem.")
		failed := p.Speech.Snapshot()
		if failed.Phase != speech.Failed || failed.Sentence < 2 {
			t.Fatalf("it failed at %+v", failed)
		}
		p.pressesControl("Details")
		p.sees("no speech today")
		p.presses(fyne.KeyEscape)
		service.set(http.StatusUnauthorized)
		p.pressesControl("Try again")
		p.sees("The service didn't accept your key.")
		p.pressesControl("Enter a key")
		p.sees("Address and key")
		p.presses(fyne.KeyEscape)
		service.set(0)
		p.holdsWith(fyne.KeySpace, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
		p.hears(failed.Sentence) // it goes on where it stopped
		p.seesNot("The service didn't accept your key.")
	})
}

// What is read becomes a file, of all of it.
func TestWhatIsReadBecomesAFile(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.clicks("Read aloud")
		p.hears(1)
		folder := t.TempDir()
		p.frame.Files().RememberFolder(shell.SaveSound, folder)
		p.clicks("Save as audio file")
		p.sees("MP3 file, to be saved in")
		p.presses(fyne.KeyReturn)
		p.sees("Saved as")
		files, err := filepath.Glob(filepath.Join(folder, "*.mp3"))
		if err != nil || len(files) != 1 {
			t.Fatalf("made %v, %v", files, err)
		}
		if info, err := os.Stat(files[0]); err != nil || info.Size() < 10_000 {
			t.Errorf("%v, %v", info, err)
		}
	})
}

func TestAMessageThatCannotBeReadIsReadAloudAndSavedOnceItCan(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		heal := h.failing("part")
		p.clicks("Read aloud")
		p.sees("This message couldn't be read.")
		if p.Speech.Snapshot().Phase != speech.Idle {
			t.Error("something is read")
		}
		heal()
		p.triesAgain()
		p.hears(1)
		p.frame.Files().RememberFolder(shell.SaveSound, t.TempDir())
		heal = h.failing("part")
		p.clicks("Save as audio file")
		p.sees("This message couldn't be read.")
		p.seesNot("MP3 file, to be saved in")
		heal()
		p.triesAgain()
		p.sees("MP3 file, to be saved in")
	})
}
