package speaker

import (
	"context"
	"time"

	"parlando/media/audio"
)

// An Opener opens the clip of a sound with a number, 0 on, at its beginning; io.EOF says that the
// sound has no such clip and ends.
//
// It is called on a goroutine of the sound: for each next clip when the one before has been decoded
// to its end, half a second before that is heard, and again after a Seek. It may wait until the
// clip is there; meanwhile the sound is [Loading]. When ctx ends, the decoder is needed no more and
// its Read must return: context.AfterFunc(ctx, file.Close). A panic in it or in the decoder ends
// the sound with an error.
type Opener func(ctx context.Context, clip int) (audio.Decoder, error)

// Place is a place in a sound: the clip and the time from its beginning, at the clip's own speed.
type Place struct {
	Clip int
	At   time.Duration
}

// State is the state of a sound.
type State string

// The states of a sound.
const (
	// nothing is ready to be heard: bytes are on their way, or the output is being opened
	Loading  State = "loading"
	Playing  State = "playing"   //
	Paused   State = "paused"    //
	NoOutput State = "no output" // it waits for an output, and goes on by itself when there is one
	Ended    State = "ended"     // see Sound.Err
)
