package window

import (
	"path/filepath"
	"testing"

	"parlando/app/history"
	"parlando/app/settings"
)

func TestTheEarlierChatsAreOpenedFromTheSettings(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		earlier := filepath.Join(t.TempDir(), "earlier")
		p := h.looksAround()
		p.settings.Open()
		p.clicks("Your data")
		p.sees("Recently deleted")
		p.seesNot("Open earlier chats")
		if err := p.core.Settings.Update(func(s *settings.Settings) { s.EarlierLibrary = earlier }); err != nil {
			t.Fatal(err)
		}
		p.quit()

		p = h.start()
		reopened := 0
		p.SetReopen(func(Next) { reopened++ })
		p.settings.Open()
		p.clicks("Your data")
		p.has(earlier)
		p.clicks("Open earlier chats")
		p.sees("There are no Parlando chats in this folder.")
		s, err := history.Open(t.Context(), earlier, history.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		p.clicks("Open earlier chats")
		p.until("the earlier chats", func() bool { p.drain(); return reopened == 1 })
		if now := p.core.Settings.Get(); now.Library != earlier || now.EarlierLibrary != "data" {
			t.Errorf("the settings name %q, and before %q", now.Library, now.EarlierLibrary)
		}
	})
}
