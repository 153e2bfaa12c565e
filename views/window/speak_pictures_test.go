package window

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parley/app/narrations"
	"parley/app/settings"
	"parley/app/speech"
)

// TestPicturesOfSpeak writes pictures to look at, when PICTURES names a folder.
func TestPicturesOfSpeak(t *testing.T) {
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
					f, err := os.Create(filepath.Join(dir, "speak-"+what+"-"+name+"-"+look+".png"))
					if err != nil {
						t.Fatal(err)
					}
					defer f.Close()
					if err := png.Encode(f, p.canvas.Capture()); err != nil {
						t.Fatal(err)
					}
				}
				p.holds(fyne.KeyT)
				p.wait(time.Second)
				shoot("1-empty")
				p.pastes(train)
				p.wait(time.Second)
				shoot("2-text")
				p.speak.page.Text.SetCaret(70)
				p.speak.page.Text.OnMoved()
				shoot("3-caret")
				p.read(0, 0)
				p.until("the second sentence", func() bool { return strings.HasPrefix(p.marked(), "Marta") })
				shoot("4-listening")
				p.Speech.Stop()
				p.settle()
				p.listening.folder = t.TempDir()
				p.saveSpeech()
				shoot("5-where")
				p.presses(fyne.KeyReturn)
				done := func(n int) func() bool {
					return func() bool {
						l := p.Narrations.List()
						return len(l) == n && l[0].State == narrations.Done
					}
				}
				p.until("the file", done(1))
				shoot("6-saved")
				if width < 900 {
					p.showSpeakPanel(true)
				}
				p.putText(p.speak.known)
				p.pastes(strings.Repeat(train+"\n\n", 100))
				p.wait(time.Second)
				p.saveSpeech()
				p.presses(fyne.KeyReturn)
				p.until("some of it", func() bool { l := p.Narrations.List(); return len(l) == 2 && l[0].PartsDone > 0 })
				p.refreshMade()
				shoot("7-making")
				p.Core.Narrations.Cancel(p.Narrations.List()[0].ID)
				p.wait(time.Second)
				shoot("8-stopped")
				p.until("rest", func() bool { return p.Speech.Snapshot().Phase == speech.Idle })
			})
		}
	}
}
