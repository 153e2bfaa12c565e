package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/settings"
	"parlando/views/seen"
)

func TestWithoutMySettingsTheQuestionIsAskedOnceMore(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("practice-trouble/400")
		warm := 0.8
		params := p.open().Params
		params.Temperature, params.Instructions = &warm, "Be brief."
		p.adjust.Set(params)
		p.adjust.OnChange(params)
		p.sends("Hello")
		p.readsToTheEnd()
		p.sees("The service didn't accept this.")
		p.clicks("Send with default settings")
		p.readsToTheEnd()
		if got := p.open().Params; got.Temperature != nil || got.Instructions != "Be brief." {
			t.Errorf("%+v", got)
		}
		// Nothing is left to leave out.
		p.clicks("Edit message")
		p.drain()
		if got := p.composer.Draft(); got.Text != "Hello" || got.Edits == "" {
			t.Errorf("%+v", got)
		}
	})
}

func TestThePageOfAServiceIsItsAccountPageOrItsHost(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		if got := p.chat.ServicePage(p.connection()); got != "" {
			t.Errorf("practice has the page %q", got)
		}
		for address, want := range map[string]string{
			"https://api.example.org/v1": "https://example.org/", "https://gateway.example.org:8443/api/v1": "https://gateway.example.org:8443/",
			"https://openrouter.ai/api/v1": "https://openrouter.ai/activity",
		} {
			p.Settings.Change(func(s *settings.Settings) {
				for i := range s.Connections {
					s.Connections[i].Kind, s.Connections[i].Address = settings.Service, address
				}
			})
			if got := p.chat.ServicePage(p.connection()); got != want {
				t.Errorf("%s: %q, want %q", address, got, want)
			}
		}
	})
}

func TestAToastStandsAboveTheButtonThatGoesToTheEnd(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.frame.Toasts().Say("Copied.", "", nil)
		p.drain()
		toast := func() float32 { return seen.Find(p.canvas, false, "Copied.").Text.Center().Y }
		before := toast()
		p.view.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 5000)})
		button := p.has("To the end").Y
		if now := toast(); now > button-36 {
			t.Errorf("the toast is at %v, and the button at %v", now, button)
		}
		p.clicks("To the end")
		p.until("the toast to come down again", func() bool { return toast() == before })
	})
}
