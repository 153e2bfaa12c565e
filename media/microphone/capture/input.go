package capture

import (
	"context"
	"fmt"
	"sync"
	"time"

	"parlando/media/microphone"
)

const (
	// answerWithin is far longer than any sound system takes for one step, so that one that hangs
	// counts as failed.
	answerWithin = 10 * time.Second
	// silentFor is the time without sound after which an open microphone counts as lost; it gives
	// some each 20 ms, on a very busy machine less often. It has to be silent twice, as the time in
	// which the computer slept may count.
	silentFor = time.Second
	// travels is the longest delay of captured sound: capturing goes on for that long when it is
	// told to end.
	travels = 120 * time.Millisecond
)

// hangs says that the sound system has not answered.
func hangs() error { return fmt.Errorf("%w: the sound system does not answer", microphone.ErrFailed) }

// Input is the microphones of this computer. The zero value can be used.
type Input struct {
	mu   sync.Mutex
	busy bool
	hung bool // the one that is busy was left behind
}

// ThisComputer gives the microphones of this computer. It opens nothing.
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
	if !s.gone { // though it has had time enough
		i.hung = true
	}
	i.mu.Unlock()
	return err
}

// session is one Run, between the goroutine that calls the sound system, its thread, and the one
// that waits.
type session struct {
	feed  microphone.Feed
	stop  chan struct{} // closed when it is to end
	ended chan error    // how it did
	gone  bool          // it has, with Input.mu held

	mu     sync.Mutex
	device microphone.Device // that is opened
	muted  bool
	pieces int // that came
}

// opens says which device it is.
func (s *session) opens(d microphone.Device) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.device = d
}

// heard hands on what was heard. With the first of it the device counts as open: a wireless headset
// takes seconds until it hears.
func (s *session) heard(samples []int16) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.muted {
		return
	}
	if s.pieces == 0 {
		s.feed.Opened(s.device)
	}
	s.pieces++
	s.feed.Heard(samples)
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

// watch waits for the end, and brings it about when ctx ends or nothing is heard any more. It is
// done when nothing comes any more.
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
			return fmt.Errorf("%w: nothing comes from it any more", microphone.ErrLost)
		case pieces == 0 && time.Since(began) > answerWithin:
			s.end()
			return hangs()
		}
	}
}

// end has the session ended, and waits for it, if it does not hang.
func (s *session) end() {
	close(s.stop)
	select {
	case <-s.ended: //nolint:errcheck // it was told to
	case <-time.After(answerWithin):
	}
}

// because prefers the end that was asked for.
func because(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
