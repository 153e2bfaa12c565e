package composer

import (
	"testing"
	"time"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"parlando/app/chat"
	"parlando/app/recordings"
	"parlando/views/dictating"
	"parlando/views/theme"
)

// caretAt puts the caret before the nth character.
func (w *world) caretAt(at int) {
	all := []rune(w.box.Text())
	w.box.SetCaret(len(string(all[:min(at, len(all))])))
}

// caret is the number of characters before the caret.
func (w *world) caret() int { return utf8.RuneCountInString(w.box.Text()[:w.box.Caret()]) }

func TestWhatWasDictatedStandsWhereTheCaretWas(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		at      int
		meant   func(w *world)
		want    string
		caretAt int
	}{
		"in an empty box":        {"", 0, nil, "Hello there.", 12},
		"behind a word":          {"One", 3, nil, "One Hello there.", 16},
		"between two words":      {"One two", 3, nil, "One Hello there. two", 16},
		"before a word":          {"two", 0, nil, "Hello there. two", 13},
		"in brackets":            {"One ()", 5, nil, "One (Hello there.)", 17},
		"on a new line":          {"One\n", 4, nil, "One\nHello there.", 16},
		"before a comma":         {"One, two", 3, nil, "One Hello there., two", 16},
		"while it is typed on":   {"One two", 3, func(w *world) { w.caretAt(7); w.write(" three") }, "One Hello there. two three", 26},
		"while it is typed at":   {"One", 3, func(w *world) { w.write(" and") }, "One and Hello there.", 20},
		"while it is typed over": {"One two three", 13, func(w *world) { w.SetDraft(chat.Draft{Text: "x"}) }, "x Hello there.", 14},
		"while it is sent":       {"One two", 3, func(w *world) { w.SetDraft(chat.Draft{}) }, "Hello there.", 12},
		"while more is before":   {"One two", 3, func(w *world) { w.caretAt(0); w.write("Oh. ") }, "Oh. One Hello there. two", 4},
		"while it is deleted": {"One two", 7, func(w *world) {
			for range 4 {
				w.key(fyne.KeyBackspace)
			}
		}, "One Hello there.", 16},
		"accents before": {"Äöü ß", 3, nil, "Äöü Hello there. ß", 16},
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t, theme.Light, 768)
			w.write(c.text)
			w.caretAt(c.at)
			w.MarkCaret()
			if c.meant != nil {
				c.meant(w)
			}
			w.Insert("Hello there.")
			if w.box.Text() != c.want || w.caret() != c.caretAt {
				t.Errorf("%q with the caret at %d", w.box.Text(), w.caret())
			}
			if last := w.changed[len(w.changed)-1]; last.Text != c.want {
				t.Errorf("told %q", last.Text)
			}
		})
	}
}

func TestWhatIsChosenIsNotReplaced(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.write("One two")
	w.box.TypedShortcut(&fyne.ShortcutSelectAll{})
	w.MarkCaret()
	w.Insert("Hello.")
	if w.box.Text() != "One two Hello." {
		t.Errorf("%q", w.box.Text())
	}
}

func TestWhatWasDictatedIsOneStepThatCanBeUndone(t *testing.T) {
	w := open(t, theme.Light, 500)
	words := "The quick brown fox jumps over the lazy dog and runs, and it is late. "
	w.write(words + words)
	w.caretAt(100)
	w.MarkCaret()
	w.Insert("Hello there, this is me.")
	long := w.box.Text()
	w.box.Undo()
	if w.box.Text() != words+words {
		t.Errorf("%q", w.box.Text())
	}
	w.box.Redo()
	if w.box.Text() != long {
		t.Errorf("%q", w.box.Text())
	}
}

func TestTheOriginalTakesThePlaceOfTheTidyOne(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.write("One two")
	w.caretAt(3)
	w.MarkCaret()
	w.Insert("Tidy.")
	if !w.Reinsert("um tidy") || w.box.Text() != "One um tidy two" {
		t.Errorf("%q", w.box.Text())
	}
	if w.Reinsert("again") {
		t.Error("a second time")
	}
	w.Insert("More.")
	w.caretAt(0)
	w.write("x")
	if was := w.box.Text(); w.Reinsert("um more") || w.box.Text() != was {
		t.Errorf("%q", w.box.Text())
	}
}

func TestALongDictationIsAnAttachment(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.write("One")
	w.MarkCaret()
	long := make([]byte, longest+1)
	for i := range long {
		long[i] = 'a' + byte(i%7)
	}
	w.Insert(string(long))
	if d := w.Draft(); d.Text != "One" || len(d.Parts) != 1 || d.Parts[0].Text != string(long) {
		t.Errorf("%d parts", len(d.Parts))
	}
}

