package window

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/dictation"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/voicechat"
	"parlando/assets/spoken"
	"parlando/client/practice"
	"parlando/media/microphone"
	"parlando/media/microphone/microphonetest"
	"parlando/views/topbar"
)

// someone says the first sentences of a recording that practice knows.
func (p *user) someone(h *home) {
	p.t.Helper()
	all, err := microphonetest.Samples(bytes.NewReader(spoken.Sound("pear-tree.mp3")))
	if err != nil {
		p.t.Fatal(err)
	}
	h.microphone.QueueSamples(all[:8*microphone.Rate])
	p.until("the end of the sentence", func() bool {
		l := p.Recordings.Live()
		return l.Heard && l.Pause > time.Second/2 || l.Phase != recordings.Hearing && l.Phase != recordings.Opening
	})
}

// dictates waits for a phase of the dictation.
func (p *user) dictates(want dictation.Phase) dictation.Snapshot {
	p.t.Helper()
	p.until("the dictation to be "+string(want), func() bool { return p.Dictation.Snapshot().Phase == want })
	return p.Dictation.Snapshot()
}

// voiceChats waits for a phase of the conversation by voice.
func (p *user) voiceChats(want voicechat.Phase) {
	p.t.Helper()
	p.until("the conversation by voice to be "+string(want), func() bool { return p.VoiceChat.Snapshot().Phase == want })
}

const pearTree = "Shall we decide about the old pear tree?"

// What a user does who would rather speak than type.
func TestWhatIsDictatedStandsAtTheCaret(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.composer.FocusText()
		p.types("Dear Ana, ")
		p.clicks("Dictate")
		p.dictates(dictation.Listening)
		p.has("Cancel")
		p.someone(h)
		p.types("sorry: ") // one may type meanwhile
		p.wait(8 * time.Second)
		p.clicks("Stop")
		p.dictates(dictation.Idle)
		p.hasNot("Cancel")
		if text := p.written(); !strings.HasPrefix(text, "Dear Ana, sorry: "+pearTree) {
			t.Errorf("%q", text)
		}
		p.holds(fyne.KeyZ)
		if text := p.written(); strings.Contains(text, "pear tree") {
			t.Logf("undone by the window's own key: %q", text)
		}
		if r := p.Recordings.List(); len(r) != 1 || r[0].State != recordings.Sent || h.microphone.IsOpen() {
			t.Errorf("%+v", r)
		}
	})
}

func TestTheMessageHasTheKeyboardDuringAndAfterADictation(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.composer.FocusText()
		for _, end := range []string{"Stop", "Dictate"} {
			p.clicks("Dictate")
			p.dictates(dictation.Listening)
			if p.canvas.Focused() == nil {
				t.Error("nothing has the keyboard while something is dictated")
			}
			p.someone(h)
			p.clicks(end)
			p.dictates(dictation.Idle)
			p.presses(fyne.KeyReturn)
			if text := p.written(); text != "" {
				t.Errorf("ended with %s, Enter left %q", end, text)
			}
			p.readsToTheEnd()
		}
	})
}

func TestADictationThatCouldNotBeTidiedUpSaysSo(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.Settings.Change(func(s *settings.Settings) { s.Dictation.TidyUp = true })
		p.composer.FocusText()
		p.clicks("Dictate")
		p.dictates(dictation.Listening)
		p.someone(h)
		p.clicks("Stop")
		p.dictates(dictation.Idle)
		p.sees("Your words are shown as you said them. They couldn't be tidied up.")
		if text := p.written(); !strings.HasPrefix(text, pearTree) {
			t.Errorf("%q", text)
		}
	})
}

func TestEscapeEndsADictationAndKeepsTheRecording(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.holdsWith(fyne.KeyD, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
		p.dictates(dictation.Listening)
		p.someone(h)
		p.presses(fyne.KeyEscape)
		p.dictates(dictation.Idle)
		p.sees("You can find what you said under Transcribe, Recordings until tomorrow.")
		p.wait(time.Second)
		if r := p.Recordings.List(); len(r) != 1 || r[0].State != recordings.Canceled || p.written() != "" || h.microphone.IsOpen() {
			t.Errorf("%+v, %q", r, p.written())
		}
		p.clicks("Show")
		p.until("the recordings", func() bool { return p.frame.IsCurrent(p.transcribe) })
	})
}

func TestNothingIsSaidOfWhatStaysWhereNobodySpoke(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.clicks("Voice chat")
		p.voiceChats(voicechat.Listening)
		p.wait(2 * time.Second)
		p.presses(fyne.KeyEscape)
		p.voiceChats(voicechat.Idle)
		p.seesNot("You can find what you said under Transcribe, Recordings until tomorrow.")
	})
}

