package dictation

import (
	"parlando/app/dictation/utterance"
	"parlando/app/owner"
	"parlando/app/replies"
	"parlando/app/settings"
)

// Options configure a Dictation. Listener and Settings are required; without Gateways no text is
// tidied up.
type Options struct {
	owner.CommonOptions
	Listener *utterance.Listener
	Settings func() settings.Settings
	Gateways replies.Gateways
	// Refusals stores which request fields models refuse; nil stores nothing.
	Refusals replies.Refusals
}
