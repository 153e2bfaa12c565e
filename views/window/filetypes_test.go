package window

import (
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/app/settings"
	"parlando/app/speechexports"
	"parlando/client/failure"
	"parlando/views/shell"
)

func TestOnlyFileTypesThatTheServiceMakesAreOffered(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		// from another service
		p.Settings.Change(func(s *settings.Settings) { s.Speech.Format = "opus" })
		p.opensSpeak()
		p.pastes("The blue boxes are on the table.")
		folder := t.TempDir()
		p.frame.Files().RememberFolder(shell.SaveSound, folder)
		p.opensVoices()
		// Practice makes no Opus and says so in its list: what is chosen gives way to MP3, and is
		// grayed.
		p.clicks("File type for saving:")
		p.clicks("Opus")
		p.clicks("FLAC")
		if f := p.Settings.Get().Speech.Format; f != "flac" {
			t.Errorf("the file type is %s", f)
		}
		p.Settings.Change(func(s *settings.Settings) { s.Speech.Format = "opus" })
		p.clicks("Save audio…")
		p.sees("MP3 file, to be saved in ")
		p.clicks("Save")
		p.until("the file", func() bool {
			l := p.SpeechExports.List()
			return len(l) == 1 && l[0].State == speechexports.Done
		})
		if names := p.namesIn(folder); len(names) != 1 || !strings.HasSuffix(names[0], ".mp3") {
			t.Errorf("saved %q", names)
		}

		// One that was refused can be tried again with a click.
		voice := p.Speech.PreferredVoice()
		p.Catalog.LearnRefusals(voice.Connection, voice.Model, []failure.Refusal{{Field: "response_format", Value: "aac", Reason: "No AAC today."}})
		p.wait(200 * time.Millisecond) // as long as the window takes to hear of it
		refused := func() bool {
			return slices.ContainsFunc(p.SpeechExports.FileTypes(voice), func(f speechexports.FileType) bool { return f.Obstacle == speechexports.Refused })
		}
		if !refused() {
			t.Error("AAC is offered")
		}
		p.clicks("File type for saving:")
		p.clicks("Ask the service again for the other file types")
		if refused() {
			t.Error("AAC is still refused")
		}
	})
}
