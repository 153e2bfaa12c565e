package window

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parley/app/settings"
)

// TestPicturesOfATranscript writes pictures to look at, when PICTURES names a folder.
func TestPicturesOfATranscript(t *testing.T) {
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
					f, err := os.Create(filepath.Join(dir, "transcript-"+what+"-"+name+"-"+look+".png"))
					if err != nil {
						t.Fatal(err)
					}
					defer f.Close()
					if err := png.Encode(f, p.canvas.Capture()); err != nil {
						t.Fatal(err)
					}
				}
				_, lines := p.opensExample()
				p.until("the sound to be found", func() bool { return p.transcribe.opened.sound.path != "" })
				shoot("1-open")
				p.transcribe.opened.sound.hear(lines[2].Start)
				p.wait(time.Second)
				shoot("2-heard")
				p.clicksLine(lines[1].Text)
				shoot("3-written")
				p.presses(fyne.KeyEscape)
				p.holds(fyne.KeyF)
				p.types("the")
				shoot("4-search")
				p.presses(fyne.KeyEscape)
				p.clicks("More")
				shoot("5-more")
				p.presses(fyne.KeyEscape)
				p.clicks("Save as…")
				shoot("6-save")
				p.clicks("Word (.docx)")
				shoot("7-where")
				p.presses(fyne.KeyEscape)
				p.Speech.Stop()
			})
		}
	}
}
