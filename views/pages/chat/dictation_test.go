package chat

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/dictation"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/app/voicechat"
	"parlando/assets/spoken"
	"parlando/client/practice"
	"parlando/media/microphone"
	"parlando/media/microphone/microphonetest"
	"parlando/views/seen"
	"parlando/views/words"
)

const pearTree = "Shall we decide about the old pear tree?"

// speaks says the first sentences of a recording that practice knows.
func (r *room) speaks() {
	r.t.Helper()
	all, err := microphonetest.Samples(bytes.NewReader(spoken.Sound("pear-tree.mp3")))
	if err != nil {
		r.t.Fatal(err)
	}
	r.microphone.QueueSamples(all[:8*microphone.Rate])
	r.wait(9 * time.Second)
}

// staysQuiet says nothing for a while.
func (r *room) staysQuiet() {
	r.t.Helper()
	r.microphone.SetNoise(0)
	r.wait(2 * time.Second)
}

// dictates waits for a phase of the dictation.
func (r *room) dictates(want dictation.Phase) {
	r.t.Helper()
	r.until("the dictation to be "+string(want), func() bool { return r.core.Dictation.Snapshot().Phase == want })
}

// listens starts a dictation.
func (r *room) listens() {
	r.t.Helper()
	r.press("Dictate")
	r.dictates(dictation.Listening)
	r.catchUp()
}

// voiceChats waits for a phase of the voice chat.
func (r *room) voiceChats(want voicechat.Phase) {
	r.t.Helper()
	r.until("the voice chat to be "+string(want), func() bool { return r.core.VoiceChat.Snapshot().Phase == want })
	r.catchUp()
}

const (
	staysInRecordings = "You can find what you said under Transcribe, Recordings until tomorrow."
	nothingHeard      = "No speech was heard, so nothing was sent."
)

func TestEachEndOfADictation(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		if r.EndDictation() || r.Dictating() {
			t.Error("there is a dictation")
		}
		r.types("Dear Ana, ")
		for _, step := range []struct {
			name    string
			speaks  bool
			end     func()
			phase   dictation.Phase // after the end
			written string          // then
			says    string
			button  string
			did     string // by the button
		}{
			{"stopped by the key", true, r.Dictate, dictation.Idle, "Dear Ana, " + pearTree, "", "", ""},
			{"stopped", true, func() { r.press("Stop") }, dictation.Idle, "Dear Ana, " + pearTree, "", "", ""},
			{"canceled", true, func() {
				if !r.EndDictation() {
					t.Error("there was none")
				}
			}, dictation.Idle, "Dear Ana, ", staysInRecordings, "Show", "recordings"},
			{"canceled before a word", false, func() { r.EndDictation() }, dictation.Idle, "Dear Ana, ", "", "", ""},
			{"stopped before a word", false, func() { r.press("Stop") }, dictation.Nothing, "Dear Ana, ", nothingHeard, "", ""},
			{"unplugged", true, r.microphone.Unplug, dictation.Idle, "Dear Ana, " + pearTree, "The microphone was disconnected.", "", ""},
		} {
			r.types("Dear Ana, ")
			r.composer.ClearNotice(dictationNotice)
			r.frame.Toasts().Clear()
			r.listens()
			if !r.Dictating() || r.canvas.Focused() == nil {
				t.Errorf("%s: dictating %v, focused %v", step.name, r.Dictating(), r.canvas.Focused())
			}
			if step.speaks {
				r.speaks()
			} else {
				r.staysQuiet()
			}
			step.end()
			r.dictates(step.phase)
			r.catchUp()
			if got := r.composer.Draft().Text; !strings.HasPrefix(got, step.written) || step.written == "Dear Ana, " && got != step.written {
				t.Errorf("%s: written %q", step.name, got)
			}
			for _, text := range []string{staysInRecordings, nothingHeard, "The microphone was disconnected."} {
				if r.says(text) != (text == step.says) {
					t.Errorf("%s: says %q: %v", step.name, text, r.says(text))
				}
			}
			if r.Dictating() || r.canvas.Focused() == nil {
				t.Errorf("%s: dictating %v, focused %v", step.name, r.Dictating(), r.canvas.Focused())
			}
			if step.button != "" {
				r.press(step.button)
			}
			if got := r.doneSince(); got != step.did {
				t.Errorf("%s: did %q", step.name, got)
			}
		}
	})
}