// A refused request keeps the recording: the same file is sent again, or found among the
// recordings.
func TestARefusedDictationIsTriedAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		connection := p.Settings.Get().Connection
		p.Settings.Change(func(s *settings.Settings) {
			s.Transcription.Models = map[chat.ID]string{connection: "no-such-model"}
		})
		p.clicks("Dictate")
		p.dictates(dictation.Listening)
		p.someone(h)
		p.wait(8 * time.Second)
		p.clicks("Stop")
		p.dictates(dictation.Failed)
		p.sees("What you said is saved.")
		p.clicks("Choose a model")
		p.sees("Refused by the service")
		p.clicks("Enter a model name…")
		p.types(p.Catalog.ModelsFor(connection, catalog.PurposeTranscription)[0].ID)
		p.presses(fyne.KeyReturn)
		p.until("the text", func() bool { return strings.HasPrefix(p.written(), pearTree) })
		p.seesNot("What you said is saved.")
		if r := p.Recordings.List(); len(r) != 1 || r[0].State != recordings.Sent {
			t.Errorf("%+v", r)
		}
	})
}

func TestProblemsOfADictation(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		h.microphone.SetError(microphone.ErrNoDevice)
		p.clicks("Dictate")
		p.sees("No microphone found. Connect a microphone or headset and try again.")
		p.clicks("New chat")
		p.seesNot("No microphone found.")
		p.clicks("Dictate")
		p.sees("No microphone found.")
		h.microphone.SetError(nil)
		p.clicks("Try again")
		p.dictates(dictation.Listening)
		p.seesNot("No microphone found.")
		h.microphone.SetNoise(0)
		p.wait(2 * time.Second)
		p.sees("No sound from the microphone. Is it muted?")
		p.clicks("Stop")
		p.sees("No speech was heard, so nothing was sent.")
		p.clicks("Close")
		p.seesNot("No speech was heard")
		if s := p.Dictation.Snapshot(); s.Phase != dictation.Idle {
			t.Errorf("%+v", s)
		}
	})
}

// What ends a recording is said at once, while what was heard is on its way to the service, and
// stays after that.
func TestWhatEndsADictationIsSaidAtOnce(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		const lost = "The microphone was disconnected. Everything recorded up to that point is saved."
		p := h.looksAround()
		connection := p.Settings.Get().Connection
		for _, model := range []string{practice.FailingModel + "/no-answer", ""} {
			p.Settings.Change(func(s *settings.Settings) { s.Transcription.Models = map[chat.ID]string{connection: model} })
			p.clicks("Dictate")
			p.dictates(dictation.Listening)
			p.seesNot(lost)
			p.someone(h)
			h.microphone.Unplug()
			p.sees(lost)
			if model != "" {
				p.dictates(dictation.Transcribing)
				p.presses(fyne.KeyEscape)
			}
		}
		p.until("the text", func() bool { return strings.Contains(p.written(), pearTree) })
		p.sees(lost)
	})
}

// A microphone that is taken away before anybody spoke is told, and not that nobody has spoken.
func TestADictationThatIsEndedBeforeAWordSaysWhy(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.clicks("Dictate")
		p.dictates(dictation.Listening)
		h.microphone.SetNoise(0)
		p.wait(2 * time.Second)
		h.microphone.Unplug()
		p.sees("The microphone was disconnected.")
		p.dictates(dictation.Nothing)
		p.sees("The microphone was disconnected.")
		p.seesNot("No speech was heard")
	})
}

// Whoever opens another chat meanwhile finds the words in the chat they were for.
func TestADictationBelongsToItsChat(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.chatsWith("empty")
		first := p.open().ID
		p.clicks("Dictate")
		p.dictates(dictation.Listening)
		p.someone(h)
		p.wait(8 * time.Second)
		p.clicks("Stop")
		p.clicks("New chat")
		p.sees("Your dictation is in the message box of the chat you started it in.")
		if p.written() != "" {
			t.Errorf("%q", p.written())
		}
		p.clicks("Open")
		p.until("the draft", func() bool { return p.open().ID == first && strings.HasPrefix(p.written(), pearTree) })
	})
}

func TestADictationCanBeSentAtOnce(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.Settings.Change(func(s *settings.Settings) { s.Dictation.SendAtOnce = true })
		p.clicks("Dictate")
		p.dictates(dictation.Listening)
		p.someone(h)
		p.wait(8 * time.Second)
		p.clicks("Stop")
		p.readsToTheEnd()
		p.sees("Shall we decide")
		if p.written() != "" {
			t.Errorf("%q", p.written())
		}
	})
}

