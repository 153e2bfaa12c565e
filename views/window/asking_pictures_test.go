package window

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"

	"parley/app/settings"
)

// TestPicturesOfAsking writes pictures to look at, when PICTURES names a folder.
func TestPicturesOfAsking(t *testing.T) {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		t.Skip("PICTURES is not set")
	}
	for name, c := range map[string]struct {
		width float32
		look  settings.Theme
	}{"wide-light": {1280, settings.Light}, "narrow-dark": {720, settings.Dark}} {
		story(t, func(t *testing.T, h *home) {
			h.screen = fyne.NewSize(c.width, 800)
			p := h.looksAround()
			p.Settings.Change(func(s *settings.Settings) { s.Theme = c.look })
			p.applyTheme(p.Settings.Get())
			shoot := func(what string) {
				p.settle()
				f, err := os.Create(filepath.Join(dir, "asking-"+what+"-"+name+".png"))
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				if err := png.Encode(f, p.canvas.Capture()); err != nil {
					t.Fatal(err)
				}
			}
			one, lines := p.recorded()
			p.asks(one, lines, 4)
			shoot("1-question")
			p.sends("What does the prop cost?")
			p.readsToTheEnd()
			p.clicks("Play from 0:15")
			shoot("2-reply")
			p.Speech.Stop()
			p.settle()
		})
	}
}
