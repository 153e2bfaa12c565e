package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"

	"parlando/app/problem"
	"parlando/app/speech"
	"parlando/app/speechexports"
	"parlando/views/seen"
	"parlando/views/shell"
)

// train is a short text with two paragraphs.
const train = "The last train had gone, and the platform was quiet. Marta sat down on her suitcase and laughed. She had missed it by one minute.\n\n" +
	"Across the road the café was still open. Somebody was stacking chairs."

// opensSpeak goes to the page.
func (p *user) opensSpeak() {
	p.t.Helper()
	p.holds(fyne.KeyT)
	p.has("Text to read aloud")
}

// opensVoices opens the panel of the page and goes back to the text.
func (p *user) opensVoices() {
	p.t.Helper()
	p.clicks("Voice: ")
	p.clicks("More voices and settings…")
	p.has("File type for saving:")
	p.holds(fyne.KeyL)
}

// pastes puts words on the clipboard and presses Ctrl V.
func (p *user) pastes(words string) {
	p.t.Helper()
	board := test.NewClipboard()
	board.SetContent(words)
	f, ok := p.canvas.Focused().(fyne.Shortcutable)
	if !ok {
		p.t.Fatal("nothing that can be pasted into has the focus")
	}
	f.TypedShortcut(&fyne.ShortcutPaste{Clipboard: board})
	p.drain()
}

// reading waits until something of a kind is heard.
func (p *user) reading(kind speech.SourceKind) speech.Snapshot {
	p.t.Helper()
	var s speech.Snapshot
	p.until("the sound of a "+string(kind), func() bool {
		s = p.Speech.Snapshot()
		return s.Phase == speech.Playing && s.Source.Kind == kind
	})
	p.drain()
	return s
}

func (p *user) marked() string {
	from, to := p.speak.TextBox().Reading(), p.Speech.Snapshot()
	if !from {
		return ""
	}
	return p.speak.TextBox().Text()[to.Start:to.End]
}

// What is pressed to listen is under the mouse while it is read, and after.
func TestListenStaysUnderTheMouse(t *testing.T) {
	for _, width := range []float32{1280, 720} {
		story(t, func(t *testing.T, h *home) {
			p := h.looksAround()
			p.opensSpeak()
			p.pastes(train)
			p.screen.Resize(fyne.NewSize(width, 800))
			p.drain()
			mouse, before := p.has("Listen"), p.body().Size()
			p.clicks("Listen")
			p.reading(speech.Document)
			p.until("the button to pause", func() bool { return p.named("Pause") })
			pause := seen.Find(p.canvas, true, "Pause").Control
			if pause == nil || pause.Center() != mouse {
				t.Fatalf("%v wide: the mouse is at %v, Pause at %+v", width, mouse, pause)
			}
			p.has("Stop reading")
			p.has("Save audio…")
			p.until("the end", func() bool { return p.Speech.Snapshot().Phase == speech.Idle })
			if got := p.has("Listen"); got != mouse {
				t.Errorf("%v wide: Listen is at %v and was at %v; the page is %v and was %v", width, got, mouse, p.body().Size(), before)
			}
		})
	}
}

func TestATextIsHeardAndMadeIntoAFile(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		folder := t.TempDir()
		p := h.looksAround()
		p.opensSpeak()
		disabled := 0
		seen.Walk(p.canvas, true, func(o fyne.CanvasObject, _ fyne.Position) {
			b, ok := o.(interface{ Disabled() bool })
			if name := seen.Label(o); ok && b.Disabled() && (name == "Listen" || name == "Save audio…") {
				disabled++
			}
		})
		if disabled != 2 {
			t.Errorf("Listen or Save audio… can be pressed for an empty text")
		}
		p.pastes(train)
		p.sees("37 words")
		p.sees("about 0:1")
		p.opensVoices()

		// A voice is tried on the first sentence.
		p.clicks("Try the voice Echo")
		if s := p.reading(speech.VoiceSample); s.Source.ID != "echo" || s.Sentences != 1 {
			t.Errorf("tried %+v", s)
		}
		p.until("the end of the trial", func() bool { return p.Speech.Snapshot().Phase == speech.Idle })
		p.clicks("Echo")
		if got := p.Settings.Get().Speech.Voice; got != "echo" {
			t.Errorf("the voice is %q", got)
		}

		// It is heard, and the sentence is marked.
		p.clicks("Listen")
		if s := p.reading(speech.Document); s.Voice.Voice != "echo" {
			t.Errorf("%s reads", s.Voice.Voice)
		}
		p.until("the first sentence", func() bool { return p.marked() == "The last train had gone, and the platform was quiet." })
		p.hasNot("Listen")
		p.until("the second sentence", func() bool { return strings.HasPrefix(p.marked(), "Marta sat down") })
		p.types("x")
		p.sees("Stop reading to edit the text.")
		if p.speak.TextBox().Text() != train {
			t.Error("the text was changed while it was read")
		}
		p.speak.TextBox().OnChoose(strings.Index(train, "stacking"))
		p.until("the sentence that was clicked", func() bool { return strings.HasPrefix(p.marked(), "Somebody") })
		p.until("the end", func() bool { return p.Speech.Snapshot().Phase == speech.Idle })
		p.has("Listen")

		// It is made into a file.
		p.frame.Files().RememberFolder(shell.SaveSound, folder)
		p.clicks("Save audio…")
		p.sees("MP3 file, to be saved in")
		p.presses(fyne.KeyReturn)
		p.until("the file", func() bool {
			l := p.SpeechExports.List()
			return len(l) == 1 && l[0].State == speechexports.Done
		})
		p.sees("Saved as")
		made, _ := filepath.Glob(filepath.Join(folder, "*.mp3"))
		if len(made) != 1 {
			t.Fatalf("in the folder lie %v", made)
		}
		title := p.SpeechExports.List()[0].Title
		p.sees("Saved audio")
		p.clicks("Play " + title)
		p.reading(speech.File)
		p.clicks("Pause " + title)
		p.until("the pause", func() bool { return p.Speech.Snapshot().Phase == speech.Paused })
		p.Speech.Stop()

		p.clicks("More about " + title)
		p.clicks("Delete")
		p.until("the empty list", func() bool { return len(p.SpeechExports.List()) == 0 })
		p.clicks("Undo")
		p.until("the file to come back", func() bool { return len(p.SpeechExports.List()) == 1 })
		p.has("Play " + title)
	})
}

