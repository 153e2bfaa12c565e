package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/assets/spoken"
)

// recorded is the transcript of the English recording that ships, made by practice.
func (p *user) recorded() (transcripts.Transcript, []transcripts.Line) {
	p.t.Helper()
	path := filepath.Join(p.t.TempDir(), "The old pear tree.mp3")
	if err := os.WriteFile(path, spoken.Sound("pear-tree.mp3"), 0o600); err != nil {
		p.t.Fatal(err)
	}
	ids, refused := p.Transcripts.Add(p.t.Context(), []transcripts.File{{Path: path}}, transcripts.AddOptions{})
	if len(ids) != 1 || len(refused) > 0 {
		p.t.Fatal(ids, refused)
	}
	var one transcripts.Transcript
	p.until("the transcript", func() bool {
		one, _ = p.Transcripts.Get(ids[0])
		return one.State == transcripts.Done
	})
	lines, err := p.Transcripts.Lines(p.t.Context(), one.ID)
	if err != nil || len(lines) < 8 {
		p.t.Fatal(lines, err)
	}
	return one, lines
}

// asks opens a chat about a transcript, from a line on.
func (p *user) asks(t transcripts.Transcript, lines []transcripts.Line, first int) {
	p.t.Helper()
	p.chat.AskAbout(t, lines, first)
	p.drain()
}

func TestANewChatAsksNothingAboutATranscriptThatStayedBehind(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		one, lines := p.recorded()
		p.asks(one, lines, 0)
		p.sees("What do you want to know about it?")
		p.holds(fyne.KeyN)
		p.sees("What can I help with?")
		p.clicks("Show")
		p.sees("What do you want to know about it?")
	})
}

func TestAQuestionAboutATranscriptIsAnsweredWithTimesThatPlay(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		one, lines := p.recorded()
		p.asks(one, lines, 0)
		p.sees("Transcript: The old pear tree")
		p.sees("What do you want to know about it?")
		p.clicks("Find a passage")
		p.wantsWritten("Where is  mentioned?")
		p.sends("What does the prop cost?")
		p.readsToTheEnd()
		p.sees("How much would a prop cost?")
		p.until("the title", func() bool { return p.open().Title == "The old pear tree" })
		var at time.Duration
		for _, l := range lines {
			if strings.HasPrefix(l.Text, "How much") {
				at = l.Start.Truncate(time.Second)
			}
		}
		source := speech.Source{Kind: speech.Recording, ID: string(one.ID)}
		heard := func() {
			p.clicks("Play from 0:15")
			p.until("it to be heard", func() bool {
				s := p.Speech.Snapshot()
				return s.Phase == speech.Playing && s.Source == source && s.Place >= at && s.Place < at+3*time.Second
			})
		}
		if at != 15*time.Second {
			t.Fatalf("it is asked at %v", at)
		}
		heard()
		p.wait(5 * time.Second)
		heard() // while it is heard, too
		p.Speech.Stop()
		p.drain()
		p.quit()

		// The next start knows the recording still.
		p = h.start()
		p.until("the chat", func() bool { return p.open().Title == "The old pear tree" })
		p.has("Play from 0:15")
		p.clicks("Play from 0:15")
		p.until("it to be heard", func() bool {
			s := p.Speech.Snapshot()
			return s.Phase == speech.Playing && s.Source == source && s.Place >= at
		})
		p.Speech.Stop()
		p.drain()
		if err := p.Transcripts.Delete(t.Context(), one.ID); err != nil {
			t.Fatal(err)
		}
		p.drain()
		p.clicks("Play from 0:15")
		p.sees("The recording no longer exists.")
		// Another chat has no such places.
		p.clicks("New chat")
		p.sees("What can I help with?")
		p.hasNot("Play from 0:15")
	})
}

func TestAskingTwiceAttachesATranscriptOnceAndLeavesWhatWasWrittenWhereItWas(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		one, lines := p.recorded()
		p.types("Half a thought")
		p.drain()
		for range 2 {
			p.asks(one, lines, 0)
			p.has("Not sent: Half a thought")
			if d := p.composer.Draft(); d.Text != "" || len(d.Parts) != 1 || d.Parts[0].Kind != chat.PartTranscript {
				t.Errorf("the message is %+v", d)
			}
		}
		if all := p.unsentChats(); len(all) != 1 {
			t.Errorf("not sent: %q", all)
		}
		p.clicks("Remove")
		p.sees("What can I help with?")
		p.presses(fyne.KeyEscape)
	})
}
