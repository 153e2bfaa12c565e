package speaker

import (
	"context"
	"time"
)

// The sample rate of the output in Hz, and its number of channels.
const (
	Rate     = 48000
	Channels = 2
)

// Latency is the buffer of the device: the time between taking a sample and playing it. Shorter
// buffers stutter on a busy machine.
const Latency = 200 * time.Millisecond

// RefillInterval is the time after which an output requests samples again if it was given fewer
// than it requested.
const RefillInterval = 10 * time.Millisecond

// An Output plays the samples it is fed. [NewProcessOutput] returns the output of this computer;
// tests use speakertest, which runs in virtual time.
type Output interface {
	// Run opens the output and plays until ctx is done or the output is lost. It returns the error
	// of ctx or of the output. It may be called again after it has returned.
	Run(ctx context.Context, feed Feed) error
}

// Feed is the source of an Output. Its functions return immediately and must not be called after
// Run has returned.
type Feed struct {
	// Fill writes the next interleaved samples and returns the number of samples per channel. A
	// number less than the available space, or 0, means that more samples will follow: the output
	// plays what it has and asks again after [RefillInterval]. taken counts the samples per channel
	// of this Run that the device has taken: they are played after [Latency] and cannot be
	// recalled.
	Fill func(samples []float32, taken int) (frames int)
	// Drop requests that all samples not taken by the device are dropped. The output calls Dropped
	// once per request.
	Drop <-chan struct{}
	// Dropped reports how many of the samples per channel given last will never be played. From
	// then on, taken does not count them.
	Dropped func(frames int)
}
