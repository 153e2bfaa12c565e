package window

import (
	"testing"
	"time"

	"parlando/app/settings"
)

// The open sheet shows what is chosen elsewhere meanwhile, such as the voice in the player.
func TestTheSettingsFollowWhatIsChosenElsewhere(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.settings.Open()
		p.wait(time.Second)
		p.clicks("Appearance")
		p.has("Text size: Normal")
		p.Settings.Change(func(s *settings.Settings) { s.Comfort.Simple = true })
		p.wait(time.Second)
		p.has("Text size: Large")
	})
}
