package conversation

import (
	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/views/i18n"
)

// ReadAloud identifies the sentence that is being read aloud. Its zero value means none.
type ReadAloud struct {
	Message chat.ID
	// Start and End are the sentence's byte range in the message; equal if there is no sentence.
	Start, End int
	Paused     bool
}

// follower scrolls the view, either for the user or to follow the text that is being read aloud.
type follower struct {
	column   *column
	viewport *viewport
	// on means that the view follows the reading.
	on bool
	// loose means that the user chose the current scroll position: the sentence may be anywhere in
	// the view.
	loose bool
}

// The current sentence is kept between these fractions of the view's height.
const (
	followTop    = 0.15
	followBottom = 0.65
)

// scroll moves the content up by dy for the user.
func (f *follower) scroll(dy float32) {
	if len(f.column.items) > 0 && dy != 0 {
		f.column.scroll(dy)
		f.moved()
	}
}

// goTo scrolls to a fraction of the conversation's height; at 1, the view sticks to the end.
func (f *follower) goTo(share float32) {
	f.column.goTo(share)
	f.moved()
}

// back scrolls to the sentence being read and resumes following.
func (f *follower) back() {
	f.on, f.loose = true, false
	f.catchUp()
}

// set marks the sentence being read, and reports whether "Read aloud" buttons have changed. For
// another message, following resumes until the user scrolls away.
func (f *follower) set(r ReadAloud) (buttons bool) {
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

// moved is called after the user has scrolled: following continues if the sentence is still
// visible.
func (f *follower) moved() {
	if f.column.reading.Message == "" {
		return
	}
	_, _, f.on = f.column.readingArea()
	f.loose = true
	f.column.fitFoot()
	f.viewport.furniture()
}

// loudspeaker returns the icon and the name of the button that reads a message aloud.
func (v *column) loudspeaker(id chat.ID) (icon, name string) {
	switch {
	case v.reading.Message != id:
		return "volume-2", i18n.TextIn("action", "Read aloud")
	case v.reading.Paused:
		return "play", i18n.Text("Continue reading")
	}
	return "pause", i18n.Text("Pause reading")
}

// catchUp scrolls to the sentence being read by the smallest distance. If the user has scrolled
// away, following resumes only once the sentence is visible again.
func (f *follower) catchUp() {
	v := f.column
	defer f.viewport.furniture()
	defer v.fitFoot()
	i, ok := v.index[v.reading.Message]
	height := v.size.Height
	if !ok || v.reading.End <= v.reading.Start || height < 1 || !v.laidOut(i, v.reading.Start) {
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

// showReading scrolls to the sentence being read when it is not visible; i is its item.
func (v *column) showReading(i int) {
	y := followTop * v.size.Height
	top := float32(0)
	if v.lay(i) {
		from, to := v.items[i].card.VerticalSpan(v.reading.Start, v.reading.End)
		top = from * v.zoom
		if room := (followBottom - followTop) * v.size.Height; (to-from)*v.zoom < room {
			y += room / 3
		}
	}
	v.bring(i, top, y)
}

// moveBy moves the content up by dy while following. It never starts sticking to the end.
func (v *column) moveBy(dy float32) {
	stuck := v.stick
	v.beginning = replyBeginning{}
	v.port.Scroll(dy)
	v.stick = stuck && v.below() <= 1
	v.place()
}

// readingArea returns the top and the bottom of the sentence being read; seen means that part of
// the sentence is visible.
func (v *column) readingArea() (top, bottom float32, seen bool) {
	for _, at := range v.visible {
		it := v.items[at.item]
		if it.head.ID != v.reading.Message || it.card == nil {
			continue
		}
		top, bottom = it.card.VerticalSpan(v.reading.Start, v.reading.End)
		top, bottom = at.y+top*v.zoom, at.y+bottom*v.zoom
		return top, bottom, bottom > 0 && top < v.size.Height
	}
	return 0, 0, false
}

// awayFromReading reports whether the sentence being read belongs to this conversation but is not
// visible.
func (v *column) awayFromReading() bool {
	if _, ok := v.index[v.reading.Message]; !ok || v.reading.End <= v.reading.Start {
		return false
	}
	_, _, seen := v.readingArea()
	return !seen
}

// fitFoot reserves space below the last row for a toast, and for the button "Back to reading" while
// that is shown, so that they cover no text.
func (v *column) fitFoot() {
	if foot := v.foot(); foot != v.port.BottomSpace {
		v.port.BottomSpace = foot
		v.place()
	}
}

func (v *column) foot() float32 {
	foot := endRoom * v.zoom
	if v.awayFromReading() {
		foot += pillHeight*v.zoom + pillFoot
	}
	return foot
}

// pills returns the floating buttons.
func (s *viewport) pills() []*floatingCard { return []*floatingCard{s.latest, s.back} }

// pillAt returns the floating button at a position, nil for none.
func (s *viewport) pillAt(pos fyne.Position) *floatingCard {
	for _, p := range s.pills() {
		if p.area.Contains(pos.X, pos.Y) {
			return p
		}
	}
	return nil
}
