package conversation

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
)

// Reading is what is being read aloud. The zero value is nothing.
type Reading struct {
	Message chat.ID
	// Start and End are the sentence, in bytes of the message's text; equal for none.
	Start, End int
	Paused     bool
}

// follow is whether the window goes along with what is being read.
type follow struct {
	on bool
	// loose says that the reader put the sentence where it is: it may stand anywhere in the window.
	loose bool
}

// The part of the window in which the sentence being read is kept, as shares of its height.
const (
	followTop    = 0.15
	followBottom = 0.65
)

// SetReading marks what is being read, of whatever conversation it is. When another message begins to be read the window goes there,
// and follows for as long as the reader does not scroll away.
func (v *View) SetReading(r Reading) {
	was := v.reading
	if r == was {
		return
	}
	v.reading = r
	if r.Message != was.Message || r.Paused != was.Paused {
		v.relayActions(was.Message)
		v.relayActions(r.Message)
		v.place()
	} else {
		v.stage.shade()
	}
	if r.Message != was.Message {
		v.follow = follow{on: r.Message != ""}
	}
	v.catchUp()
}

// BackToReading shows the sentence being read, and follows again.
func (v *View) BackToReading() {
	v.follow = follow{on: true}
	v.catchUp()
}

// relayActions has the buttons of a message made anew.
func (v *View) relayActions(id chat.ID) {
	if i, ok := v.index[id]; ok && v.items[i].card != nil {
		v.items[i].card.stale = true
	}
}

// loudspeaker is the icon and the name of the button that reads a message.
func (v *View) loudspeaker(id chat.ID) (icon, name string) {
	switch {
	case v.reading.Message != id:
		return "volume-2", lang.L("Read aloud")
	case v.reading.Paused:
		return "play", lang.L("Go on reading")
	}
	return "pause", lang.L("Pause reading")
}

// movedByHand is called after the reader moved the window: it follows on only while the sentence is in it.
func (v *View) movedByHand() {
	if v.reading.Message == "" {
		return
	}
	_, _, seen := v.readingArea()
	v.follow = follow{on: seen, loose: true}
	v.stage.furniture()
}

// catchUp moves the window to the sentence being read, as little as it needs. A reader who scrolled away is let alone until the
// sentence is in the window again.
func (v *View) catchUp() {
	i, ok := v.index[v.reading.Message]
	if !ok || v.reading.End <= v.reading.Start || v.windowHeight() < 1 {
		v.stage.furniture()
		return
	}
	top, bottom, seen := v.readingArea()
	if !v.follow.on {
		v.follow = follow{on: seen, loose: true}
		v.stage.furniture()
		return
	}
	height := v.windowHeight()
	least, most := followTop*height, followBottom*height
	if v.follow.loose {
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
		v.stage.furniture()
		return
	}
	v.follow.loose = false
	v.stage.furniture()
}

// showReading brings the sentence to where it is followed, from wherever the window is.
func (v *View) showReading(i int) {
	v.stick = false
	v.anchor = anchor{i, followTop * v.windowHeight()}
	if v.lay(i) {
		top, bottom := v.items[i].card.span(v.reading.Start, v.reading.End)
		v.anchor.y -= top * v.zoom
		if room := (followBottom - followTop) * v.windowHeight(); (bottom-top)*v.zoom < room {
			v.anchor.y += room / 3
		}
	}
	v.place()
}

// moveBy moves what is shown up by dy for the reader. At the end it sticks there only if it did before.
func (v *View) moveBy(dy float32) {
	stuck := v.stick
	v.anchor.y -= dy
	v.stick = false
	v.settle()
	v.stick = stuck && v.below() <= 1
	v.place()
}

// readingArea is where the sentence being read is in the window, from top to bottom, and whether any of it is seen.
func (v *View) readingArea() (top, bottom float32, seen bool) {
	for _, at := range v.stage.visible {
		it := v.items[at.item]
		if it.head.ID != v.reading.Message || it.card == nil {
			continue
		}
		top, bottom = it.card.span(v.reading.Start, v.reading.End)
		top, bottom = at.y+top*v.zoom, at.y+bottom*v.zoom
		return top, bottom, bottom > 0 && top < v.windowHeight()
	}
	return 0, 0, false
}

// awayFromReading reports whether a sentence of this conversation is being read that the window does not show.
func (v *View) awayFromReading() bool {
	if _, ok := v.index[v.reading.Message]; !ok || v.reading.End <= v.reading.Start {
		return false
	}
	_, _, seen := v.readingArea()
	return !seen
}

// textUnder is the byte of the message being read under a position; false where none of its words is.
func (v *View) textUnder(pos fyne.Position) (int, bool) {
	w, spot, _ := v.find(pos)
	if w == nil || spot != nil || v.reading.Message == "" || v.items[w.item].head.ID != v.reading.Message {
		return 0, false
	}
	return v.offsetUnder(pos)
}

// offsetUnder is the byte of its message's text under a position; false where there is no word of a message.
func (v *View) offsetUnder(pos fyne.Position) (int, bool) {
	at, ok := v.pointAtText(pos)
	if !ok {
		return 0, false
	}
	row := v.items[at.item].card.rows[at.row]
	t := row.Texts[at.text]
	left, _ := v.column()
	for _, w := range v.stage.shown {
		if w.item != at.item || w.row != at.row || t.End <= t.Start {
			continue
		}
		x, y := (pos.X-left)/v.zoom, (pos.Y-w.y)/v.zoom
		if t.Wide && row.Wide != nil {
			x += row.Wide.Scroll.X
		}
		const beside = 6
		if y >= t.LineTop && y < t.LineTop+t.LineHeight && x >= t.X-beside && x < t.X+t.W+beside {
			return min(t.Start+at.at, t.End-1), true
		}
	}
	return 0, false
}

// span is where a stretch of the text stands in the card, from top to bottom.
func (c *card) span(start, end int) (top, bottom float32) {
	found := false
	for i, r := range c.rows {
		for _, t := range r.Texts {
			if t.Chrome || t.End <= start || t.Start >= end {
				continue
			}
			from := c.tops[i] + t.LineTop
			if !found {
				top, found = from, true
			}
			top, bottom = min(top, from), max(bottom, from+t.LineHeight)
		}
	}
	if !found { // nothing of it is shown as words
		top = c.offsetTop(start)
		bottom = top
	}
	return top, bottom
}

// PillsHeight is how much of the foot of the view the buttons over the text take, 0 while there are none.
func (v *View) PillsHeight() float32 { return v.stage.taken }

// pills are the buttons over the text.
func (s *stage) pills() []*pill { return []*pill{s.latest, s.back} }

// pillAt is the button at a position, or nil.
func (s *stage) pillAt(pos fyne.Position) *pill {
	for _, p := range s.pills() {
		if p.area.Holds(pos.X, pos.Y) {
			return p
		}
	}
	return nil
}
