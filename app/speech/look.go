package speech

import (
	"time"

	"parlando/media/speaker"
)

const (
	// lookAgain is the interval at which a waiting sound is checked.
	lookAgain = 50 * time.Millisecond
	// lookLeast and lookMost bound the interval between change notifications; within these bounds
	// there is one at each new sentence.
	lookLeast = 30 * time.Millisecond
	lookMost  = time.Second
)

// look returns a channel that is closed when the sound ends, and the time until the next check.
func (r *reading) look() (done <-chan struct{}, wait time.Duration) {
	s := r.s
	s.mu.Lock()
	defer s.mu.Unlock()
	l := r.line
	if l == nil || l.sound == nil || r.failed != nil || r.paused {
		if l != nil && l.sound != nil && r.failed == nil {
			done = l.sound.Done()
		}
		return done, time.Hour
	}
	s.notify() // another part may be playing by now
	wait = lookMost
	switch l.sound.State() {
	case speaker.Loading:
		wait = lookAgain
	case speaker.NoOutput:
		wait = 4 * lookAgain
	case speaker.Playing:
		if r.path == "" {
			wait = l.untilNext(s.speed)
		}
	}
	return l.sound.Done(), wait
}

// untilNext returns the time until the next sentence begins. Speech.mu is held.
func (l *speechLine) untilNext(speed float64) time.Duration {
	where := l.sound.Position()
	if where.Clip >= len(l.parts) {
		return lookAgain
	}
	p := l.parts[where.Clip]
	length, _ := l.length(where.Clip)
	next := length
	for n := range p.count {
		if at := l.r.pages.timeIn(p.stretch, position{sentence: p.first + n}, length); at > where.Offset {
			next = at
			break
		}
	}
	return min(max(time.Duration(float64(next-where.Offset)/speed), lookLeast), lookMost)
}
