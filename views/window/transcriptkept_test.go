package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/transcripts"
)

const linesNotKept = "Your latest changes couldn't be saved yet."

// corrects types at the end of a line, and waits until that was told.
func (p *user) corrects(line transcripts.Line, words string) {
	p.t.Helper()
	p.clicksLine(line.Text)
	p.presses(fyne.KeyEnd)
	p.types(words)
	p.wait(2 * time.Second)
}

func TestALineThatTheDiskRefusesStaysAsItWasCorrected(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		id, before := p.opensExample()
		heal := h.refusing("segment")
		p.corrects(before[1], " And more.")
		p.sees(linesNotKept)
		p.sees(before[1].Text + " And more.")
		p.triesAgain()
		p.sees(linesNotKept)
		p.corrects(before[0], " First.")
		heal()
		p.triesAgain()
		p.seesNot(linesNotKept)
		p.sees(before[1].Text + " And more.")
		if now := p.linesOf(id); now[0].Text != before[0].Text+" First." || now[1].Text != before[1].Text+" And more." {
			t.Errorf("kept %q and %q", now[0].Text, now[1].Text)
		}
	})
}

func TestALineThatTheDiskRefusedIsStoredWhenParlandoCloses(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		id, before := p.opensExample()
		heal := h.refusing("segment")
		p.corrects(before[1], " And more.")
		p.sees(linesNotKept)
		heal()
		p.quit()
		p = h.start()
		if now := p.linesOf(id); now[1].Text != before[1].Text+" And more." {
			t.Errorf("kept %q", now[1].Text)
		}
	})
}

const linesNotRead = "This transcript couldn't be opened."

func TestATranscriptThatCannotBeReadIsNotTakenForAnEmptyOne(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		id, lines := p.opensExample()
		p.quit()
		heal := h.failing("segment")
		p = h.start()
		p.ShowTranscribe()
		p.transcribe.Open(id)
		p.sees(linesNotRead)
		p.wait(10 * time.Second)
		p.sees(linesNotRead) // no toast, which goes
		p.app.Clipboard().SetContent("as before")
		p.clicks("Copy")
		p.seesNot("Copied all text.")
		if got := p.app.Clipboard().Content(); got != "as before" {
			t.Errorf("copied %q", got)
		}
		p.clicks("Save as…")
		p.seesNot("Plain text (.txt)")
		p.clicks("Ask about it")
		p.sees(linesNotRead)
		p.triesAgain()
		p.sees(linesNotRead)
		heal()
		p.triesAgain()
		p.sees(lines[0].Text)
		p.seesNot(linesNotRead)
		p.clicks("Copy")
		p.sees("Copied all text.")
	})
}
