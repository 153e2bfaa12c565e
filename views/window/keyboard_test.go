package window

import (
	"testing"

	"fyne.io/fyne/v2"
)

// However one arrives at a chat, also where Fyne does not know any more which window the message
// belongs to.
func TestHoweverOneArrivesTheMessageHasTheKeyboard(t *testing.T) {
	for name, arrives := range map[string]func(p *user){
		"New chat":             func(p *user) { p.clicks("New chat") },
		"Ctrl+N":               func(p *user) { p.canvas.Unfocus(); p.holds(fyne.KeyN) },
		"the chat in the list": func(p *user) { p.clicks(lighthouse) },
		"from Speak":           func(p *user) { p.ShowSpeak(); p.clicks("New chat") },
		"from Transcribe":      func(p *user) { p.ShowTranscribe(); p.chat.Open(p.sidebar.Order()[0].ID) },
		"a connection":         func(p *user) { p.showWelcome(); p.welcome.ConnectPractice() },
		"Delete":               func(p *user) { p.nav.Delete(p.open().ID) },
		"Undo":                 func(p *user) { p.nav.Delete(p.open().ID); p.clicks("Undo") },
	} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				p := h.chatsWith(lighthouse)
				p.sidebar.FocusSearch()
				p.app.driver.forgetful = true
				arrives(p)
				p.drain()
				p.hasKeyboard("Message")
				p.app.driver.forgetful = false
				p.settings.Open()
				p.presses(fyne.KeyEscape)
				p.hasKeyboard("Message")
			})
		})
	}
}
