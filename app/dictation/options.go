package dictation

import (
	"log/slog"
	"time"

	"parley/app/changes"
	"parley/app/dictation/utterance"
	"parley/app/replies"
	"parley/app/settings"
)

// Options are what a Dictation stands on. Listener and Settings must be there; without Gateways nothing is tidied up.
type Options struct {
	Listener *utterance.Listener
	Settings func() settings.Settings
	Gateways replies.Gateways
	// Refusals are what is known of models; nil knows and learns nothing.
	Refusals replies.Refusals
	Marks    *changes.Marks
	// Now is the clock of the stamps of problems; nil is time.Now.
	Now func() time.Time
	// Log takes what went wrong without stopping anything; nil drops it.
	Log *slog.Logger
}
