package dictation

import (
	"parlando/app/ask"
	"parlando/app/dictation/utterance"
	"parlando/app/owner"
	"parlando/app/settings"
)

// Options configure a Dictation. Listener and Settings are required; without Services no text is
// tidied up.
type Options struct {
	owner.CommonOptions
	Listener *utterance.Listener
	Settings func() settings.Settings
	Services ask.Services
}
