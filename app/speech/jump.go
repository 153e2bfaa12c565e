package speech

import (
	"time"

	"parlando/app/problem"
	"parlando/media/speaker"
)

// jump is a requested place to continue from.
type jump struct {
	to position
	// offset is a byte offset in the text; unless it is -1, it is used instead of to.
	offset int
	// at is the target time in a file.
	at time.Duration
	// anew requests the sound again even if the current line has it, because the voice has changed.
	anew bool
	// retry requests failed parts again.
	retry bool
}

// target returns the position of a jump. Speech.mu is held.
func (r *reading) target(j jump) position {
	if j.offset >= 0 {
		return position{sentence: r.pages.sentenceOf(j.offset)}
	}
	return j.to
}

// move carries out the pending jump.
func (r *reading) move() {
	s := r.s
	s.mu.Lock()
	j := r.jump
	if j == nil {
		s.mu.Unlock()
		return
	}
	l := r.line
	if r.path != "" {
		from := speaker.Position{Offset: j.at}
		if j.retry {
			from = r.stopped
		}
		r.jump = nil
		s.mu.Unlock()
		r.seek(l, from)
		return
	}
	if j.retry && l != nil {
		from := r.stopped
		l.forgive(from.Clip, problem.KindOf(r.failed))
		r.jump = nil
		s.mu.Unlock()
		r.play(l, from)
		return
	}
	to := r.target(*j)
	over := to.sentence >= len(r.pages.sentences) && r.pages.whole
	n := -1
	if !over && !j.anew && r.failed == nil && l != nil && l.alive() {
		n = l.holding(to.sentence)
	}
	if n >= 0 {
		s.mu.Unlock()
		r.seek(l, l.placeOf(n, to))
		r.jumped(j)
		return
	}
	s.mu.Unlock()
	if over {
		r.finish()
		return
	}
	r.readFrom(to)
	r.jumped(j)
}

// jumped clears the pending jump if it is still j.
func (r *reading) jumped(j *jump) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	if r.jump == j {
		r.jump = nil
	}
}

// seek moves to a place in the sound of a line, and plays the line again if it has ended.
func (r *reading) seek(l *speechLine, to speaker.Position) {
	if !l.alive() {
		r.play(l, to)
		return
	}
	l.sound.Seek(to)
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	l.begun = to
	if !r.paused {
		l.sound.Resume()
	}
}