// After each problem there is a way on.
func TestEachProblemOfADictation(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.listens()
		r.staysQuiet()
		r.press("Stop")
		r.dictates(dictation.Nothing)
		r.catchUp()
		r.press("Try again")
		r.dictates(dictation.Listening)
		r.catchUp()
		if r.says(nothingHeard) {
			t.Error("it still says that nothing was heard")
		}
		r.staysQuiet()
		r.press("Stop")
		r.dictates(dictation.Nothing)
		r.catchUp()
		r.press("Close")
		if s := r.core.Dictation.Snapshot(); r.says(nothingHeard) || s.Phase != dictation.Idle {
			t.Errorf("after closing: %+v", s)
		}

		r.microphone.SetError(microphone.ErrNoDevice)
		r.press("Dictate")
		r.dictates(dictation.Failed)
		r.catchUp()
		if !r.says("No microphone found.") || r.has("Open recordings") {
			t.Errorf("it says %q", seen.Texts(r.canvas))
		}
		r.microphone.SetError(nil)
		r.press("Try again")
		r.dictates(dictation.Listening)
		r.catchUp()
		if r.says("No microphone found.") {
			t.Error("it still says that there is none")
		}

		// What was said is kept when the service refuses it, and is sent again.
		r.core.Settings.Change(func(s *settings.Settings) {
			s.Transcription.Models = map[chat.ID]string{r.open.connection(): "no-such-model"}
		})
		r.EndDictation()
		r.dictates(dictation.Idle)
		r.catchUp()
		r.listens()
		r.speaks()
		r.press("Stop")
		r.dictates(dictation.Failed)
		r.catchUp()
		if r.press("Open recordings"); !r.says("What you said is saved.") || r.doneSince() != "recordings" {
			t.Errorf("it says %q", seen.Texts(r.canvas))
		}
		r.press("Choose a model")
		name := r.core.Catalog.ModelsFor(r.open.connection(), catalog.PurposeTranscription)[0].Name
		r.press(name)
		r.until("the text", func() bool { return strings.HasPrefix(r.composer.Draft().Text, pearTree) })
		r.catchUp()
		if r.says("What you said is saved.") || len(r.core.Recordings.List()) == 0 {
			t.Errorf("it says %q", seen.Texts(r.canvas))
		}
	})
}

// Each action mends what it names before it tries again.
func TestEachActionOfADictation(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		for _, gone := range []bool{false, true} {
			for action, want := range map[words.Action]string{
				words.TryAgain: "retry", words.Continue: "retry", words.EnterKey: "asks", words.CheckAddress: "asks", words.ChooseModel: "asks",
				words.ChooseService: map[bool]string{false: "retry here", true: "asks"}[gone],
			} {
				r.doneSince()
				r.dictation.fix(action, r.open.connection(), func() { r.did = append(r.did, "retry") }, func() { r.did = append(r.did, "retry here") })
				r.catchUp()
				did := r.doneSince()
				if r.canvas.Overlays().Top() != nil {
					did += "asks"
				}
				if did == "connections" { // the only choice that there is
					did = "asks"
				}
				if did != want {
					t.Errorf("action %d, the connection is gone: %v: did %q, not %q", action, gone, did, want)
				}
				for r.frame.CloseTop() {
					r.catchUp()
				}
			}
			if gone {
				return
			}
			r.sends("One")
			if err := r.core.Connections.Forget(r.open.connection()); err != nil {
				t.Fatal(err)
			}
			r.catchUp()
		}
	})
}

