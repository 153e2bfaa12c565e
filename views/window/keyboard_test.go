package window

import (
	"testing"

	"fyne.io/fyne/v2"
)

// However one arrives at a chat, also where Fyne does not know any more which window the message
// belongs to.
func TestHoweverOneArrivesTheMessageHasTheKeyboard(t *testing.T) {
	for name, arrives := range map[string]func(p *person){
		"New chat":             func(p *person) { p.clicks("New chat") },
		"Ctrl+N":               func(p *person) { p.canvas.Unfocus(); p.holds(fyne.KeyN) },
		"the chat in the list": func(p *person) { p.clicks(lighthouse) },
		"from Speak":           func(p *person) { p.showSpeak(); p.clicks("New chat") },
		"from Transcribe":      func(p *person) { p.showTranscribe(); p.chat.Open(p.sidebar.Order()[0].ID) },
		"a connection":         func(p *person) { p.showWelcome(); p.welcome.Practice() },
		"Delete":               func(p *person) { p.nav.Delete(p.open().ID) },
		"Undo":                 func(p *person) { p.nav.Delete(p.open().ID); p.clicks("Undo") },
	} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				p := h.chatsWith(lighthouse)
				p.sidebar.FocusSearch()
				p.app.driver.forgetful = true
				arrives(p)
				p.settle()
				p.hasKeyboard("Message")
				p.app.driver.forgetful = false
				p.settings.Open()
				p.presses(fyne.KeyEscape)
				p.hasKeyboard("Message")
			})
		})
	}
}
