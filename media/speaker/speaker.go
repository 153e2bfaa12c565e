package speaker

import (
	"fmt"
	"sync"
	"time"

	"parley/media/audio"
)

// lostAfter is how long an output may ask for nothing before it is taken as lost.
const lostAfter = 5 * time.Second

// An Opener opens a sound at its beginning. It is called on a goroutine of the sound, again for each Seek. stop makes a
// Read of the decoder that waits for its bytes return; it is called once from any goroutine, and may be nil.
type Opener func() (d audio.Decoder, stop func(), err error)

// A Speaker is the one output of the program. It is safe from any goroutine.
type Speaker struct {
	device  device
	opening sync.Once
	failed  error // what opening ended with; written within opening

	mu       sync.Mutex
	playing  *Sound
	volume   float32
	now      float32 // volume that the last sample was given with
	given    int     // frames given to the output
	pulled   int     // frames that the output had taken
	pulledAt time.Time
	heard    int
	lost     bool
}

// New gives the Speaker of the program. Nothing is opened before the first Play.
func New() *Speaker { return newSpeaker(&otoDevice{}) }

func newSpeaker(d device) *Speaker { return &Speaker{device: d, volume: 1, now: 1} }

// SetVolume sets how loud sounds are, 0 to 1.
func (s *Speaker) SetVolume(volume float64) {
	if !(volume > 0) {
		volume = 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.volume = float32(min(volume, 1))
}

// Play stops what plays and begins another sound at speed (0.5 to 2, with the same pitch). It does not wait: trouble is
// in the Sound.
func (s *Speaker) Play(open Opener, speed float64) *Sound {
	p := &Sound{speaker: s, open: open, done: make(chan struct{})}
	p.setSpeed(speed)
	s.mu.Lock()
	old := s.playing
	s.playing = p
	p.begin(0)
	s.mu.Unlock()
	if old != nil {
		old.end(ErrStopped)
	}
	go p.watch()
	return p
}

// opened opens the output the first time.
func (s *Speaker) opened() error {
	s.opening.Do(func() {
		if err := s.device.Open(s.fill); err != nil {
			s.failed = fmt.Errorf("%w: %w", ErrNoDevice, err)
		}
		s.mu.Lock()
		s.pulledAt = time.Now()
		s.mu.Unlock()
	})
	return s.failed
}

// fill gives the output its next samples, and notes that it has taken pulled frames of those before. It never waits.
func (s *Speaker) fill(samples []float32, pulled int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pulled, s.pulledAt, s.lost = pulled, time.Now(), false
	heard := s.hear()
	frames := len(samples) / Channels
	n := 0
	if s.playing != nil {
		n = s.playing.give(samples, s.given, heard)
	}
	clear(samples[n*Channels:])
	for f := range frames {
		v := s.now + (s.volume-s.now)*float32(f+1)/float32(frames)
		for c := range Channels {
			samples[f*Channels+c] *= v
		}
	}
	s.now = s.volume
	s.given += frames
}

// hear gives the frame that is heard now: the output takes a piece at a time and plays on in between.
func (s *Speaker) hear() int {
	since := time.Since(s.pulledAt)
	frames := s.pulled - int(latency*Rate/time.Second) + int(since*Rate/time.Second)
	s.heard = max(s.heard, min(frames, s.pulled))
	return s.heard
}

// trouble says what is wrong with the output, once it has been opened.
func (s *Speaker) trouble() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lost || time.Since(s.pulledAt) > lostAfter {
		s.lost = true
		return ErrLost
	}
	return nil
}
