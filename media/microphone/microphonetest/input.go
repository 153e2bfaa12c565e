// Package microphonetest provides a microphone in virtual time, for tests of recording and its
// timing.
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

// ChunkSamples is the number of samples delivered at a time: 20 ms.
const ChunkSamples = microphone.Rate / 50

// QuietAmplitude is the amplitude of the room noise while nothing is said, about -65 dB of full
// scale.
const QuietAmplitude = 32

// Input is a simulated microphone. In testing/synctest it takes no time, otherwise it runs in real
// time. Use New.
type Input struct {
	mu      sync.Mutex
	devices []microphone.Device
	missing error
	delay   time.Duration
	room    int16
	noise   *rand.Rand
	said    []int16
	silent  chan struct{} // closed when all samples of QueueSamples have been delivered
	open    func(error)   // nil while the microphone is closed
	opened  int
	using   string
}

// New returns a working microphone in a quiet room that opens immediately.
func New() *Input {
	i := &Input{
		devices: []microphone.Device{{ID: "test", Name: "Test microphone", Default: true}},
		room:    QuietAmplitude, noise: rand.New(rand.NewPCG(1, 2)), silent: make(chan struct{}),
	}
	close(i.silent)
	return i
}

// QueueSamples queues samples (microphone.Rate, mono) for recording. They stay queued while the
// microphone is closed.
func (i *Input) QueueSamples(samples []int16) {
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

// WaitDelivered waits until all queued samples have been delivered.
func (i *Input) WaitDelivered(ctx context.Context) error {
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

// SetNoise sets the amplitude of the room noise; 0 is digital silence, as of a muted microphone.
func (i *Input) SetNoise(largest int16) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.room = largest
}

// SetDevices sets the available microphones; the first is the default.
func (i *Input) SetDevices(devices ...microphone.Device) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.devices = slices.Clone(devices)
	for n := range i.devices {
		i.devices[n].Default = n == 0
	}
}

// SetError makes opening and listing fail with err, an error of package microphone; nil makes them
// succeed again.
func (i *Input) SetError(err error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.missing = err
}

// SetOpenDelay sets how long opening takes.
func (i *Input) SetOpenDelay(d time.Duration) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.delay = d
}

// Unplug unplugs the open microphone.
func (i *Input) Unplug() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.open != nil {
		i.open(fmt.Errorf("%w: it was unplugged", microphone.ErrDisconnected))
	}
}

// IsOpen reports whether the microphone is open or opening.
func (i *Input) IsOpen() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.open != nil
}

// OpenCount returns how often the microphone was opened.
func (i *Input) OpenCount() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.opened
}

// Device returns the ID of the device requested last.
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
	feed.OnOpened(d)
	tick := time.NewTicker(time.Second * ChunkSamples / microphone.Rate)
	defer tick.Stop()
	for chunk := make([]int16, ChunkSamples); ; {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		heard := i.fill(chunk)
		feed.OnSamples(chunk)
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

// fill produces the next samples. The returned channel, unless nil, must be closed once they have
// been delivered.
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