func TestTheTextOfSpeakIsThereAtTheNextStart(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensSpeak()
		p.pastes(train)
		p.types("!")
		p.quit()
		p = h.start()
		p.opensSpeak()
		p.until("the text", func() bool { return p.speak.TextBox().Text() == train+"!" })
	})
}

func TestListeningFromTheCursorAndToTheSelection(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensSpeak()
		p.pastes(train)
		at := strings.Index(train, "Marta")
		p.speak.TextBox().SetCaret(at)
		p.speak.TextBox().OnMoved()
		p.sees("37 words · reads from the cursor")
		p.seesNot("about 0:1") // the length of all of it
		p.clicks("Listen from cursor")
		if s := p.reading(speech.Document); s.Start != at {
			t.Errorf("it begins at %d, want %d", s.Start, at)
		}
		p.Speech.Stop()
		p.has("Listen from cursor")
		p.pressesControl("More")
		p.clicks("Listen from the start")
		if s := p.reading(speech.Document); s.Start != 0 {
			t.Errorf("it begins at %d", s.Start)
		}
		p.Speech.Stop()
		p.drain()
		p.canvas.Focus(p.speak.TextBox())
		p.canvas.Focused().(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutSelectAll{})
		p.sees("37 words · reads the selection")
		p.clicks("Listen to selection")
		if s := p.reading(speech.Document); s.Sentences != 5 {
			t.Errorf("%d sentences", s.Sentences)
		}
	})
}

func TestWhatPlaysGoesOnInAChatAndSpeakComesBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.opensSpeak()
		p.pastes(train)
		p.clicks("Listen")
		p.reading(speech.Document)
		p.clicks("New chat")
		p.sees("What can I help with?")
		p.hasNot("Text to read aloud")
		if s := p.Speech.Snapshot(); s.Phase == speech.Idle {
			t.Error("what played has ended")
		}
		p.holds(fyne.KeyT)
		p.sees("Open a text…")
		if !p.speak.TextBox().Reading() {
			t.Error("the page does not show what is read")
		}
		p.presses(fyne.KeyEscape)
		if s := p.Speech.Snapshot(); s.Phase == speech.Idle {
			t.Error("Escape ended what is read")
		}
	})
}

func TestAFileIsOpenedAndThatIsTakenBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		path := filepath.Join(t.TempDir(), "chapter.md")
		if err := os.WriteFile(path, []byte("# Chapter one\n\nIt *began* so."), 0o600); err != nil {
			t.Fatal(err)
		}
		p := h.looksAround()
		p.opensSpeak()
		p.pastes(train)
		p.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(path)})
		p.until("the file", func() bool { return strings.HasPrefix(p.speak.TextBox().Text(), "# Chapter one") })
		if !p.speak.Draft().Markdown {
			t.Error("it is read as plain text")
		}
		p.clicks("Undo")
		if got := p.speak.TextBox().Text(); got != train || p.speak.Draft().Markdown {
			t.Errorf("the text before did not come back: %q", got)
		}
		p.pressesControl("More")
		p.clicks("Clear")
		p.seesNot("words")
		p.clicks("Undo")
		if got := p.speak.TextBox().Text(); got != train {
			t.Errorf("the text did not come back: %q", got)
		}
		p.speak.AcceptFiles([]string{filepath.Join(t.TempDir(), "nothing.txt")})
		p.sees("nothing.txt: The file couldn't be read.")
	})
}

