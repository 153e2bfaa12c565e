package dictation

import (
	"parlando/app/dictation/utterance"
	"parlando/app/owner"
	"parlando/app/replies"
	"parlando/app/settings"
)

// Options configure a Dictation. Listener and Settings are required; without Gateways nothing is
// tidied up.
type Options struct {
	owner.CommonOptions
	Listener *utterance.Listener
	Settings func() settings.Settings
	Gateways replies.Gateways
	// Refusals stores what models refuse; nil stores nothing.
	Refusals replies.Refusals
}
