package speech

import (
	"time"

	"parlando/media/speaker"
)

// jump is the place to go on from.
type jump struct {
	to position
	// offset is a byte of the text, instead of the position; -1 is none.
	offset int
	// at is the time in a file, instead of the position.
	at time.Duration
	// anew asks for the sound even if the same line has it: another voice reads.
	anew bool
	// retry asks for what failed again.
	retry bool
}

// target is the position of a jump. Speech.mu is held.
func (r *reading) target(j jump) position {
	if j.offset >= 0 {
		return position{sentence: r.pages.sentenceOf(j.offset)}
	}
	return j.to
}

// move goes where a jump leads.
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
		from := speaker.Place{At: j.at}
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
		l.forgive(from.Clip, kindOf(r.failed))
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

// jumped notes that a jump was done, unless there is another already.
func (r *reading) jumped(j *jump) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	if r.jump == j {
		r.jump = nil
	}
}

// seek goes on in the sound of a line, or plays it again when it has ended.
func (r *reading) seek(l *speechLine, to speaker.Place) {
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
