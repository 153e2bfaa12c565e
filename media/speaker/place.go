package speaker

import (
	"context"
	"time"

	"parlando/media/audio"
)

// An Opener opens a clip of a sound, numbered from 0, at its start. It returns io.EOF if the sound
// has no such clip and ends.
//
// It is called on a goroutine of the sound: for each next clip when the previous one has been
// decoded, half a second before its end is played, and again after a Seek. It may block until the
// clip is available; meanwhile the sound is [Loading]. When ctx is done, the decoder is no longer
// needed and its Read must return: context.AfterFunc(ctx, file.Close). A panic in the Opener or in
// the decoder ends the sound with an error.
type Opener func(ctx context.Context, clip int) (audio.Decoder, error)

// Position is a position in a sound: the clip, and the time from its start at normal speed.
type Position struct {
	Clip   int
	Offset time.Duration
}

// State is the state of a sound.
type State string

// The states of a sound.
const (
	// no samples are ready, because data or the output is still awaited
	Loading State = "loading"
	Playing State = "playing" //
	Paused  State = "paused"  //
	// waiting for an output; playback continues when one is available
	NoOutput State = "no output"
	Ended    State = "ended" // see Sound.Err
)
