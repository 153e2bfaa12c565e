package speaker

import (
	"context"
	"time"
)

// The output's rate in samples a second in each channel, and its channels.
const (
	Rate     = 48000
	Channels = 2
)

// Latency is the device's own buffer: the time from being taken to being heard. Shorter ones
// stutter on a busy machine.
const Latency = 200 * time.Millisecond

// AskAgain is the time that an output waits when it was given less than it has room for.
const AskAgain = 10 * time.Millisecond

// An Output plays what it is fed. [Process] is that of this computer; tests have one in virtual
// time (speakertest).
type Output interface {
	// Run opens the output and plays until ctx ends or the output is lost, and returns the error of
	// ctx or of the output. It may be called again once it has returned.
	Run(ctx context.Context, feed Feed) error
}

// Feed is the source of an Output. Its functions return at once and must not be called after Run
// has returned.
type Feed struct {
	// Fill writes the next samples, interleaved, and returns the number of frames it wrote. Fewer
	// than there is room for, or none, means that more are on their way: the output plays what it
	// has, and asks again after [AskAgain]. taken counts the frames of this Run that the device has
	// taken: they are heard after [Latency], and nothing can take them back.
	Fill func(samples []float32, taken int) (frames int)
	// Drop asks for the frames that the device has not taken to be dropped. Each is answered by one
	// Dropped.
	Drop <-chan struct{}
	// Dropped reports the number of frames, of those given last, that will never be heard. taken
	// then counts without them.
	Dropped func(frames int)
}
