package transcript

import "time"

// sound is the place of the sound in the lines.
type sound struct {
	table *table
	// onLoop is told what is heard again and again.
	onLoop func(from, to time.Duration, on bool)

	// on says that the sound of this transcript is in the player, at place; line is the one that
	// sounds, -1 for none.
	on    bool
	place time.Duration
	line  int
	// follows says that the view goes with it; a reader who scrolls away is left alone.
	follows bool
	// loop is the line that is heard again and again, -1 for none.
	loop int
}

// reset forgets what was heard of other lines.
func (s *sound) reset() { s.line, s.loop, s.follows = -1, -1, true }

// set sets the place of the sound, and scrolls there if it follows; it reports a change of line.
func (s *sound) set(on bool, place time.Duration, line int) bool {
	wasOn, was := s.on, s.line
	s.on, s.place, s.line = on, place, line
	if on && !wasOn && s.table.written.row < 0 {
		s.follows = true
	}
	if wasOn == s.on && was == s.line {
		return false
	}
	if s.follows {
		s.bring()
	}
	return true
}

// bring brings the line that sounds into the view.
func (s *sound) bring() {
	if s.line >= 0 && !s.table.view.Shows(s.line) {
		s.table.view.Bring(s.line, 0, s.table.Room()/3)
	}
}

// seen reports whether the line that sounds is in the view, or there is none.
func (s *sound) seen() bool { return s.line < 0 || s.table.view.Shows(s.line) }

// lost reports whether the reader is elsewhere than where it sounds.
func (s *sound) lost() bool { return s.on && !s.follows && !s.seen() }

// setLoop has a line heard again and again, or no longer where it is.
func (s *sound) setLoop(i int) {
	if s.loop == i {
		i = -1
	}
	s.loop = i
	s.tellLoop()
}

func (s *sound) tellLoop() {
	if i := s.loop; i >= 0 && i < len(s.table.rows) {
		s.onLoop(s.table.rows[i].Start, s.table.until(i), true)
		return
	}
	s.onLoop(0, 0, false)
}

// find finds the line that sounds again, after the lines changed.
func (s *sound) find() {
	s.line = -1
	if s.on {
		s.line = s.table.lineOf(s.place)
	}
}

// shift takes over that lines from one on have moved by so many.
func (s *sound) shift(from, by int) {
	if s.loop == from && by < 0 {
		s.loop = -1
		s.tellLoop()
	} else if s.loop >= from {
		s.loop += by
	}
	s.find()
}
