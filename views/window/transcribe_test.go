package window

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/cost"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/assets/spoken"
	"parlando/client/practice"
	"parlando/media/audio"
	"parlando/media/microphone"
	"parlando/views/seen"
	"parlando/views/shell"
	"parlando/views/words"
)

// recordingIn writes one of the recordings that Parlando brings along into a folder, as a file of
// the user's own.
func recordingIn(t *testing.T, dir, name string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, spoken.Sound("pear-tree.mp3"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// transcribesWith chooses a model for what is asked about, by its name.
func (p *user) transcribesWith(model string) {
	p.t.Helper()
	p.holds(fyne.KeyM)
	p.clicks("Enter a model name…")
	p.types(model)
	p.clicks("Use")
}

// deletesOpen deletes the transcript or recording that is open, with the keyboard.
func (p *user) deletesOpen() {
	p.holds(fyne.KeyL)
	p.presses(fyne.KeyDelete)
}

// becomes waits until a transcript with a title is in a state.
func (p *user) becomes(title string, state transcripts.State) transcripts.Transcript {
	p.t.Helper()
	var found transcripts.Transcript
	p.until(title+" to be "+string(state), func() bool {
		for _, t := range p.Transcripts.List() {
			if t.Title == title && t.State == state {
				found = t
				return true
			}
		}
		return false
	})
	p.wait(200 * time.Millisecond)
	return found
}

func TestASoundThatIsDamagedInPlacesSaysSoWhereItIsAddedAndPlayed(t *testing.T) {
	const damaged = "Some damaged parts are silent."
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		whole := recordingIn(t, t.TempDir(), "whole.mp3")
		data, err := os.ReadFile(filepath.Join("..", "..", "media", "audio", "testdata", "speech.flac"))
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)/2] ^= 0x55
		path := filepath.Join(t.TempDir(), "lecture.flac")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		p.drops(whole)
		p.until("it to be looked at", func() bool { return p.reads("1 request") })
		if p.drain(); p.reads(damaged) { // it was searched by then
			t.Error("a whole one is damaged")
		}
		p.drops(path)
		p.sees(damaged)
		p.clicks("Cancel")
		p.seesNot(damaged)
		p.Speech.PlayFile(speech.Source{Kind: speech.File, ID: "f"}, "lecture.flac", path)
		p.sees(damaged)
	})
}

func TestAnExampleIsAskedAboutWrittenDownAndOpened(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.clicks("Transcribe")
		p.sees("Drop a recording here")
		if got := p.screen.Title(); got != "Transcribe – Parlando" {
			t.Errorf("the window is called %q", got)
		}
		p.clicks("The old pear tree")
		p.sees("Transcribe this recording?")
		p.sees("The audio stays on this computer.")
		p.sees("1 request")
		if l := p.Transcripts.List(); len(l) != 0 {
			t.Fatalf("it began without being told: %+v", l)
		}
		p.clicks("Start")
		one := p.becomes("The old pear tree", transcripts.Done)
		if one.Lines == 0 || one.Language == "" {
			t.Errorf("%+v", one)
		}
		lines, err := p.Transcripts.Lines(t.Context(), one.ID)
		if err != nil || len(lines) == 0 {
			t.Fatal(lines, err)
		}
		p.sees(lines[0].Text)
		p.sees("English")
		p.Ledger.Flush()
		p.seesNot("English · ")
		p.Settings.Change(func(s *settings.Settings) { s.Costs.UnderReplies = true })
		total, err := p.Ledger.Transcripts(t.Context())
		if err != nil || len(total[one.ID].Sum.Amounts) != 1 {
			t.Errorf("the costs are %+v, %v", total, err)
		}
		p.sees("English · " + words.CostText(total[one.ID].Sum))
	})
}

