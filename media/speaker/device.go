package speaker

import "time"

// The output's rate in samples a second in each channel, and its channels.
const (
	Rate     = 48000
	Channels = 2
)

// latency is the output's own buffer. Shorter ones stutter on a busy machine.
const latency = 200 * time.Millisecond

// device is an output. It begins to call fill with Open and goes on until the program ends.
type device interface {
	// Open waits until the output plays or cannot. It is called once.
	Open(fill func(samples []float32, pulled int)) error
}