// What the user hears of a dictated text, and how the words come back as they were spoken.
func TestWhatIsSaidOfADictatedText(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		const tidied, failed, changed = "Punctuation was added and slips were removed.", "Your words are shown as you said them. They couldn't be tidied up.", "You've changed the message since then."
		for _, c := range []struct {
			name    string
			s       dictation.Snapshot
			typed   string // after it
			says    string
			written string // in the end
		}{
			{"as spoken", dictation.Snapshot{Text: "Well"}, "", "", "Well"},
			{"not tidied up", dictation.Snapshot{Text: "Well", NotTidied: true}, "", failed, "Well"},
			{"tidied up", dictation.Snapshot{Text: "Well", Original: "Er, well"}, "", tidied, "Er, well"},
			{"changed since", dictation.Snapshot{Text: "Well", Original: "Er, well"}, "Good", tidied, "Good"},
			{"ended by a problem", dictation.Snapshot{Text: "Well", NotTidied: true, Problem: problem.Problem{Kind: problem.MicrophoneLost}}, "", "The microphone was disconnected.", "Well"},
		} {
			r.types("")
			r.frame.Toasts().Clear()
			r.composer.MarkCaret()
			r.dictation.dictatedHere = r.open.scope.Current()
			r.dictation.take(c.s)
			r.drain()
			for _, text := range []string{tidied, failed, "The microphone was disconnected."} {
				if r.says(text) != (text == c.says) {
					t.Errorf("%s: says %q: %v", c.name, text, r.says(text))
				}
			}
			if c.typed != "" {
				r.types(c.typed)
			}
			if c.says == tidied {
				r.press("Undo")
			}
			if got := r.composer.Draft().Text; got != c.written || r.says(changed) != (c.typed != "") {
				t.Errorf("%s: written %q; it says %q", c.name, got, seen.Texts(r.canvas))
			}
		}
		r.core.Settings.Change(func(s *settings.Settings) { s.Dictation.SendAtOnce = true })
		r.types("")
		r.composer.MarkCaret()
		r.dictation.dictatedHere = r.open.scope.Current()
		r.dictation.take(dictation.Snapshot{Text: "At once"})
		r.finishes()
		if got := r.asked(); len(got) != 1 || got[0] != "At once" || r.composer.Draft().Text != "" {
			t.Errorf("sent %q, written %q", got, r.composer.Draft().Text)
		}
	})
}

// A dictation belongs to the chat that it was started in.
func TestADictationBelongsToItsChat(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.sends("One")
		first, here := r.open.ID, r.open.scope.Current()
		const elsewhere = "Your dictation is in the message box of the chat you started it in."
		take := func(text string) {
			r.dictation.dictatedHere = here
			r.dictation.take(dictation.Snapshot{Text: text, Target: dictation.Target{Conversation: first}})
			r.catchUp()
		}
		r.NewChat()
		r.catchUp()
		if take("Two"); r.composer.Draft().Text != "" || !r.says(elsewhere) {
			t.Errorf("written %q", r.composer.Draft().Text)
		}
		r.press("Open")
		if r.open.ID != first || r.composer.Draft().Text != "Two" {
			t.Errorf("open %s, written %q", r.open.ID, r.composer.Draft().Text)
		}
		r.frame.Toasts().Clear()
		if take("Three"); !strings.Contains(r.composer.Draft().Text, "Three") || r.says(elsewhere) {
			t.Errorf("back in the chat, written %q", r.composer.Draft().Text)
		}
	})
}

// Before something is sent to a model that is not offered any more, the user is asked.
func TestAModelThatIsGoneIsAskedAboutBeforeADictation(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		connection := r.open.connection()
		all := r.core.Catalog.Models(connection)
		gone := r.core.Transcripts.DefaultModel(connection)
		r.core.Settings.Change(func(s *settings.Settings) { s.Transcription.Models = map[chat.ID]string{connection: gone} })
		var listed []catalog.Model
		for _, m := range append(all, r.core.Catalog.ModelsFor(connection, catalog.PurposeTranscription)...) {
			if m.ID != gone {
				listed = append(listed, m)
			}
		}
		listed = append(listed, catalog.Model{ID: "whisper-2", Name: "Whisper 2"})
		r.core.Catalog.SetListed(connection, listed)
		r.catchUp()
		asks := func() bool { return r.says("is no longer offered") }
		r.press("Dictate")
		if !asks() || r.Dictating() {
			t.Fatalf("dictating %v; it says %q", r.Dictating(), seen.Texts(r.canvas))
		}
		r.core.Settings.Change(func(s *settings.Settings) { s.Transcription.Models = map[chat.ID]string{connection: "whisper-2"} })
		if r.catchUp(); asks() {
			t.Error("it was answered in the settings, and is still asked")
		}
		r.core.Settings.Change(func(s *settings.Settings) { s.Transcription.Models = map[chat.ID]string{connection: gone} })
		r.catchUp()
		r.press("Dictate")
		if r.catchUp(); !asks() {
			t.Fatalf("it says %q", seen.Texts(r.canvas))
		}
		if r.NewChat(); asks() {
			t.Error("it is asked in another chat")
		}
		r.press("Dictate")
		r.press("Keep " + gone)
		r.dictates(dictation.Listening)
		r.catchUp()
		if asks() {
			t.Error("it was answered, and is still asked")
		}
		r.EndDictation()
		r.catchUp()
	})
}

