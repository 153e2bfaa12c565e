package window

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"parlando/app/settings"
	"parlando/views/seen"
)

// painted is every text of a window, with its size and place.
func painted(c fyne.Canvas) string {
	var out strings.Builder
	seen.Walk(c, false, func(o fyne.CanvasObject, at fyne.Position) {
		if t, ok := o.(*canvas.Text); ok && t.Text != "" {
			fmt.Fprintf(&out, "%q %.0f at %.0f,%.0f\n", t.Text, t.TextSize, at.X, at.Y)
		}
	})
	return out.String()
}

func TestTheSizeOfTextReachesEveryPageFromEveryOther(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.ShowQuick()
		p.quick.hide()
		sets := func(size float64) {
			p.settings.ChangeAppearance(func(s *settings.Settings) { s.TextSize = size })
			p.wait(time.Second)
		}
		pages := map[string]func(){"the chat": p.showChat, "Read aloud": p.ShowSpeak, "Transcribe": p.ShowTranscribe}
		looks := func(show func()) string {
			show()
			p.wait(time.Second)
			return painted(p.canvas)
		}
		want := map[string]string{} // of each page, chosen on the page itself
		for name, show := range pages {
			looks(show)
			sets(2)
			want[name] = painted(p.canvas)
			sets(1)
		}
		for from, leave := range pages {
			for _, show := range pages {
				looks(show)
			}
			leave()
			sets(2)
			for name, show := range pages {
				if got := looks(show); got != want[name] {
					t.Errorf("%s, after the size was chosen on %s:\n%s\nwant\n%s", name, from, got, want[name])
				}
			}
			sets(1)
		}
		p.ShowQuick()
		p.quick.hide()
		sets(2)
		p.ShowQuick()
		p.drain()
		got := painted(p.quick.window.Canvas())
		sets(1)
		sets(2)
		if want := painted(p.quick.window.Canvas()); got != want {
			t.Errorf("the quick window, after the size was chosen in the main one:\n%s\nwant\n%s", got, want)
		}
	})
}
