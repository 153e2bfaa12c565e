package window

import (
	"testing"

	"parley/app/settings"
)

func TestWithoutMySettingsTheQuestionIsAskedOnceMore(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("practice-trouble/400")
		warm := 0.8
		params := p.open.Params
		params.Temperature, params.Instructions = &warm, "Be brief."
		p.open.Params = params
		p.adjust.Set(params)
		p.sends("Hello")
		p.readsToTheEnd()
		p.sees("The service refused the question as it was asked.")
		p.clicks("Send without my settings")
		p.readsToTheEnd()
		if got := p.open.Params; got.Temperature != nil || got.Instructions != "Be brief." {
			t.Errorf("%+v", got)
		}
		// Nothing is left to leave out.
		p.clicks("Edit the message")
		p.settle()
		if got := p.composer.Draft(); got.Text != "Hello" || got.Edits == "" {
			t.Errorf("%+v", got)
		}
	})
}

func TestThePageOfAServiceIsItsHostWithoutTheLabelForPrograms(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		if got := p.servicePage(); got != "" {
			t.Errorf("practice has the page %q", got)
		}
		for address, want := range map[string]string{
			"https://api.example.org/v1": "https://example.org/", "https://gateway.example.org:8443/api/v1": "https://gateway.example.org:8443/",
		} {
			p.Settings.Change(func(s *settings.Settings) {
				for i := range s.Connections {
					s.Connections[i].Kind, s.Connections[i].Address = settings.Service, address
				}
			})
			if got := p.servicePage(); got != want {
				t.Errorf("%s: %q, want %q", address, got, want)
			}
		}
	})
}
