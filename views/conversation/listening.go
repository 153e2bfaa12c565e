package conversation

import (
	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/views/i18n"
)

// Reading is the text that is being read aloud. The zero value is nothing.
type Reading struct {
	Message chat.ID
	// Start and End are the sentence, in bytes of the message's text; equal for none.
	Start, End int
	Paused     bool
}

// follower moves the window for the reader, and with what is being read aloud.
type follower struct {
	column   *column
	viewport *viewport
	// on says that the window goes along with what is being read.
	on bool
	// loose says that the reader put the sentence where it is: it may stand anywhere in the window.
	loose bool
}

// The part of the window in which the sentence being read is kept, as shares of its height.
const (
	followTop    = 0.15
	followBottom = 0.65
)

// scroll moves what is shown up by dy for the reader.
func (f *follower) scroll(dy float32) {
	if len(f.column.items) > 0 && dy != 0 {
		f.column.scroll(dy)
		f.moved()
	}
}

// goTo shows the place that is a share of the way through the conversation, and sticks to the end
// at 1.
func (f *follower) goTo(share float32) {
	f.column.goTo(share)
	f.moved()
}

// back shows the sentence being read, and follows again.
func (f *follower) back() {
	f.on, f.loose = true, false
	f.catchUp()
}

// set marks what is being read. When another message begins to be read the window goes there, and
// follows for as long as the reader does not scroll away. It reports whether the buttons of
// messages change.
func (f *follower) set(r Reading) (buttons bool) {
	was := f.column.reading
	f.column.reading = r
	if r.Message != was.Message {
		f.on, f.loose = r.Message != "", false
	}
	if r.Message == was.Message && r.Paused == was.Paused {
		return false
	}
	for _, id := range []chat.ID{was.Message, r.Message} {
		if i, ok := f.column.index[id]; ok {
			f.column.items[i].stale()
		}
	}
	return true
}

// moved is called after the reader moved the window: it follows on only while the sentence is in
// it.
func (f *follower) moved() {
	if f.column.reading.Message == "" {
		return
	}
	_, _, f.on = f.column.readingArea()
	f.loose = true
	f.column.fitFoot()
	f.viewport.furniture()
}

// loudspeaker is the icon and the name of the button that reads a message.
func (v *column) loudspeaker(id chat.ID) (icon, name string) {
	switch {
	case v.reading.Message != id:
		return "volume-2", i18n.Text("Read aloud")
	case v.reading.Paused:
		return "play", i18n.Text("Go on reading")
	}
	return "pause", i18n.Text("Pause reading")
}

// catchUp moves the window to the sentence being read, as little as it needs. A reader who scrolled
// away is let alone until the sentence is in the window again.
func (f *follower) catchUp() {
	v := f.column
	defer f.viewport.furniture()
	defer v.fitFoot()
	i, ok := v.index[v.reading.Message]
	height := v.size.Height
	if !ok || v.reading.End <= v.reading.Start || height < 1 {
		return
	}
	top, bottom, seen := v.readingArea()
	if !f.on {
		f.on, f.loose = seen, true
		return
	}
	least, most := followTop*height, followBottom*height
	if f.loose {
		least, most = 8, height-8
	}
	switch {
	case !seen:
		v.showReading(i)
	case bottom > most && top > least:
		v.moveBy(min(bottom-followBottom*height, top-followTop*height))
	case top < least && bottom < most:
		v.moveBy(max(top-followTop*height, bottom-followBottom*height))
	default:
		return
	}
	f.loose = false
}

// showReading brings the sentence to where it is followed, from wherever the window is.
func (v *column) showReading(i int) {
	y := followTop * v.size.Height
	top := float32(0)
	if v.lay(i) {
		from, to := v.items[i].card.Span(v.reading.Start, v.reading.End)
		top = from * v.zoom
		if room := (followBottom - followTop) * v.size.Height; (to-from)*v.zoom < room {
			y += room / 3
		}
	}
	v.bring(i, top, y)
}

// moveBy moves what is shown up by dy for the reader. At the end it sticks there only if it did
// before.
func (v *column) moveBy(dy float32) {
	stuck := v.stick
	v.port.Scroll(dy)
	v.stick = stuck && v.below() <= 1
	v.place()
}

// readingArea is the place of the sentence being read in the window, from top to bottom; seen is
// set if any of it is visible.
func (v *column) readingArea() (top, bottom float32, seen bool) {
	for _, at := range v.visible {
		it := v.items[at.item]
		if it.head.ID != v.reading.Message || it.card == nil {
			continue
		}
		top, bottom = it.card.Span(v.reading.Start, v.reading.End)
		top, bottom = at.y+top*v.zoom, at.y+bottom*v.zoom
		return top, bottom, bottom > 0 && top < v.size.Height
	}
	return 0, 0, false
}

// awayFromReading reports whether a sentence of this conversation is being read that the window
// does not show.
func (v *column) awayFromReading() bool {
	if _, ok := v.index[v.reading.Message]; !ok || v.reading.End <= v.reading.Start {
		return false
	}
	_, _, seen := v.readingArea()
	return !seen
}

// fitFoot leaves room below the last row for the button that leads back to the reading, so that it
// covers no words there.
func (v *column) fitFoot() {
	foot := float32(endRoom)
	if v.awayFromReading() {
		foot += pillHeight*v.zoom + pillFoot
	}
	if foot != v.port.Foot {
		v.port.Foot = foot
		v.place()
	}
}

// pills are the buttons over the text.
func (s *viewport) pills() []*floatingCard { return []*floatingCard{s.latest, s.back} }

// pillAt is the button at a position, or nil.
func (s *viewport) pillAt(pos fyne.Position) *floatingCard {
	for _, p := range s.pills() {
		if p.area.Holds(pos.X, pos.Y) {
			return p
		}
	}
	return nil
}
