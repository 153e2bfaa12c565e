// Package speakertest provides an output in virtual time, for tests of playback and its timing.
package speakertest

import (
	"context"
	"errors"
	"sync"
	"time"

	"parlando/media/speaker"
)

// PullSamples is the number of samples per channel that the device takes at a time: 50 ms, as a
// sound server does.
const PullSamples = speaker.Rate / 20

// ahead is the buffer before the device in samples per channel: about 100 ms, deliberately no
// multiple of PullSamples.
const ahead = 2*PullSamples + 7

const latency = int(speaker.Latency * speaker.Rate / time.Second)

// ErrDeviceRemoved is the error of an output whose device was removed.
var ErrDeviceRemoved = errors.New("the device is gone")

// Output simulates a sound server, which takes 50 ms at a time into a buffer of 200 ms, with up to
// 100 ms buffered before that buffer. In testing/synctest it takes no real time. Use New.
type Output struct {
	mu      sync.Mutex
	missing error
	opened  int
	open    bool
	began   time.Time
	device  []float32   // samples given to the open device, starting with an empty buffer
	past    [][]float32 // samples played by previous devices
}

// New returns a working output.
func New() *Output { return &Output{} }

// SetError makes opening the output fail with err; nil makes it succeed again.
func (o *Output) SetError(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.missing = err
}

// RemoveDevice removes the device: samples not played yet are lost. Run fails three seconds later.
// Opening the output again succeeds, unless SetError was called.
func (o *Output) RemoveDevice() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.open {
		o.close()
	}
}

// OpenCount returns how often the output was opened.
func (o *Output) OpenCount() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.opened
}

// IsOpen reports whether the output is open.
func (o *Output) IsOpen() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.open
}

// CurrentSample returns the left-channel sample being played; 0 while the output is closed.
func (o *Output) CurrentSample() float32 {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.open {
		return 0
	}
	return o.device[min(int(time.Since(o.began)*speaker.Rate/time.Second)*speaker.Channels, len(o.device)-1)]
}

// NonSilent returns the left channel of everything played or about to be played, without silence
// (samples of 0): what each device was given until it was closed.
func (o *Output) NonSilent() []float32 {
	var all []float32
	for _, v := range o.AllSamples() {
		if v != 0 {
			all = append(all, v)
		}
	}
	return all
}

// AllSamples is like NonSilent, but includes silence.
func (o *Output) AllSamples() []float32 {
	o.mu.Lock()
	defer o.mu.Unlock()
	devices := o.past
	if o.open {
		devices = append(devices[:len(devices):len(devices)], o.device)
	}
	var all []float32
	for _, d := range devices {
		for i := 0; i < len(d); i += speaker.Channels {
			all = append(all, d[i])
		}
	}
	return all
}

func (o *Output) close() {
	o.open = false
	heard := int(time.Since(o.began)*speaker.Rate/time.Second) * speaker.Channels
	o.past = append(o.past, o.device[:min(heard, len(o.device))])
}

// Run implements speaker.Output.
func (o *Output) Run(ctx context.Context, feed speaker.Feed) error {
	o.mu.Lock()
	if o.missing != nil {
		defer o.mu.Unlock()
		return o.missing
	}
	o.open, o.began = true, time.Now()
	o.opened++
	o.device = make([]float32, (latency-PullSamples)*speaker.Channels)
	o.mu.Unlock()

	var waiting []float32
	taken := 0
	again := time.NewTimer(0) // fires when the output requests samples
	defer again.Stop()
	refill := func() {
		again.Stop()
		more := make([]float32, ahead*speaker.Channels-len(waiting))
		if len(more) == 0 {
			return
		}
		n := feed.Fill(more, taken) * speaker.Channels
		waiting = append(waiting, more[:n]...)
		if n < len(more) {
			again.Reset(speaker.RefillInterval)
		}
	}
	refill()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		n, open := o.take(&waiting)
		if !open {
			break
		}
		taken += n
		refill()
		for ticked := false; !ticked; {
			select {
			case <-ctx.Done():
				o.mu.Lock()
				defer o.mu.Unlock()
				if o.open {
					o.close()
				}
				return ctx.Err()
			case <-feed.Drop:
				feed.Dropped(len(waiting) / speaker.Channels)
				waiting = nil
				refill()
			case <-again.C:
				refill()
			case <-tick.C:
				ticked = true
			}
		}
	}
	select {
	case <-time.After(3 * time.Second):
		return ErrDeviceRemoved
	case <-ctx.Done():
		return ctx.Err()
	}
}

// take moves the next 50 ms to the device, padded with silence. It returns how many samples per
// channel were moved, and whether there is a device.
func (o *Output) take(waiting *[]float32) (frames int, open bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.open {
		return 0, false
	}
	n := min(PullSamples*speaker.Channels, len(*waiting))
	o.device = append(o.device, (*waiting)[:n]...)
	o.device = append(o.device, make([]float32, PullSamples*speaker.Channels-n)...)
	*waiting = append([]float32{}, (*waiting)[n:]...)
	return n / speaker.Channels, true
}
