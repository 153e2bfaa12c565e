package window

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"

	"parley/app/settings"
)

// TestPicturesOfComfort writes pictures to look at, when PICTURES names a folder.
func TestPicturesOfComfort(t *testing.T) {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		t.Skip("PICTURES is not set")
	}
	for name, c := range map[string]struct {
		width float32
		look  settings.Theme
		size  float64
		plain bool
	}{
		"large-720":    {720, settings.Light, 2, false},
		"large-1280":   {1280, settings.Dark, 2, false},
		"small-1280":   {1280, settings.Light, 0.75, false},
		"simple-720":   {720, settings.Dark, 1, true},
		"simple-1280":  {1280, settings.Light, 1, true},
		"usual-1280":   {1280, settings.Light, 1, false},
		"usual-d-1280": {1280, settings.Dark, 1, false},
	} {
		story(t, func(t *testing.T, h *home) {
			h.screen = fyne.NewSize(c.width, 800)
			p := h.looksAround()
			p.changeLook(func(s *settings.Settings) { s.Theme, s.TextSize, s.Comfort.Simple = c.look, c.size, c.plain })
			shoot := func(what string) {
				p.settle()
				f, err := os.Create(filepath.Join(dir, "comfort-"+what+"-"+name+".png"))
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				if err := png.Encode(f, p.canvas.Capture()); err != nil {
					t.Fatal(err)
				}
			}
			shoot("1-empty")
			p.sends("What is a lighthouse for?")
			p.readsToTheEnd()
			shoot("2-reply")
			p.holds(fyne.KeyComma)
			shoot("3-settings")
			p.presses(fyne.KeyEscape)
			p.showSpeak()
			shoot("4-speak")
			p.showTranscribe()
			shoot("5-transcribe")
			p.showChat()
			p.showShortcuts()
			shoot("6-keys")
		})
	}
}
