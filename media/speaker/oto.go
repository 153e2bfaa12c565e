package speaker

import (
	"errors"
	"math"
	"time"

	"github.com/ebitengine/oto/v3"
)

const (
	bytesPerFrame = 4 * Channels
	// ahead is what oto's player holds besides the output's buffer. The sound server asks for 50 ms at a time.
	ahead = Rate / 10 * bytesPerFrame
	// openWithin is far longer than any output takes to open, so that one that hangs is seen as missing.
	openWithin = 10 * time.Second
)

// otoDevice is the output of the system.
type otoDevice struct {
	player  *oto.Player
	fill    func(samples []float32, pulled int)
	samples []float32
	given   int // frames
}

func (d *otoDevice) Open(fill func(samples []float32, pulled int)) error {
	context, ready, err := oto.NewContext(&oto.NewContextOptions{
		SampleRate: Rate, ChannelCount: Channels, Format: oto.FormatFloat32LE, BufferSize: latency, ApplicationName: "Parley",
	})
	if err != nil {
		return err
	}
	select {
	case <-ready:
	case <-time.After(openWithin):
		return errors.New("the output did not open in time")
	}
	if err := context.Err(); err != nil {
		return err
	}
	d.fill = fill
	d.player = context.NewPlayer(d)
	d.player.SetBufferSize(ahead)
	d.player.Play()
	return nil
}

// Read is called by oto, each time that the output has taken something.
func (d *otoDevice) Read(p []byte) (int, error) {
	buffered := d.player.BufferedSize()
	frames := min(len(p), max(ahead-buffered, bytesPerFrame)) / bytesPerFrame
	if cap(d.samples) < frames*Channels {
		d.samples = make([]float32, frames*Channels)
	}
	samples := d.samples[:frames*Channels]
	d.fill(samples, d.given-buffered/bytesPerFrame)
	d.given += frames
	for i, v := range samples {
		b := math.Float32bits(v)
		p[4*i], p[4*i+1], p[4*i+2], p[4*i+3] = byte(b), byte(b>>8), byte(b>>16), byte(b>>24)
	}
	return frames * bytesPerFrame, nil
}