// hearing is a composer with a microphone.
func hearing(t *testing.T, p theme.Preference, width float32) *world {
	w := open(t, p, width)
	w.Dictation = w.page
	w.OnReadReplies = func(bool) {}
	w.rearrange()
	return w
}

func state(p dictating.Phase, voice bool) dictating.State {
	return dictating.State{Phase: p, VoiceChat: voice, Recording: "r", Live: recordings.Live{
		Phase: recordings.Hearing, Elapsed: 7 * time.Second, Level: 0.5, Voice: true, Heard: true,
	}}
}

func TestTheMicrophoneIsClickedOrPressedLong(t *testing.T) {
	w := hearing(t, theme.Light, 768)
	m := w.dictate.microphone
	e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	click := func() { m.MouseDown(e); m.MouseUp(e); m.Tapped(&e.PointEvent) }
	click()
	if len(w.asked) != 1 || w.asked[0] != "dictate" {
		t.Fatalf("a click asked for %v", w.asked)
	}
	w.SetDictation(state(dictating.Listening, false))
	if !m.Visible() || !w.dictate.bar.Visible() || w.send.Visible() {
		t.Error("the row is not there, or the button is gone")
	}
	click()
	if len(w.asked) != 2 || w.asked[1] != "dictate" {
		t.Fatalf("a second click asked for %v", w.asked)
	}
	w.SetDictation(dictating.State{})
	if w.dictate.bar.Visible() || !w.send.Visible() {
		t.Error("the row is still there")
	}
	m.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	if len(w.asked) != 3 {
		t.Fatalf("Space asked for %v", w.asked)
	}
	w.SetDictation(state(dictating.Listening, false))
	w.key(fyne.KeyEscape)
	if w.asked[3] != "end" {
		t.Fatalf("Escape asked for %v", w.asked)
	}
	w.write("x") // one can write meanwhile
	if w.box.Text() != "x" {
		t.Error("nothing can be written")
	}
}

func TestTheRowOfAConversation(t *testing.T) {
	w := hearing(t, theme.Light, 768)
	w.SetDictation(state(dictating.Listening, true))
	w.FocusDictation()
	bar := w.dictate.bar
	if w.window.Canvas().Focused() != fyne.Focusable(bar) {
		t.Fatal("the row has no keyboard")
	}
	bar.TypedRune(' ')
	bar.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	bar.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if len(w.asked) != 2 || w.asked[0] != "done" || w.asked[1] != "end" {
		t.Errorf("asked for %v", w.asked)
	}
	test.Tap(bar) // while it listens a click is no order
	w.SetDictation(state(dictating.Speaking, true))
	test.Tap(bar)
	if len(w.asked) != 3 || w.asked[2] != "done" {
		t.Errorf("asked for %v", w.asked)
	}
	bar.TypedRune('h') // who types goes on in the box
	if w.box.Text() != "h" || w.window.Canvas().Focused() != fyne.Focusable(w.box) {
		t.Errorf("%q", w.box.Text())
	}
}

// Nothing of the row lies over anything else, or outside, at any width.
func TestTheRowFits(t *testing.T) {
	muted := state(dictating.Listening, false)
	muted.Live.DigitalSilence = true
	voiceMuted := state(dictating.Listening, true)
	voiceMuted.Live.DigitalSilence = true
	states := map[string]dictating.State{
		"muted": muted, "voice muted": voiceMuted, "opening": state(dictating.Opening, false), "listening": state(dictating.Listening, false),
		"writing": state(dictating.Transcribing, false), "tidying": state(dictating.Tidying, false), "voice": state(dictating.Listening, true),
		"speaking": state(dictating.Speaking, true), "answering": state(dictating.Answering, true), "sending": state(dictating.Sending, true),
	}
	for name, s := range states {
		for _, width := range []float32{480, 560, 720, 1024} {
			w := hearing(t, theme.Light, width)
			w.SetDictation(s)
			bar := w.dictate.bar
			if end := bar.Position().Y + bar.Size().Height; end > w.Composer.Size().Height {
				t.Errorf("%s at %.0f: the row ends at %.0f of %.0f", name, width, end, w.Composer.Size().Height)
			}
			for _, o := range test.WidgetRenderer(bar).Objects()[1:] {
				if !o.Visible() || o.Size().Height < 20 {
					continue
				}
				if x := o.Position().X; x < 0 || x+o.Size().Width > bar.Size().Width+0.5 || o.Position().Y < -0.5 || o.Position().Y+o.Size().Height > bar.Size().Height+0.5 {
					t.Errorf("%s at %.0f: %T at %v, %v large, in %v", name, width, o, o.Position(), o.Size(), bar.Size())
				}
			}
		}
	}
}
