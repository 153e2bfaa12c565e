package window

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/app/chat"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/views/seen"
	"parlando/views/shell"
	"parlando/views/transcript"
	"parlando/views/words"
)

// opensExample has the example written down, and opens it.
func (p *user) opensExample() (chat.ID, []transcripts.Line) {
	p.t.Helper()
	p.ShowTranscribe()
	p.clicks("The old pear tree")
	p.sees("Transcribe this recording?")
	p.clicks("Start")
	one := p.becomes("The old pear tree", transcripts.Done)
	lines := p.linesOf(one.ID)
	p.sees(lines[0].Text)
	return one.ID, lines
}

func (p *user) linesOf(id chat.ID) []transcripts.Line {
	p.t.Helper()
	lines, err := p.Transcripts.Lines(p.t.Context(), id)
	if err != nil {
		p.t.Fatal(err)
	}
	return lines
}

// transcriptView is what shows the transcript that is open.
func (p *user) transcriptView() (view *transcript.View) {
	seen.Walk(p.canvas, true, func(o fyne.CanvasObject, _ fyne.Position) {
		if v, ok := o.(*transcript.View); ok {
			view = v
		}
	})
	return view
}

// clicksLine clicks into the words of a line, or on its time.
func (p *user) clicksLine(words string) {
	p.t.Helper()
	found := seen.Find(p.canvas, true, words)
	at := found.Text
	if at == nil {
		at = found.LongerText
	}
	if at == nil {
		p.t.Fatalf("%q is not to be seen", words)
	}
	p.clickAt(at.Position.AddXY(3, at.Size.Height/2))
	p.drain()
}

func TestALineIsChangedTakenBackAndStillThereAtTheNextStart(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		id, before := p.opensExample()
		p.clicksLine(before[1].Text)
		p.presses(fyne.KeyEnd)
		p.types(" And more.")
		p.wait(2 * time.Second)
		want := before[1].Text + " And more."
		p.until("the line to be kept", func() bool { return p.linesOf(id)[1].Text == want })
		p.presses(fyne.KeyHome)
		p.holds(fyne.KeyRight)
		p.types(" now")
		p.holds(fyne.KeyRight)
		p.presses(fyne.KeyReturn)
		p.until("the line to be divided", func() bool { return len(p.linesOf(id)) == len(before)+1 })
		for range 3 {
			p.holds(fyne.KeyZ)
			p.wait(time.Second)
		}
		p.until("all to be taken back", func() bool {
			now := p.linesOf(id)
			return len(now) == len(before) && now[1].Text == before[1].Text
		})
		p.holdsWith(fyne.KeyZ, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
		p.until("one to be made again", func() bool { return p.linesOf(id)[1].Text == want })
		// What was typed is kept, however soon the window closes.
		p.clicksLine(before[0].Text)
		p.presses(fyne.KeyHome)
		p.types("Q")
		p.quit()

		p = h.start()
		p.clicks("Transcribe")
		p.until("the transcripts", func() bool { return len(p.Transcripts.List()) == 1 })
		if now := p.linesOf(id); now[0].Text != "Q"+before[0].Text || now[1].Text != want {
			t.Errorf("it is %q and %q", now[0].Text, now[1].Text)
		}
	})
}

func TestATimeIsHeardFollowedAndTheBarIsInThePage(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		id, lines := p.opensExample()
		at := lines[1].Start
		p.has("Playback position: 0%")
		p.clicksLine(words.FixedPositionTime(at, false))
		source := speech.Source{Kind: speech.Recording, ID: string(id)}
		p.until("it to be heard", func() bool {
			s := p.Speech.Snapshot()
			return s.Phase == speech.Playing && s.Source == source && s.Place >= at && s.Place < lines[2].Start
		})
		p.drain()
		if p.frame.PlayerShown() {
			t.Error("the bar of the window is there, too")
		}
		p.until("the next line", func() bool { return p.Speech.Snapshot().Place > lines[2].Start+100*time.Millisecond })
		p.wait(400 * time.Millisecond)
		if got := p.transcriptView().PlayingLine(); got != 2 {
			t.Errorf("line %d is marked", got)
		}
		p.until("the picture of the sound", func() bool { return p.Waveforms.Get(id).Whole })
		p.clicks("New chat")
		p.until("the bar of the window", func() bool { return p.frame.PlayerShown() })
		if len(p.Waveforms.Get(id).Levels) > 0 {
			t.Error("the sound of a page that was left is still looked through")
		}
		p.clicks("Transcribe")
		p.until("the picture again", func() bool { return p.Waveforms.Get(id).Whole })
		p.until("the bar of the page", func() bool { return !p.frame.PlayerShown() })
		// A line again and again.
		p.clicksLine(lines[1].Text)
		p.presses(desktop.KeyMenu)
		p.clicks("Repeat this line")
		p.wait(3 * (lines[1].End - lines[1].Start))
		if s := p.Speech.Snapshot(); s.Source != source || s.Place > lines[1].End+100*time.Millisecond || s.Place < lines[1].Start {
			t.Errorf("it is at %v of %v to %v", s.Place, lines[1].Start, lines[1].End)
		}
		p.Speech.Stop()
		p.drain()
	})
}

func TestATranscriptIsSearchedSavedAndReadAloud(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		id, lines := p.opensExample()
		p.holds(fyne.KeyF)
		word := strings.Fields(lines[2].Text)[1]
		p.types(strings.ToUpper(word))
		p.sees("1 of ")
		p.presses(fyne.KeyEscape)
		p.clicks("More")
		p.clicks("Read aloud")
		p.until("it to be read", func() bool {
			s := p.Speech.Snapshot()
			return s.Source == speech.Source{Kind: speech.TranscriptText, ID: string(id)} && s.Phase == speech.Playing
		})
		p.drain()
		if !p.frame.PlayerShown() {
			t.Error("there is no player")
		}
		p.Speech.Stop()
		p.frame.Files().RememberFolder(shell.SaveText, t.TempDir())
		p.clicks("Save as…")
		p.clicks("Subtitles (.srt)")
		p.clicks("Save")
		p.sees("Saved as ")
	})
}
