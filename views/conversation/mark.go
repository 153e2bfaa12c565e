package conversation

import (
	"sort"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/find"
	"parlando/views/conversation/rows"
	"parlando/views/theme"
)

// Match is a match in a message: Index is its index, from 0.
type Match struct {
	Message chat.ID
	Index   int
}

// matchMarks holds the matches of a search.
type matchMarks struct {
	spans map[chat.ID][]find.Span
	at    Match
	// jump is the message to scroll to as soon as its text is known, "" for none; to is the byte
	// offset in its text.
	jump chat.ID
	to   int
}

// SetFound highlights the matches of a search, the one at at more strongly; nil removes the
// highlights. show scrolls to that match unless it is visible.
func (v *View) SetFound(spans map[chat.ID][]find.Span, at Match, show bool) {
	f := &v.selector.found
	f.spans, f.at = spans, at
	if show && at.Index < len(spans[at.Message]) {
		v.selector.jump(at.Message, spans[at.Message][at.Index][0], false)
		v.follower.moved()
	}
	v.selector.shade()
}

// JumpTo shows the beginning of a message a third of the height below the top of the view.
func (v *View) JumpTo(id chat.ID) {
	v.selector.jump(id, 0, true)
	v.follower.moved()
}

// jump scrolls to a byte offset of a message, with always also if it is visible.
func (v *selector) jump(id chat.ID, to int, always bool) {
	i, ok := v.column.index[id]
	if !ok {
		return
	}
	v.found.jump, v.found.to = id, to
	if always || v.column.items[i].message == nil {
		v.column.bring(i, 0, v.column.size.Height/3)
	}
	v.toFound(always) // if the text has not been read, SetMessages does
}

// toFound scrolls to the target of jump if its text is known, with always also if it is visible.
func (v *selector) toFound(always bool) {
	f := &v.found
	i, known := v.column.index[f.jump]
	if !known || v.column.items[i].message == nil {
		return
	}
	if v.column.lay(i) && !v.column.items[i].card.Reaches(f.to) {
		return // the target has not been laid out yet
	}
	f.jump = ""
	top, bottom := float32(0), float32(0)
	if v.column.lay(i) && f.to > 0 {
		top, bottom = v.column.items[i].card.VerticalSpan(f.to, f.to+1)
		top, bottom = top*v.column.zoom, bottom*v.column.zoom
	}
	if !always {
		for _, s := range v.column.visible {
			if s.item == i && s.y+top >= inSight && s.y+bottom <= v.column.size.Height-v.viewport.taken-inSight {
				v.column.stick = false // a streaming reply must not push the match away
				return
			}
		}
	}
	v.column.bring(i, top, v.column.size.Height/3)
}

// inSight is the distance from the edges of the view within which a match requires scrolling.
const inSight = 8

// marks calls add for the parts of a text that match the search or are read aloud.
func (v *selector) marks(item int, t rows.Text, add func(left, right int, color, line fyne.ThemeColorName, stroke float32)) {
	id := v.column.items[item].head.ID
	spans := v.found.spans[id]
	for i := sort.Search(len(spans), func(i int) bool { return spans[i][1] > t.Start }); i < len(spans) && spans[i][0] < t.End; i++ {
		line, stroke := theme.ColorFieldBorder, float32(1)
		if v.found.at == (Match{id, i}) {
			line, stroke = theme.ColorAccent, 2
		}
		add(spans[i][0]-t.Start, spans[i][1]-t.Start, theme.ColorReadingMark, line, stroke)
	}
	if r := v.column.reading; t.End > r.Start && t.Start < r.End && id == r.Message {
		add(r.Start-t.Start, r.End-t.Start, theme.ColorReadingMark, "", 0)
	}
}