func TestFilesAreDroppedAnywhereAndLeftOut(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		dir := t.TempDir()
		deep := filepath.Join(dir, "more")
		if err := os.Mkdir(deep, 0o700); err != nil {
			t.Fatal(err)
		}
		recordingIn(t, dir, "one.mp3")
		recordingIn(t, deep, "two.wav") // an ending that is not true
		for name, words := range map[string]string{"list.txt": "nothing to hear", ".hidden.mp3": "hidden"} {
			if err := os.WriteFile(filepath.Join(deep, name), []byte(words), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		p := h.looksAround()
		p.drops(dir)
		p.sees("Transcribe these recordings?")
		p.until("both to be looked at", func() bool { return p.reads("2 files") && !p.reads("Checking") })
		if p.reads("list.txt") || p.reads("hidden") {
			t.Error("what is no sound was taken from a folder")
		}
		p.clicks("Remove one.mp3")
		p.hasNot("Remove one.mp3")
		p.presses(fyne.KeyEscape)
		p.seesNot("Transcribe this recording?")
		if l := p.Transcripts.List(); len(l) != 0 {
			t.Errorf("something began: %+v", l)
		}
		// A sound that cannot be read is named, and there is a way out.
		call := filepath.Join(deep, "call.amr")
		if err := os.WriteFile(call, []byte("#!AMR\n\x3c\x55"), 0o600); err != nil {
			t.Fatal(err)
		}
		p.drops(call)
		p.sees("Parlando can't read AMR.")
		p.presses(fyne.KeyEscape)
		p.seesNot("Parlando can't read AMR.")
		// Also in the chat, whatever the ending.
		sun := filepath.Join(deep, "sun.au")
		if err := os.WriteFile(sun, []byte(".snd\x00\x00\x00\x20"+strings.Repeat("\x00", 60)), 0o600); err != nil {
			t.Fatal(err)
		}
		p.clicks("Chat")
		p.drops(sun)
		p.sees("Parlando can't read Sun audio.")
		p.sees("Save or export it as MP3, M4A or WAV and add that file.")
		// In Transcribe it is said of each file why it is none.
		p.drops(filepath.Join(deep, "list.txt"))
		p.sees("Parlando can't read this audio file.")
		p.clicks("Start")
		if l := p.Transcripts.List(); len(l) != 0 {
			t.Errorf("something began: %+v", l)
		}
	})
}

func TestATextGoesToSpeakAndASoundFromThereToTranscribe(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		dir := t.TempDir()
		note := filepath.Join(dir, "note.txt")
		if err := os.WriteFile(note, []byte("Words to be read."), 0o600); err != nil {
			t.Fatal(err)
		}
		p := h.looksAround()
		p.opensSpeak()
		p.drops(note)
		p.until("the text", func() bool { return p.speak.TextBox().Text() == "Words to be read." })
		p.pastes("file://" + recordingIn(t, dir, "memo.mp3"))
		p.sees("Transcribe this recording?")
		p.sees("memo.mp3")
	})
}

func TestAFileThatIsGoneAtTheStartIsTold(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		path := recordingIn(t, t.TempDir(), "Lecture 3.mp3")
		p := h.looksAround()
		p.drops(path)
		p.until("it to be looked at", func() bool { return p.reads("1 request") })
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		p.clicks("Start")
		p.sees("Lecture 3.mp3: The audio file was moved or deleted.")
	})
}

func TestWhatFailsIsSaidAndTriedAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := practice.New(practice.Options{}).Transport()
		h.net.service = service
		p := h.start()
		p.fillsIn("api.example.org", practice.Key)
		p.has("Message")
		h.net.service = nil
		p.drops(recordingIn(t, t.TempDir(), "Lecture 3.mp3"))
		p.until("it to be looked at", func() bool { return p.reads("1 request") })
		p.sees("Start sends the audio to api.example.org.")
		p.clicks("Start")
		p.becomes("Lecture 3", transcripts.Failed)
		p.sees("The service can't be reached.")
		p.sees("Details")
		h.net.service = service
		p.holds(fyne.KeyR)
		p.becomes("Lecture 3", transcripts.Done)
	})
}

func TestTheCostOfATranscriptIsSaidBeforeItIsStarted(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = practice.New(practice.Options{}).Transport()
		p := h.start()
		p.fillsIn("api.example.org", practice.Key)
		p.has("Message")
		p.drops(recordingIn(t, t.TempDir(), "Lecture 3.mp3"), recordingIn(t, t.TempDir(), "Lecture 4.mp3"))
		p.until("both to be looked at", func() bool { return p.reads("2 requests") })
		p.sees("Transcribe these recordings?")
		p.sees("Cost: about 0.0070 practice credits")
		current, _ := p.Connections.Current()
		hour := int64(36_000_000) // a cent a second
		p.Catalog.SetPrice(current.ID, p.Transcripts.DefaultModel(current.ID), &cost.Price{Currency: "USD", AudioHour: &hour})
		p.clicks("Keep a copy of the audio in Parlando") // shows the question again
		p.sees("Cost: about $")
	})
}

