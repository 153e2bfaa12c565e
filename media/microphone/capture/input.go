package capture

import (
	"context"
	"fmt"
	"sync"
	"time"

	"parlando/media/microphone"
)

const (
	// answerWithin bounds a single step of the sound system. A working sound system needs far less
	// time, so after it the sound system counts as hanging.
	answerWithin = 10 * time.Second
	// silentFor is the interval in which an open microphone must deliver samples; normally they
	// arrive every 20 ms. The device counts as lost after two intervals without any, because the
	// first may include time in which the computer was suspended.
	silentFor = time.Second
	// travels is the largest latency of captured sound: after ctx is done, capture continues for
	// that long.
	travels = 120 * time.Millisecond
)

// hangs returns the error for a sound system that does not respond.
func hangs() error { return fmt.Errorf("%w: the sound system does not answer", microphone.ErrFailed) }

// Input captures from the microphones of this computer. The zero value is ready to use.
type Input struct {
	mu   sync.Mutex
	busy bool
	hung bool // the running session was abandoned because it hangs
}

// ThisComputer returns the microphones of this computer. It opens nothing.
func ThisComputer() *Input { return &Input{} }

// Devices implements microphone.Input.
func (i *Input) Devices(ctx context.Context) ([]microphone.Device, error) {
	type answer struct {
		devices []microphone.Device
		err     error
	}
	came := make(chan answer, 1)
	go func() {
		devices, err := list()
		came <- answer{devices, err}
	}()
	select {
	case a := <-came:
		return a.devices, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(answerWithin):
		return nil, hangs()
	}
}

// Run implements microphone.Input.
func (i *Input) Run(ctx context.Context, device string, feed microphone.Feed) error {
	i.mu.Lock()
	busy, hung := i.busy, i.hung
	i.busy = true
	i.mu.Unlock()
	switch {
	case hung:
		return hangs()
	case busy:
		return microphone.ErrBusy
	}
	s := &session{feed: feed, stop: make(chan struct{}), ended: make(chan error, 1)}
	go func() {
		err := open(device, s)
		i.mu.Lock()
		i.busy, i.hung, s.gone = false, false, true
		i.mu.Unlock()
		s.ended <- err
	}()
	err := s.watch(ctx)
	s.mute()
	i.mu.Lock()
	if !s.gone { // watch has waited long enough: the sound system hangs
		i.hung = true
	}
	i.mu.Unlock()
	return err
}

// session is one call of Run. It is shared by the goroutine that calls the sound system, the sound
// system's thread, and the goroutine of watch.
type session struct {
	feed  microphone.Feed
	stop  chan struct{} // closed to end the session
	ended chan error    // receives the result
	gone  bool          // the session has ended; guarded by Input.mu

	mu     sync.Mutex
	device microphone.Device // opened device
	muted  bool
	pieces int // number of blocks received
}

// opens sets the device being opened.
func (s *session) opens(d microphone.Device) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.device = d
}

// heard passes samples to the feed. The device counts as open from the first samples on: a wireless
// headset takes seconds until it delivers any.
func (s *session) heard(samples []int16) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.muted {
		return
	}
	if s.pieces == 0 {
		s.feed.OnOpened(s.device)
	}
	s.pieces++
	s.feed.OnSamples(samples)
}

func (s *session) mute() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.muted = true
}

func (s *session) came() (pieces int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pieces
}

// watch waits for the session to end, and ends it when ctx is done or no samples arrive any more.
func (s *session) watch(ctx context.Context) error {
	look := time.NewTicker(silentFor)
	defer look.Stop()
	last, silent, began := 0, 0, time.Now()
	for {
		select {
		case err := <-s.ended:
			return because(ctx, err)
		case <-ctx.Done():
			if s.came() > 0 {
				select {
				case err := <-s.ended:
					return because(ctx, err)
				case <-time.After(travels):
				}
			}
			s.end()
			return ctx.Err()
		case <-look.C:
		}
		pieces := s.came()
		if pieces > last {
			last, silent = pieces, 0
			continue
		}
		switch silent++; {
		case pieces > 0 && silent >= 2:
			s.end()
			return fmt.Errorf("%w: no more samples arrive", microphone.ErrDisconnected)
		case pieces == 0 && time.Since(began) > answerWithin:
			s.end()
			return hangs()
		}
	}
}

// end stops the session and waits for it, unless it hangs.
func (s *session) end() {
	close(s.stop)
	select {
	case <-s.ended: //nolint:errcheck // the session was asked to end
	case <-time.After(answerWithin):
	}
}

// because returns the error of ctx, if any, in preference to err.
func because(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
