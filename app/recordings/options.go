package recordings

import (
	"context"

	"parlando/app/owner"
	"parlando/media/microphone"
)

// Options are the dependencies of Recordings.
type Options struct {
	owner.CommonOptions
	// Dir is the library's folder; recordings have a subfolder in it.
	Dir string
	// Input is the microphone.
	Input microphone.Input
	// Device returns the ID of the chosen microphone; nil or "" means the default.
	Device func() string
	// Quiet is called before the microphone is opened; it may be nil.
	Quiet SpeechStopper
	// MayRemove reports whether the folder of an expired recording may be removed; nil means it
	// may. See sqlite.Removal.
	MayRemove func(path string) bool
}

// SpeechStopper silences speech output, which the microphone would record.
type SpeechStopper interface {
	// Stop returns once all output is silent or ctx ends. The microphone is then opened for p.
	Stop(ctx context.Context, p Purpose)
}
