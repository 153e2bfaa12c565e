package speaker

import (
	"context"
	"fmt"
	"sync"
	"time"
)

const (
	// linger is the time that an idle output stays open, so that the next sound starts at once.
	linger = 3 * time.Second
	// warmFor is the time that an output opened by OpenInAdvance waits for a sound.
	warmFor = 15 * time.Second
	// retryFirst and retryLast are the first and the longest interval between attempts to open a
	// missing output.
	retryFirst = time.Second
	retryLast  = 5 * time.Second
	// retryOften is the number of attempts at the interval retryFirst.
	retryOften = 20

	latencyFrames = int(Latency * Rate / time.Second)

	// lostFrames is the number of samples per channel, 100 ms, that are replayed after the loss of
	// an output although the device had taken them: the last moments are often not played, and
	// wireless devices buffer more than they report.
	lostFrames = Rate / 10
)

// A Speaker is the only output of the program. It can be used from any goroutine.
type Speaker struct {
	output  Output
	drop    chan struct{} // capacity 1
	wake    chan struct{} // capacity 1; signals keep to check whether an output is wanted
	keeping sync.WaitGroup

	mu      sync.Mutex
	playing *Sound
	volume  float32
	now     float32 // volume of the last sample given
	closed  bool
	kept    bool               // keep is running
	cancel  context.CancelFunc // ends the current output
	busyAt  time.Time          // last time there was something to play
	warm    time.Time          // an output is wanted until this time
	problem error

	// State of the open output, in samples per channel.
	open    bool // the output has made a request
	given   int
	taken   int
	takenAt time.Time
	heard   int
}

// New returns a Speaker that opens output when a sound is played.
func New(output Output) *Speaker {
	return &Speaker{output: output, drop: make(chan struct{}, 1), wake: make(chan struct{}, 1), volume: 1, now: 1}
}

// SetVolume sets the volume, 0 to 1.
func (s *Speaker) SetVolume(volume float64) {
	if !(volume > 0) {
		volume = 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.volume = float32(min(volume, 1))
}

// Play stops the current sound and starts another sound at a position and with a speed of 0.5 to 2
// at unchanged pitch. It does not block; errors are reported by the Sound.
func (s *Speaker) Play(open Opener, from Position, speed float64) *Sound {
	p := &Sound{speaker: s, open: open, done: make(chan struct{}), lengths: map[int]time.Duration{}}
	p.setSpeed(speed)
	s.mu.Lock()
	if s.closed {
		p.run = &decodeRun{gone: true, cancel: func() {}}
		s.mu.Unlock()
		p.end(ErrStopped)
		return p
	}
	old := s.playing
	s.playing = p
	p.begin(from)
	if old != nil {
		s.flush()
	}
	s.want()
	s.mu.Unlock()
	if old != nil {
		old.end(ErrStopped)
	}
	return p
}

// OpenInAdvance opens the output in advance, so that a sound played within 15 seconds starts
// sooner.
func (s *Speaker) OpenInAdvance() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.warm = time.Now().Add(warmFor)
	s.want()
}

// OutputError returns why no output is available, wrapping ErrNoOutput; nil while an output is
// available or none has been needed yet.
func (s *Speaker) OutputError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.problem
}

// Close stops the current sound and closes the output. A closed Speaker cannot play.
func (s *Speaker) Close() {
	s.mu.Lock()
	s.closed = true
	p := s.playing
	s.silence()
	s.mu.Unlock()
	if p != nil {
		p.end(ErrStopped)
	}
	s.keeping.Wait()
}

// wanted reports whether an output should be open. s.mu must be held, as for all methods below
// except keep, fill and dropped.
func (s *Speaker) wanted() bool {
	return !s.closed && (s.playing != nil && !s.playing.paused || time.Now().Before(s.warm))
}

// want opens the output, or retries immediately.
func (s *Speaker) want() {
	if s.closed {
		return
	}
	s.busyAt = time.Now()
	if s.kept {
		signal(s.wake)
		return
	}
	s.kept = true
	s.keeping.Add(1)
	go s.keep()
}

// silence closes the output immediately.
func (s *Speaker) silence() {
	s.warm = time.Time{}
	if s.cancel != nil {
		s.cancel()
	}
	signal(s.wake)
}

// flush makes the output drop all samples that the device has not taken.
func (s *Speaker) flush() { signal(s.drop) }

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// keep runs an output for as long as one is wanted.
func (s *Speaker) keep() {
	defer s.keeping.Done()
	for failures := 0; ; {
		ctx, cancel := context.WithCancel(context.Background())
		s.mu.Lock()
		if !s.wanted() {
			s.kept = false
			s.mu.Unlock()
			cancel()
			return
		}
		s.cancel = cancel
		select {
		case <-s.drop:
		default:
		}
		s.mu.Unlock()

		err := s.output.Run(ctx, Feed{Fill: s.fill, Drop: s.drop, Dropped: s.dropped})

		s.mu.Lock()
		meant, played := ctx.Err() != nil, s.open
		s.lose(meant)
		s.cancel = nil
		if !meant {
			s.problem = fmt.Errorf("%w: %w", ErrNoOutput, err)
		}
		s.mu.Unlock()
		cancel()
		if meant || played {
			failures = 0
			continue
		}
		failures++
		wait := retryFirst
		if failures > retryOften {
			wait = min(retryFirst*time.Duration(failures-retryOften), retryLast)
		}
		select {
		case <-time.After(wait):
		case <-s.wake:
		}
	}
}

// lose takes back all samples that the output did not play before it ended. meant means that it was
// closed on purpose.
func (s *Speaker) lose(meant bool) {
	heard := s.hear()
	if !meant {
		// The time when the device disappeared is unknown; it was present at its last request.
		heard = s.sure()
	}
	if s.playing != nil {
		s.playing.takeBack(heard)
		s.playing.spans = nil // the frame counts start again at 0
	}
	s.open, s.given, s.taken, s.heard = false, 0, 0, 0
}

// fill implements Feed.Fill.
func (s *Speaker) fill(samples []float32, taken int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open || s.taken != taken { // a repeated request must not update the time
		s.takenAt = time.Now()
	}
	s.open, s.taken, s.problem = true, taken, nil
	heard := s.hear()
	frames := len(samples) / Channels
	n, more := 0, false
	if s.playing != nil {
		n, more = s.playing.give(samples, s.given, heard)
	}
	if more {
		frames = n
	} else {
		clear(samples[n*Channels:])
	}
	for f := range frames {
		v := s.now + (s.volume-s.now)*float32(f+1)/float32(frames)
		for c := range Channels {
			samples[f*Channels+c] *= v
		}
	}
	if frames > 0 {
		s.now = s.volume
	}
	s.given += frames

	if s.wanted() {
		s.busyAt = time.Now()
	} else if time.Since(s.busyAt) > linger && s.cancel != nil {
		s.cancel()
	}
	return frames
}

// dropped takes back the samples given last, as Feed.Dropped reports.
func (s *Speaker) dropped(frames int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.given -= frames
	if s.playing != nil {
		s.playing.takeBack(s.given)
	}
}

// hear returns the output position being played now, interpolated between the requests of the
// output.
func (s *Speaker) hear() int {
	if !s.open {
		return s.heard
	}
	since := time.Since(s.takenAt)
	s.heard = max(s.heard, min(s.taken-latencyFrames+int(since*Rate/time.Second), s.taken))
	return s.heard
}

// sure returns the output position up to which everything has certainly been played, even if the
// output was lost since its last request.
func (s *Speaker) sure() int { return s.taken - latencyFrames - lostFrames }
