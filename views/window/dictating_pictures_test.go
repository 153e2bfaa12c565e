package window

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parley/app/dictation"
	"parley/app/settings"
	"parley/media/microphone"
)

// TestPicturesOfDictation writes pictures to look at, when PICTURES names a folder.
func TestPicturesOfDictation(t *testing.T) {
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
					p.settle()
					f, err := os.Create(filepath.Join(dir, "dictate-"+what+"-"+name+"-"+look+".png"))
					if err != nil {
						t.Fatal(err)
					}
					defer f.Close()
					if err := png.Encode(f, p.canvas.Capture()); err != nil {
						t.Fatal(err)
					}
				}
				p.clicks("Dictate")
				p.dictates(dictation.Listening)
				p.someone(h)
				p.wait(4 * time.Second)
				shoot("1-listening")
				p.wait(4 * time.Second)
				p.clicks("Stop")
				p.dictates(dictation.Idle)
				shoot("2-written")
				p.clicks("Dictate")
				p.dictates(dictation.Listening)
				p.presses(fyne.KeyEscape)
				shoot("3-cancelled")
				p.wait(time.Minute)
				h.microphone.Missing(microphone.ErrForbidden)
				p.clicks("Dictate")
				p.sees("not allowed")
				shoot("4-forbidden")
				h.microphone.Missing(nil)
				p.Settings.Change(func(s *settings.Settings) { s.Transcription.Models = nil })
				p.clicks("Conversation by voice")
				p.dictates(dictation.Listening)
				p.someone(h)
				p.wait(500 * time.Millisecond)
				shoot("5-talk-listening")
				p.dictates(dictation.Speaking)
				p.wait(5 * time.Second)
				shoot("6-talk-speaking")
				p.presses(fyne.KeySpace)
				p.dictates(dictation.Over)
				shoot("7-talk-over")
				p.showSettings()
				p.wait(time.Second)
				shoot("8-settings")
			})
		}
	}
}