func TestAMegabyteIsPastedKeptAndHeardFromTheMiddle(t *testing.T) {
	if testing.Short() {
		t.Skip("the estimate takes a second")
	}
	story(t, func(t *testing.T, h *home) {
		long := strings.Repeat(train+"\n\n", 5000)
		p := h.looksAround()
		p.opensSpeak()
		p.pastes(long)
		if got := p.speak.TextBox().Text(); got != long {
			t.Fatalf("of %d bytes %d are there", len(long), len(got))
		}
		p.sees("185,000 words")
		p.sees("about 18:3")
		at := (len(train) + 2) * 2500
		p.speak.TextBox().SetCaret(at)
		p.speak.TextBox().OnMoved()
		p.clicks("Listen from cursor")
		if s := p.reading(speech.Document); s.Start != at {
			t.Errorf("it begins at %d, want %d", s.Start, at)
		}
		p.Speech.Stop()
		p.quit()
		p = h.start()
		p.opensSpeak()
		p.until("the text", func() bool { return p.speak.TextBox().Text() == long })
	})
}

func TestANarrowWindowHasThePanelAsASheet(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(720, 800)
		p := h.looksAround()
		p.opensSpeak()
		p.has("Save audio…")
		p.pastes(train)
		p.clicks("Voice: ")
		p.clicks("More voices and settings…")
		p.clicks("File type for saving:")
		p.clicks("FLAC")
		if got := p.Settings.Get().Speech.Format; got != "flac" {
			t.Errorf("the format is %q", got)
		}
		p.presses(fyne.KeyEscape)
		p.hasNot("File type for saving: FLAC")
		p.clicks("Listen")
		p.reading(speech.Document)
	})
}

// The menu of the voices has all that the small bar has no room for, and Escape closes the panel
// beside the text, too.
func TestTheMenuOfTheVoices(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensSpeak()
		p.pastes(train)
		p.clicks("Voice: Nova")
		p.clicks("Echo")
		p.has("Voice: Echo")
		if got := p.Settings.Get().Speech.Voice; got != "echo" {
			t.Errorf("the voice is %q", got)
		}
		p.clicks("Voice: Echo")
		p.clicks("This computer's voice")
		p.has("Voice: This computer")
		p.clicks("Voice: ")
		p.pressesControl("Volume")
		p.presses(fyne.KeyHome)
		if got := p.Settings.Get().Speech.Volume; got != 0 {
			t.Errorf("the volume is %v", got)
		}
		p.presses(fyne.KeyEscape)
		p.opensVoices()
		if p.frame.PanelIsSheet() {
			t.Error("the panel covers the text")
		}
		p.presses(fyne.KeyEscape)
		p.hasNot("File type for saving: MP3")
		p.hasKeyboard("Text to read aloud")
	})
}

func TestAModelForSpeechIsChosenAndTyped(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensSpeak()
		p.opensVoices()
		p.clicks("Quality:")
		p.sees("Practice voice mini (practice-tts-mini)") // which the service lists
		p.clicks("High")
		if v := p.Speech.PreferredVoice(); v.Model != "tts-1-hd" {
			t.Errorf("the model is %q", v.Model)
		}
		p.holds(fyne.KeyM)
		p.clicks("Enter a model name…")
		p.types("tts-of-tomorrow")
		p.presses(fyne.KeyReturn)
		if v := p.Speech.PreferredVoice(); v.Model != "tts-of-tomorrow" {
			t.Errorf("the model is %q", v.Model)
		}
		p.sees("tts-of-tomorrow")
	})
}

func TestAVoiceIsTypedAndRemembered(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensSpeak()
		p.pastes(train)
		p.opensVoices()
		p.clicks("Enter a voice name…")
		p.sees("Some services have more voices than those in the list.")
		p.types("af_heart")
		p.presses(fyne.KeyReturn)
		if v := p.Speech.PreferredVoice(); v.Voice != "af_heart" || v.Local {
			t.Errorf("the voice is %+v", v)
		}
		p.has("Try the voice af_heart")
		p.clicks("Listen")
		p.until("practice to refuse the voice", func() bool { return p.Speech.Snapshot().Problem.Kind != "" })
		if got := p.Speech.Snapshot().Problem; got.Kind != problem.RefusedSetting || got.Refusal == nil || got.Refusal.Field != "voice" || !strings.Contains(got.Detail, "'voice'") {
			t.Errorf("the problem is %+v", got)
		}
		p.sees("This model doesn't have the voice af_heart.")
		p.has("Choose a voice")
		p.clicks("Stop reading")
		p.wait(time.Second) // less than the place of a hidden player is kept
		foot := p.frame.Page().Scene().Foot
		if below := p.canvas.Size().Height - foot.Position().Y - foot.Size().Height; below > 16 {
			t.Errorf("a band of %v is left at the foot of the page", below)
		}
		p.quit()
		p = h.start()
		p.opensSpeak()
		p.has("Voice: af_heart")
		p.opensVoices()
		p.has("Try the voice af_heart")
	})
}
