package transcript

import "time"

// sound tracks playback in the lines.
type sound struct {
	table *table
	// onLoop is called with the range to repeat.
	onLoop func(from, to time.Duration, on bool)

	// on means that the player has loaded the sound of this transcript. place is the playback
	// position, line the playing line, -1 for none.
	on    bool
	place time.Duration
	line  int
	// follows means that the view follows the playing line; scrolling away stops that.
	follows bool
	// loop is the repeated line, -1 for none.
	loop int
}

// reset resets the state for another transcript.
func (s *sound) reset() { s.line, s.loop, s.follows = -1, -1, true }

// set sets the playback position and the playing line. If the view follows, it scrolls to the line.
// It reports whether the line has changed.
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

// bring scrolls to the playing line.
func (s *sound) bring() {
	if s.line >= 0 && !s.table.view.IsVisible(s.line) {
		s.table.view.ScrollTo(s.line, 0, s.table.ViewHeight()/3)
	}
}

// seen reports whether there is no playing line or it is visible.
func (s *sound) seen() bool { return s.line < 0 || s.table.view.IsVisible(s.line) }

// lost reports whether the user has scrolled away from the playing line.
func (s *sound) lost() bool { return s.on && !s.follows && !s.seen() }

// setLoop repeats a line, or stops repeating it.
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

// find updates the playing line after the lines have changed.
func (s *sound) find() {
	s.line = -1
	if s.on {
		s.line = s.table.lineOf(s.place)
	}
}

// shift adjusts the indexes after the lines from index from on have moved by by.
func (s *sound) shift(from, by int) {
	if s.loop == from && by < 0 {
		s.loop = -1
		s.tellLoop()
	} else if s.loop >= from {
		s.loop += by
	}
	s.find()
}
