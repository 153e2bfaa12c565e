package speaker

import (
	"io"
	"sync"
	"time"
)

const pull = Rate / 20

// fakeDevice plays in virtual time as a sound server does: 50 ms at a time into a buffer of 200 ms.
type fakeDevice struct {
	mu      sync.Mutex
	fails   error
	stalled bool
	quit    chan struct{}
	began   time.Time
	server  []float32 // all that the server was given
}

func newFakeDevice() *fakeDevice { return &fakeDevice{quit: make(chan struct{})} }

func (d *fakeDevice) Open(fill func([]float32, int)) error {
	if d.fails != nil {
		return d.fails
	}
	// What lies between the Speaker and the server: 100 ms.
	waiting := make([]float32, 2*pull*Channels)
	fill(waiting, 0)
	given := len(waiting) / Channels
	d.server = make([]float32, (int(latency*Rate/time.Second)-pull)*Channels)
	d.began = time.Now()
	go func() {
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for {
			d.mu.Lock()
			if !d.stalled {
				d.server = append(d.server, waiting[:pull*Channels]...)
				waiting = append([]float32{}, waiting[pull*Channels:]...)
				more := make([]float32, pull*Channels)
				fill(more, given-len(waiting)/Channels)
				given += pull
				waiting = append(waiting, more...)
			}
			d.mu.Unlock()
			select {
			case <-d.quit:
				return
			case <-tick.C:
			}
		}
	}()
	return nil
}

func (d *fakeDevice) stall(stalled bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stalled = stalled
}

// now is the sample that the ear hears.
func (d *fakeDevice) now() float32 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.server[min(int(time.Since(d.began)*Rate/time.Second)*Channels, len(d.server)-1)]
}

// sounding is what was given that is not silence, of the first channel.
func (d *fakeDevice) sounding() []float32 {
	d.mu.Lock()
	defer d.mu.Unlock()
	var all []float32
	for i := 0; i < len(d.server); i += Channels {
		if v := d.server[i]; v != 0 {
			all = append(all, v)
		}
	}
	return all
}

// ramp is a sound whose samples tell their own place: each is one more than the one before.
type ramp struct {
	channels, frames, at int
	read                 func(at int) error
}

const unit = 1.0 / (1 << 22)

func (d *ramp) Rate() int     { return Rate }
func (d *ramp) Channels() int { return d.channels }

func (d *ramp) Read(samples []float32) (int, error) {
	if d.read != nil {
		if err := d.read(d.at); err != nil {
			return 0, err
		}
	}
	n := min(len(samples)/d.channels, d.frames-d.at)
	if n == 0 {
		return 0, io.EOF
	}
	for i := range n * d.channels {
		samples[i] = float32(d.at+i/d.channels+1) * unit
	}
	d.at += n
	return n * d.channels, nil
}
