// Package microphonetest has a microphone in virtual time, for tests of what is heard when.
package microphonetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"parlando/media/microphone"
)

// ChunkSamples is the number of samples that come at a time: 20 ms.
const ChunkSamples = microphone.Rate / 50

// Quiet is the noise of the room when nothing is said: the largest sample, which is about -65 dB of
// full scale.
const Quiet = 32

// Input is a microphone that hears what it is told to. In testing/synctest it takes no time,
// elsewhere as long as the real one. Use New.
type Input struct {
	mu      sync.Mutex
	devices []microphone.Device
	missing error
	delay   time.Duration
	room    int16
	noise   *rand.Rand
	said    []int16
	silent  chan struct{} // closed when all that was said has been heard
	open    func(error)   // nil when it is closed
	opened  int
	using   string
}

// New gives a microphone in a quiet room that works and opens at once.
func New() *Input {
	i := &Input{
		devices: []microphone.Device{{ID: "test", Name: "Test microphone", Default: true}},
		room:    Quiet, noise: rand.New(rand.NewPCG(1, 2)), silent: make(chan struct{}),
	}
	close(i.silent)
	return i
}

// Say has samples (microphone.Rate, one channel) heard, after those that are still to come. They
// wait while it is closed.
func (i *Input) Say(samples []int16) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if len(samples) == 0 {
		return
	}
	if len(i.said) == 0 {
		i.silent = make(chan struct{})
	}
	i.said = append(i.said, samples...)
}

// WaitSaid waits until all that was said has been heard.
func (i *Input) WaitSaid(ctx context.Context) error {
	i.mu.Lock()
	silent := i.silent
	i.mu.Unlock()
	select {
	case <-silent:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// SetRoom sets the largest sample of the noise when nothing is said; 0 is exact silence, as of a
// microphone that is muted.
func (i *Input) SetRoom(largest int16) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.room = largest
}

// SetDevices changes what microphones there are; the first is the default.
func (i *Input) SetDevices(devices ...microphone.Device) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.devices = slices.Clone(devices)
	for n := range i.devices {
		i.devices[n].Default = n == 0
	}
}

// Missing makes opening and listing fail with err, one of microphone's, until it is called with
// nil.
func (i *Input) Missing(err error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.missing = err
}

// SetDelay sets how long it takes to open.
func (i *Input) SetDelay(d time.Duration) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.delay = d
}

// TakeAway unplugs the microphone that is open.
func (i *Input) TakeAway() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.open != nil {
		i.open(fmt.Errorf("%w: it was unplugged", microphone.ErrLost))
	}
}

// Open reports whether it hears now or is about to.
func (i *Input) Open() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.open != nil
}

// Opened is the number of times it was opened, Device the ID of the one that was asked for last.
func (i *Input) Opened() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.opened
}

// Device is the ID of the device that was asked for last.
func (i *Input) Device() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.using
}

// Devices implements microphone.Input.
func (i *Input) Devices(context.Context) ([]microphone.Device, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.missing != nil {
		return nil, i.missing
	}
	if len(i.devices) == 0 {
		return nil, microphone.ErrNoDevice
	}
	return slices.Clone(i.devices), nil
}

// Run implements microphone.Input.
func (i *Input) Run(ctx context.Context, device string, feed microphone.Feed) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	d, err := i.begin(device, end)
	if err != nil {
		return err
	}
	defer i.end()
	i.mu.Lock()
	delay := i.delay
	i.mu.Unlock()
	select {
	case <-time.After(delay):
	case <-ctx.Done():
	}
	i.mu.Lock()
	missing := i.missing
	i.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case missing != nil:
		return missing
	}
	feed.Opened(d)
	tick := time.NewTicker(time.Second * ChunkSamples / microphone.Rate)
	defer tick.Stop()
	for chunk := make([]int16, ChunkSamples); ; {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		heard := i.fill(chunk)
		feed.Heard(chunk)
		if heard != nil {
			close(heard)
		}
	}
}

func (i *Input) begin(device string, end func(error)) (microphone.Device, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case i.open != nil:
		return microphone.Device{}, microphone.ErrBusy
	case len(i.devices) == 0:
		return microphone.Device{}, errors.Join(microphone.ErrNoDevice, i.missing)
	}
	at := 0
	if device != "" {
		at = slices.IndexFunc(i.devices, func(d microphone.Device) bool { return d.ID == device })
	}
	if at < 0 {
		return microphone.Device{}, microphone.ErrNoDevice
	}
	i.open, i.using = end, device
	i.opened++
	return i.devices[at], nil
}

func (i *Input) end() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.open = nil
}

// fill makes the next samples. What it gives, if anything, is to be closed when they have been
// heard.
func (i *Input) fill(chunk []int16) chan struct{} {
	i.mu.Lock()
	defer i.mu.Unlock()
	n := copy(chunk, i.said)
	i.said = i.said[n:]
	for at := n; at < len(chunk); at++ {
		chunk[at] = 0
		if i.room > 0 {
			chunk[at] = int16(i.noise.IntN(2*int(i.room)+1)) - i.room
		}
	}
	if n > 0 && len(i.said) == 0 {
		i.said = nil
		return i.silent
	}
	return nil
}
