package window

import (
	"testing"

	"fyne.io/fyne/v2"
)

func TestTheTitleOfTheWindowNamesTheChat(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		titled := func(p *user, want string) {
			t.Helper()
			p.until("the title "+want, func() bool { return p.screen.Title() == want })
		}
		p := h.chatsWith("What is a lighthouse for?")
		titled(p, "What is a lighthouse for? – Parlando")
		p.holds(fyne.KeyN)
		titled(p, "Parlando")
		p.clicks("What is a lighthouse for?")
		titled(p, "What is a lighthouse for? – Parlando")
		p.nav.Rename(p.open().ID)
		p.drain()
		p.types("Harbor")
		p.presses(fyne.KeyReturn)
		titled(p, "Harbor – Parlando")
		p.quit()
		titled(h.start(), "Harbor – Parlando")
	})
}