func TestATranscriptIsRenamedDeletedAndComesBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.drops(recordingIn(t, t.TempDir(), "memo.mp3"))
		p.until("it to be looked at", func() bool { return p.reads("1 request") })
		p.clicks("Start")
		one := p.becomes("memo", transcripts.Done)
		p.holds(fyne.KeyL)
		p.presses(fyne.KeyF2)
		p.types("Pears")
		p.presses(fyne.KeyReturn)
		p.becomes("Pears", transcripts.Done)
		p.presses(fyne.KeyDelete)
		p.until("it to go", func() bool { return len(p.Transcripts.List()) == 0 })
		p.sees("Pears was deleted.")
		p.clicks("Undo")
		p.until("it to come back", func() bool {
			l := p.Transcripts.List()
			return len(l) == 1 && l[0].ID == one.ID
		})
		p.sees("Pears")

		// The search of the sidebar finds it, from anywhere.
		lines, err := p.Transcripts.Lines(t.Context(), one.ID)
		if err != nil || len(lines) == 0 {
			t.Fatal(lines, err)
		}
		p.clicks("New chat")
		p.holds(fyne.KeyK)
		p.types(strings.Fields(lines[len(lines)-1].Text)[1])
		p.until("a hit", func() bool { return p.named("Pears") || p.reads("Pears") })
		p.presses(fyne.KeyReturn)
		p.until("the page", func() bool { return p.transcribe.ShownTranscript() == one.ID })
	})
}

func TestARecordingIsMadeHeardAndWrittenDown(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.holdsWith(fyne.KeyT, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
		h.microphone.SetNoise(0)
		p.clicks("Record now")
		p.until("the recording", func() bool { return p.Recordings.Live().Phase == recordings.Hearing })
		p.wait(3 * time.Second)
		p.sees("No sound from the microphone. Is it")
		h.microphone.SetNoise(40)
		h.microphone.QueueSamples(spokenSamples(t, "pear-tree.mp3"))
		p.until("somebody to be heard", func() bool { return p.Recordings.Live().Voice })
		p.wait(time.Second)
		p.seesNot("No sound from the microphone")
		p.wait(50 * time.Second)
		p.clicks("Stop")
		p.sees("Recorded ")
		l := p.Recordings.List()
		if len(l) != 1 || l[0].State != recordings.Kept {
			t.Fatalf("%+v", l)
		}
		if got := p.Transcripts.List(); len(got) != 0 {
			t.Fatalf("it was sent without being told: %+v", got)
		}
		p.clicks("Play")
		p.until("the sound", func() bool { return p.Speech.Snapshot().Source.ID == string(l[0].ID) })
		p.Speech.Stop()
		p.drain()
		p.pressesControl("Transcribe")
		p.sees("Transcribe this recording?")
		p.until("it to be looked at", func() bool { return p.reads("1 request") })
		p.clicks("Start")
		p.until("the text", func() bool {
			l := p.Transcripts.List()
			return len(l) == 1 && l[0].State == transcripts.Done
		})
		text, err := p.Transcripts.Lines(t.Context(), p.Transcripts.List()[0].ID)
		if err != nil || len(text) < 3 {
			t.Fatalf("%d lines, %v", len(text), err)
		}

		// Deleting it can be taken back.
		p.transcribe.ShowRecordings()
		p.deletesOpen()
		p.sees("was deleted.")
		if n := len(p.Recordings.List()); n != 0 {
			t.Errorf("%d recordings are left", n)
		}
		p.clicks("Undo")
		p.until("it to come back", func() bool { return len(p.Recordings.List()) == 1 })
	})
}

// recordingInTitle is how long the recording is that is running, as the title of the window says
// it.
func (p *user) recordingInTitle() string {
	elapsed, _, _ := strings.Cut(strings.TrimPrefix(p.screen.Title(), "● Recording "), " – ")
	return elapsed
}

