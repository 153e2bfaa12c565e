package speaker

import (
	"context"
	"fmt"
	"sync"
	"time"
)

const (
	// linger is the time for which an idle output stays open: the next sound begins at once, and
	// rest costs nothing.
	linger = 3 * time.Second
	// warmFor is the time for which an output that was opened by Warm waits for its sound.
	warmFor = 15 * time.Second
	// A missing output is looked for after retryFirst, then less and less often down to retryLast.
	retryFirst = time.Second
	retryLast  = 5 * time.Second
	// retryOften is the number of times it is looked for after retryFirst.
	retryOften = 20

	latencyFrames = int(Latency * Rate / time.Second)

	// lostFrames of a lost output's sound are played again although they were taken: 100 ms. Its
	// last moments are often not heard, and wireless ones buffer more than they say.
	lostFrames = Rate / 10
)

// A Speaker is the one output of the program. It is safe from any goroutine.
type Speaker struct {
	output  Output
	drop    chan struct{} // holds one
	wake    chan struct{} // holds one: look again whether an output is wanted
	keeping sync.WaitGroup

	mu      sync.Mutex
	playing *Sound
	volume  float32
	now     float32 // volume that the last sample was given with
	closed  bool
	kept    bool               // keep runs
	cancel  context.CancelFunc // ends the output that is open or opening
	busyAt  time.Time          // when there was something to play last
	warm    time.Time          // an output is wanted until then
	problem error

	// Of the output that is open, in frames.
	open    bool // it has asked
	given   int
	taken   int
	takenAt time.Time
	heard   int
}

// New gives a Speaker on an output, which is opened when something is to be played.
func New(output Output) *Speaker {
	return &Speaker{output: output, drop: make(chan struct{}, 1), wake: make(chan struct{}, 1), volume: 1, now: 1}
}

// SetVolume sets how loud sounds are, 0 to 1.
func (s *Speaker) SetVolume(volume float64) {
	if !(volume > 0) {
		volume = 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.volume = float32(min(volume, 1))
}

// Play stops what plays and begins another sound at a place of it and at speed (0.5 to 2, with the
// same pitch). It does not wait: errors are in the Sound.
func (s *Speaker) Play(open Opener, from Place, speed float64) *Sound {
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

// Warm opens the output ahead of need, so that a sound that follows within 15 seconds begins the
// sooner.
func (s *Speaker) Warm() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.warm = time.Now().Add(warmFor)
	s.want()
}

// OutputError is the reason why there is no output, wrapping ErrNoOutput; nil while there is one or
// none was needed yet.
func (s *Speaker) OutputError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.problem
}

// Close stops what plays and ends the output. A closed Speaker plays nothing more.
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

// wanted reports whether an output is to be open. s.mu is held, as for all that follows but keep
// and what it feeds.
func (s *Speaker) wanted() bool {
	return !s.closed && (s.playing != nil && !s.playing.paused || time.Now().Before(s.warm))
}

// want opens the output, or looks for one at once.
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

// silence ends the output at once.
func (s *Speaker) silence() {
	s.warm = time.Time{}
	if s.cancel != nil {
		s.cancel()
	}
	signal(s.wake)
}

// flush has the output drop what it has not taken.
func (s *Speaker) flush() { signal(s.drop) }

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// keep has an output open for as long as one is wanted.
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

// lose takes back what the output did not play before it ended.
func (s *Speaker) lose(meant bool) {
	heard := s.hear()
	if !meant {
		// Nobody knows when the device went away. It was there when it asked last.
		heard = s.sure()
	}
	if s.playing != nil {
		s.playing.takeBack(heard)
		s.playing.spans = nil // of frames that no longer count
	}
	s.open, s.given, s.taken, s.heard = false, 0, 0, 0
}

// fill gives the output its next samples, see Feed.
func (s *Speaker) fill(samples []float32, taken int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open || s.taken != taken { // else it asks again
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

// dropped takes back the last frames that were given.
func (s *Speaker) dropped(frames int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.given -= frames
	if s.playing != nil {
		s.playing.takeBack(s.given)
	}
}

// hear gives the frame that is heard now: the output takes a piece at a time and plays on in
// between.
func (s *Speaker) hear() int {
	if !s.open {
		return s.heard
	}
	since := time.Since(s.takenAt)
	s.heard = max(s.heard, min(s.taken-latencyFrames+int(since*Rate/time.Second), s.taken))
	return s.heard
}

// sure gives the frame up to which all has been heard, whatever has become of the output since it
// asked last.
func (s *Speaker) sure() int { return s.taken - latencyFrames - lostFrames }