// A conversation by voice: speak, pause, hear the reply, speak again; Space interrupts, Escape
// ends.
func TestAConversationByVoice(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.clicks("Voice chat")
		p.voiceChats(voicechat.Listening)
		p.sees("Listening · pause to send, or press Space")
		p.frame.Toasts().Say("A sentence in passing.", "", nil)
		p.drain()
		if toast, button := p.has("A sentence in passing."), p.has("Send now"); toast.Y > button.Y-20 {
			t.Errorf("a toast at %v covers the buttons at %v", toast, button)
		}
		p.someone(h)
		p.voiceChats(voicechat.Speaking)
		if h.microphone.IsOpen() {
			t.Error("the microphone is open while the reply is read")
		}
		p.sees("Speaking · press Space to interrupt")
		p.until("the sentence that sounds", func() bool {
			c, _ := p.Speech.Caption()
			return c.Now != "" && p.reads(c.Now)
		})
		p.hasNot("Stop reading") // no second player
		if p.open().ID == "" || p.written() != "" {
			t.Errorf("%q", p.written())
		}
		p.presses(fyne.KeySpace)
		p.voiceChats(voicechat.Listening)
		// The window follows its owners up to a pause between two looks later.
		p.until("the player to be gone", func() bool { return !p.named("Stop reading") })
		p.someone(h)
		p.voiceChats(voicechat.Speaking)
		p.presses(fyne.KeyEscape)
		p.voiceChats(voicechat.Idle)
		p.wait(time.Minute)
		p.hasNot("Stop reading")
		if h.microphone.IsOpen() {
			t.Error("the microphone is open")
		}
	})
}

func TestAConversationEndsByItself(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.clicks("Voice chat")
		p.voiceChats(voicechat.Listening)
		p.sees("Voice chat ended after a minute of silence.")
		if h.microphone.IsOpen() {
			t.Error("the microphone is open")
		}
		p.clicks("Continue voice chat")
		p.voiceChats(voicechat.Listening)
		p.clicks("New chat") // nobody talks to that
		p.voiceChats(voicechat.Idle)
	})
}

func TestTheMicrophoneIsTriedInSettings(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(1280, 4000)
		p := h.looksAround()
		p.opensSection("Dictation")
		p.sees("Does it hear you?")
		p.clicks("Test the microphone")
		p.sees("Say something. The bar should move.")
		p.until("the microphone", h.microphone.IsOpen)
		h.microphone.SetNoise(0)
		p.sees("No sound from the microphone. Is it muted?")
		p.presses(fyne.KeyEscape)
		p.until("the end of it", func() bool { return !h.microphone.IsOpen() })
		p.wait(time.Second)
		r := p.Recordings.List()
		if deleted, err := p.Recordings.Deleted(t.Context()); err != nil || len(r)+len(deleted) != 0 {
			t.Errorf("it is kept: %+v, %+v, %v", r, deleted, err)
		}
	})
}

// What waits for a reply that is still being written goes into the message box, after what stands
// there, when the conversation is ended, and is stored there once.
func TestWhatWasSaidAndNotSentStandsInTheMessageBox(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.top.OnPick(topbar.ModelItem{ID: practice.SlowModel})
		p.composer.FocusText()
		p.types("Take your time")
		p.presses(fyne.KeyReturn)
		p.until("the reply", func() bool { _, writing := p.Replies.Active(p.open().ID); return writing })
		p.types("Dear Ana,")
		p.clicks("Voice chat")
		p.voiceChats(voicechat.Listening)
		p.someone(h)
		p.voiceChats(voicechat.Sending)
		p.presses(fyne.KeyEscape)
		p.until("the text", func() bool {
			return strings.HasPrefix(p.written(), "Dear Ana,\n\n"+pearTree)
		})
		id, text := p.open().ID, p.written()
		p.wait(time.Second)
		p.clicks("New chat")
		p.wantsWritten("")
		p.chat.Open(id)
		p.until("the draft", func() bool { return p.written() == text })
	})
}

// A conversation by voice has a large view in place of the chat, which is a click away.
func TestAConversationByVoiceIsLarge(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.clicks("Voice chat")
		p.voiceChats(voicechat.Listening)
		p.sees("Listening · pause to send, or press Space")
		p.has("Show chat")
		p.seesNot("Write a message…")
		p.someone(h)
		p.presses(fyne.KeySpace)
		p.voiceChats(voicechat.Speaking)
		p.clicks("Mute")
		p.clicks("Interrupt")
		p.voiceChats(voicechat.Muted)
		p.sees("The microphone is muted.")
		if h.microphone.IsOpen() {
			t.Error("the microphone is open")
		}
		p.clicks("Show chat")
		p.sees("The microphone is muted.")
		p.sees(pearTree)
		p.clicks("Large view")
		p.clicks("Unmute")
		p.voiceChats(voicechat.Listening)
		p.presses(fyne.KeyEscape)
		p.voiceChats(voicechat.Idle)
		p.sees(pearTree)
		p.has("Dictate")
		p.types("written")
		p.wantsWritten("written")
	})
}