func TestARecordingIsSeenOnEveryPageAndAClickLeadsBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(1024, 700) // an open transcript takes the place of the list
		p := h.looksAround()
		p.opensExample()
		p.clicks("Record")
		p.until("the recording", func() bool { return p.Recordings.Live().Phase == recordings.Hearing })
		for _, leave := range []func(){
			func() { p.clicks("New chat") },
			func() { p.holds(fyne.KeyT) },
			func() {},
		} {
			leave()
			before := p.recordingInTitle()
			p.wait(3 * time.Second)
			elapsed := p.recordingInTitle()
			if elapsed <= before || !p.reads(elapsed) {
				t.Errorf("the recording was at %q, three seconds later at %q", before, elapsed)
			}
			title := p.screen.Title()
			if !strings.HasSuffix(title, "Parlando") {
				t.Errorf("the window is called %q", title)
			}
			if !p.named("Transcribe, recording: " + elapsed) {
				t.Error("screen readers are not told")
			}
		}
		p.screen.Resize(fyne.NewSize(720, 700)) // the sidebar folds away
		p.drain()
		p.clicks("Show sidebar. Recording in progress.")
		p.clicks("Transcribe")
		p.sees("Recording · 0:")
		p.clicks("Stop")
		p.sees("Recorded ")
		p.until("the title of before", func() bool { return p.screen.Title() == "Transcribe – Parlando" })
		p.hasNot("Transcribe, recording")
	})
}

// spokenSamples is what one of the recordings sounds like to a microphone.
func spokenSamples(t *testing.T, name string) []int16 {
	t.Helper()
	d, err := audio.NewDecoder(bytes.NewReader(spoken.Sound(name)))
	if err != nil {
		t.Fatal(err)
	}
	d = audio.Resample(d, microphone.Rate)
	var all []int16
	some := make([]float32, 4800)
	for {
		n, err := d.Read(some)
		for _, s := range some[:n] {
			all = append(all, int16(s*32767))
		}
		if err != nil {
			return all
		}
	}
}

func TestTheToastStandsRightAfterSwitchingAndResizing(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		inside := func(when string) {
			t.Helper()
			p.drain()
			at, size, body := p.frame.Toasts().Position(), p.frame.Toasts().Size(), p.canvas.Content().Size()
			left := float32(0)
			if p.sidebar.Visible() {
				left = p.sidebar.Size().Width
			}
			right := body.Width
			if s := p.frame.Page().Scene(); s.PanelBeside {
				right -= s.Panel.Size().Width + 1
			}
			if at.X != left || at.Y != p.body().Position().Y || at.X+size.Width != right || at.Y+size.Height > body.Height {
				t.Errorf("%s: the toasts are at %v, %v of %v", when, at, size, body)
			}
			if b, ok := p.body().(shell.FootHolder); ok && at.Y+size.Height != p.body().Position().Y+p.body().Size().Height-b.FootHeight() {
				t.Errorf("%s: the toasts lie over the foot: %v, %v", when, at, size)
			}
		}
		p.frame.Toasts().Say("Something", "", nil)
		inside("chat")
		for _, width := range []float32{1280, 720, 1000} {
			p.screen.Resize(fyne.NewSize(width, 800))
			for _, show := range []func(){p.ShowSpeak, p.ShowTranscribe, p.chat.NewChat, p.ShowTranscribe, p.ShowSpeak} {
				show()
				inside(p.frame.Page().Title())
			}
		}
	})
}

func TestTheButtonsOfTheQuestionComeBelowTheToast(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.ShowTranscribe()
		p.frame.Toasts().SayUntilClosed("Something", "", nil)
		p.clicks("The old pear tree")
		p.sees("Transcribe this recording?")
		start := seen.Find(p.canvas, true, "Start").Best()
		if end := p.frame.Toasts().Position().Y + p.frame.Toasts().Size().Height; end > start.Position.Y {
			t.Errorf("the toast may reach to %v, the buttons begin at %v", end, start.Position.Y)
		}
	})
}

func TestATranscriptsPlayerComesBelowTheToast(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.clicks("Transcribe")
		p.frame.Toasts().SayUntilClosed("Something", "", nil)
		p.opensExample()
		p.has("Playback position: 0%")
		foot := p.body().Position().Y + p.body().Size().Height - p.body().(shell.FootHolder).FootHeight()
		if end := p.frame.Toasts().Position().Y + p.frame.Toasts().Size().Height; end > foot {
			t.Errorf("the toast may reach to %v, the player begins at %v", end, foot)
		}
	})
}

func TestWhereNoModelForTranscriptsIsListedWhisperIsOffered(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.Catalog.SetListed(p.Settings.Get().Connection, nil)
		p.clicks("Transcribe")
		p.clicks("The old pear tree")
		p.sees("1 request")
		p.has("Model: whisper-1")
		p.clicks("Start")
		if one := p.becomes("The old pear tree", transcripts.Failed); one.Model != "whisper-1" {
			t.Errorf("%+v", one) // practice has none of this name
		}
	})
}
