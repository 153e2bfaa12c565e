package transcript

import "time"

// sounding is what is heard.
type sounding struct {
	// on says that the sound of this transcript is in the player, at place; line is the one that sounds, -1 for none.
	on    bool
	place time.Duration
	line  int
	// follows says that the view goes with it; a reader who scrolls away is left alone.
	follows bool
	// loop is the line that is heard again and again, -1 for none.
	loop int
}

// setSound says what is heard.
func (l *lines) setSound(on bool, place time.Duration) {
	line := -1
	if on {
		line = l.lineOf(place)
	}
	l.mark(on, place, line)
}

// setReadAloud says which line is read aloud, -1 for none.
func (l *lines) setReadAloud(line int) {
	line = min(line, len(l.rows)-1)
	place := l.sound.place
	if line >= 0 {
		place = l.rows[line].Start
	}
	l.mark(line >= 0, place, line)
}

func (l *lines) mark(on bool, place time.Duration, line int) {
	was := l.sound
	s := &l.sound
	s.on, s.place, s.line = on, place, line
	if on && !was.on && l.typing.row < 0 {
		s.follows = true
	}
	if was.on == s.on && was.line == s.line {
		return
	}
	if s.follows && s.line >= 0 && !l.inWindow(s.line) {
		l.bring(s.line, l.room()/3)
	}
	l.stage.show()
}

// follow goes back to the line that sounds and stays with it.
func (l *lines) follow() {
	l.sound.follows = true
	l.endTyping()
	if l.sound.line >= 0 && !l.inWindow(l.sound.line) {
		l.bring(l.sound.line, l.room()/3)
	}
	l.stage.show()
}

// lost reports whether the reader is elsewhere than where it sounds.
func (l *lines) lost() bool {
	s := l.sound
	return s.on && s.line >= 0 && !s.follows && !l.inWindow(s.line)
}

// byHand moves the lines for a person: the view follows again once what sounds is in sight.
func (l *lines) byHand(dy float32) {
	l.scroll(dy)
	l.moved()
}

func (l *lines) moved() {
	l.sound.follows = l.typing.row < 0 && (l.sound.line < 0 || l.inWindow(l.sound.line))
	l.hover.row = -1
	l.stage.show()
}

// setLoop has a line heard again and again, or no longer where it is.
func (l *lines) setLoop(i int) {
	if l.sound.loop == i {
		i = -1
	}
	l.sound.loop = i
	l.tellLoop()
	l.stage.show()
}

func (l *lines) tellLoop() {
	if i := l.sound.loop; i >= 0 && i < len(l.rows) {
		l.calls.OnLoop(l.rows[i].Start, l.until(i), true)
		return
	}
	l.calls.OnLoop(0, 0, false)
}

// until is when a line ends: where the service did not say, with the next one.
func (l *lines) until(i int) time.Duration {
	r := l.rows[i]
	if r.End > r.Start {
		return r.End
	}
	if i+1 < len(l.rows) && l.rows[i+1].Start > r.Start {
		return l.rows[i+1].Start
	}
	return r.Start + 5*time.Second
}
