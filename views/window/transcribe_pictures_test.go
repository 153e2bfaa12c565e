package window

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parley/app/recordings"
	"parley/app/settings"
	"parley/app/transcripts"
)

// TestPicturesOfTranscribe writes pictures to look at, when PICTURES names a folder.
func TestPicturesOfTranscribe(t *testing.T) {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		t.Skip("PICTURES is not set")
	}
	for look, theme := range map[string]settings.Theme{"light": settings.Light, "dark": settings.Dark} {
		for width, name := range map[float32]string{1280: "wide", 720: "narrow"} {
			story(t, func(t *testing.T, h *home) {
				h.screen = fyne.NewSize(width, 800)
				p := h.looksAround()
				p.Settings.Change(func(s *settings.Settings) { s.Theme = theme })
				p.applyTheme(p.Settings.Get())
				shoot := func(what string) {
					p.wait(100 * time.Millisecond)
					f, err := os.Create(filepath.Join(dir, "transcribe-"+what+"-"+name+"-"+look+".png"))
					if err != nil {
						t.Fatal(err)
					}
					defer f.Close()
					if err := png.Encode(f, p.canvas.Capture()); err != nil {
						t.Fatal(err)
					}
				}
				p.showTranscribe()
				shoot("1-empty")
				files := t.TempDir()
				p.drops(recordingIn(t, files, "Interview with Ms Costa.m4a"), recordingIn(t, files, "Choir rehearsal.mp3"))
				p.until("both to be looked at", func() bool { return p.reads("2 files") && !p.reads("Being looked at") })
				shoot("2-asked")
				p.clicks("Start")
				p.becomes("Choir rehearsal", transcripts.Done)
				shoot("3-done")
				p.record()
				p.until("the recording", func() bool { return p.Recordings.Live().Phase == recordings.Hearing })
				p.wait(12 * time.Second)
				p.transcribe.page.Back()
				shoot("4-recording")
				p.record()
				p.sees("Recorded: ")
				shoot("5-recorded")
			})
		}
	}
}
