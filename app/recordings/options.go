package recordings

import (
	"context"

	"parlando/app/owner"
	"parlando/media/microphone"
)

// Options are the dependencies of Recordings.
type Options struct {
	owner.Common
	// Dir is the folder of the library; recordings have one of their own in it.
	Dir string
	// Input is the source of sound.
	Input microphone.Input
	// Device is the ID of the microphone that was chosen; nil or "" is the default.
	Device func() string
	// Quiet is silenced before the microphone is opened; nil is nothing.
	Quiet Quiet
}

// Quiet silences what is read aloud or announced, which the microphone would record.
type Quiet interface {
	// Stop returns when nothing is heard any more, or ctx ends. The microphone is opened then, for
	// p.
	Stop(ctx context.Context, p Purpose)
}
