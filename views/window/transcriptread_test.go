package window

import (
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2/driver/desktop"

	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/client/practice"
	"parlando/views/shell"
)

func TestLinesStayWhereTheyCannotBeReadAnew(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		id, lines := p.opensExample()
		p.clicks("New chat")
		const said = "This was said while another page was shown."
		if err := p.Transcripts.Edit(t.Context(), id, transcripts.SetText{Line: lines[0].ID, Text: said}); err != nil {
			t.Fatal(err)
		}
		p.wait(time.Second)
		heal := h.failing("segment")
		p.clicks("Transcribe")
		p.sees(linesNotRead)
		p.sees(lines[0].Text)
		p.triesAgain()
		p.sees(linesNotRead)
		heal()
		p.triesAgain()
		p.sees(said)
		p.seesNot(lines[0].Text)
	})
}

func TestAnAnswerOfTheServiceThatCannotBeReadIsAskedForAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		id, _ := p.opensExample()
		parts := ""
		_ = filepath.WalkDir(h.dir, func(path string, _ fs.DirEntry, _ error) error {
			if filepath.Base(path) == "parts" && filepath.Base(filepath.Dir(path)) == string(id) {
				parts = path
			}
			return nil
		})
		if err := os.Rename(parts, parts+".lost"); err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		p.frame.Files().RememberFolder(shell.SaveText, folder)
		p.clicks("Save as…")
		p.clicks("What the service sent…")
		p.clicks("Save")
		p.sees("The service's response couldn't be read.")
		if err := os.Rename(parts+".lost", parts); err != nil {
			t.Fatal(err)
		}
		p.triesAgain()
		p.sees("Saved as ")
		if names := p.namesIn(folder); len(names) != 1 {
			t.Errorf("saved %q", names)
		}
	})
}

// delayedService is a service that answers after a second; without one behind it, it cannot be
// reached.
type delayedService struct{ http.RoundTripper }

func (d delayedService) RoundTrip(r *http.Request) (*http.Response, error) {
	time.Sleep(time.Second) // virtual
	if d.RoundTripper == nil {
		return nil, errors.New("there is no network in this story")
	}
	return d.RoundTripper.RoundTrip(r)
}

func TestWhatBecomesOfATranscriptIsToldOnOtherPages(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := practice.New(practice.Options{}).Transport()
		h.net.service = service
		p := h.start()
		p.fillsIn("api.example.org", practice.Key)
		p.has("Message")
		h.net.service = delayedService{}
		p.drops(recordingIn(t, t.TempDir(), "Walk.mp3"))
		p.sees("1 request")
		p.clicks("Start")
		one := p.becomes("Walk", transcripts.Failed)
		p.seesNot("Walk.mp3: ") // it is seen on the page
		again := func() {
			if err := p.Transcripts.Retry(t.Context(), one.ID); err != nil {
				t.Fatal(err)
			}
		}
		p.clicks("New chat")
		again()
		p.sees("Walk.mp3: The service can't be reached.")
		h.net.service = delayedService{service}
		again()
		p.sees("Walk.mp3 has been transcribed.")
		p.clicks("Show")
		p.until("the transcript", func() bool { return p.transcribe.ShownTranscript() == one.ID })
	})
}

func TestALineThatIsHeardAgainAndAgainGoesOnBehindAnotherPage(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		_, lines := p.opensExample()
		p.has("Playback position: 0%")
		p.clicksLine(lines[1].Text)
		p.presses(desktop.KeyMenu)
		p.clicks("Repeat this line")
		p.until("it to be heard", func() bool { return p.Speech.Snapshot().Phase == speech.Playing })
		p.clicks("New chat")
		p.Speech.Pause()
		p.wait(time.Second)
		p.Speech.Resume()
		p.wait(3 * (lines[1].End - lines[1].Start))
		if s := p.Speech.Snapshot(); s.Phase != speech.Playing || s.Place < lines[1].Start || s.Place > lines[1].End+100*time.Millisecond {
			t.Errorf("%v at %v of %v to %v", s.Phase, s.Place, lines[1].Start, lines[1].End)
		}
		p.Speech.Stop()
		p.drain()
	})
}