// A voice chat: speak, pause, hear the reply, interrupt it, and end.
func TestEachStepOfAVoiceChat(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		large := func() bool { return r.Scene() != r.scene }
		r.press("Voice chat")
		r.voiceChats(voicechat.Listening)
		if !large() || !r.Dictating() || any(r.canvas.Focused()) != any(r.dictation.large.view) {
			t.Errorf("large %v, dictating %v, focused %T", large(), r.Dictating(), r.canvas.Focused())
		}
		r.press("Show chat")
		if large() {
			t.Error("the chat is not shown")
		}
		if r.dictation.EnlargeVoiceChat(); !large() {
			t.Error("it is not large again")
		}
		r.speaks()
		r.voiceChats(voicechat.Speaking)
		if got := r.asked(); r.open.ID == "" || len(got) != 1 || !strings.HasPrefix(got[0], pearTree) {
			t.Errorf("open %q, asked %q", r.open.ID, got)
		}
		r.dictation.StopListening() // interrupts
		r.voiceChats(voicechat.Listening)
		r.until("the end of the silence", func() bool { return r.core.VoiceChat.Snapshot().Phase == voicechat.Ended })
		r.catchUp()
		if large() || !r.says("Voice chat ended after a minute of silence.") || r.canvas.Focused() == nil {
			t.Errorf("large %v; it says %q", large(), seen.Texts(r.canvas))
		}
		r.press("Continue voice chat")
		r.voiceChats(voicechat.Listening)
		if r.says("Voice chat ended") {
			t.Error("it still says that it ended")
		}
		r.dictation.ToggleVoiceChat()
		r.voiceChats(voicechat.Idle)
		if large() || r.Dictating() {
			t.Errorf("ended: large %v, dictating %v", large(), r.Dictating())
		}

		r.microphone.SetError(microphone.ErrNoDevice)
		r.press("Voice chat")
		r.voiceChats(voicechat.Failed)
		if large() || !r.says("No microphone found.") {
			t.Errorf("large %v; it says %q", large(), seen.Texts(r.canvas))
		}
		r.microphone.SetError(nil)
		r.press("Try again")
		r.voiceChats(voicechat.Listening)
		r.NewChat()
		r.voiceChats(voicechat.Idle)
		if r.says("No microphone found.") || r.Dictating() {
			t.Errorf("in another chat it says %q", seen.Texts(r.canvas))
		}
	})
}

// What ends a dictation is said at once, while the service is still at work.
func TestWhatEndsADictationIsSaidAtOnce(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.core.Settings.Change(func(s *settings.Settings) {
			s.Transcription.Models = map[chat.ID]string{r.open.connection(): practice.FailingModel + "/no-answer"}
		})
		r.listens()
		r.speaks()
		r.microphone.Unplug()
		r.dictates(dictation.Transcribing)
		if r.catchUp(); !r.says("The microphone was disconnected.") {
			t.Errorf("it says %q", seen.Texts(r.canvas))
		}
		if r.EndDictation(); !r.says(staysInRecordings) {
			t.Errorf("after the end it says %q", seen.Texts(r.canvas))
		}
	})
}

// What was said in a voice chat and not stored is in the message.
func TestASpokenMessageThatTheDiskRefusesIsWritten(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.press("Voice chat")
		r.voiceChats(voicechat.Listening)
		heal := r.failing("message")
		r.speaks()
		r.until("the words", func() bool { return strings.HasPrefix(r.composer.Draft().Text, pearTree) })
		if r.catchUp(); !r.says("What you said is in the message box and wasn't sent.") {
			t.Errorf("it says %q", seen.Texts(r.canvas))
		}
		heal()
		r.EndDictation()
		r.catchUp()
	})
}
