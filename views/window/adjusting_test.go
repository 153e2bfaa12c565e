package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"parley/app/chat"
)

// A shortcut leaves a chat without a click elsewhere: what is half typed in a dial belongs to the chat that is left.
func TestANumberHalfTypedBelongsToTheChatItWasTypedFor(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		first := p.open().ID
		p.clicks("Adjust")
		p.clicks("Creativity: model decides")
		p.types("0.4")
		p.holds(fyne.KeyN)
		if !p.open().Params.IsZero() {
			t.Errorf("the new chat has %+v", p.open().Params)
		}
		p.sends("And a buoy?")
		p.readsToTheEnd()
		if got := p.lastAsked(); !got.IsZero() {
			t.Errorf("the new chat is asked with %+v", got)
		}
		c, err := p.History.Conversation(t.Context(), first)
		if want := 0.4; err != nil || !c.Params.Equal(chat.Parameters{Temperature: &want}) {
			t.Errorf("the chat that was left has %+v, %v", c.Params, err)
		}
	})
}
