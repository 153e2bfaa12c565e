package conversation

import (
	"sort"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/find"
	"parlando/views/conversation/rows"
	"parlando/views/theme"
)

// Match is a match of a search: the match number Index of a message, from 0.
type Match struct {
	Message chat.ID
	Index   int
}

// matchMarks holds the matches of a search; at is the current match.
type matchMarks struct {
	spans map[chat.ID][]find.Span
	at    Match
	// jump is the message to scroll to once its text has been read, "" for none; to is the byte
	// offset in that text.
	jump chat.ID
	to   int
}

// SetFound highlights the matches of a search, the current match at more strongly; nil removes the
// highlights. show scrolls to the current match if it is not visible.
func (v *View) SetFound(spans map[chat.ID][]find.Span, at Match, show bool) {
	f := &v.selector.found
	f.spans, f.at = spans, at
	if show && at.Index < len(spans[at.Message]) {
		v.selector.jump(at.Message, spans[at.Message][at.Index][0], false)
		v.follower.moved()
	}
	v.selector.shade()
}

// JumpTo scrolls the beginning of a message to a third of the view's height.
func (v *View) JumpTo(id chat.ID) {
	v.selector.jump(id, 0, true)
	v.follower.moved()
}

// ShowSources unfolds the sources of a message and scrolls to them.
func (v *View) ShowSources(id chat.ID) {
	if i, ok := v.column.index[id]; ok && v.column.lay(i) {
		v.column.items[i].card.ShowSources()
		v.follower.moved()
	}
}

// jump scrolls to a byte offset of a message. If that is visible, it scrolls only with always.
func (v *selector) jump(id chat.ID, to int, always bool) {
	i, ok := v.column.index[id]
	if !ok {
		return
	}
	v.found.jump, v.found.to = id, to
	if always || v.column.items[i].message == nil {
		v.column.bring(i, 0, v.column.size.Height/3)
	}
	v.toFound(always) // if the text has not been read, SetMessages calls toFound later
}

// toFound scrolls to the target of jump once its text is known; if visible, only with always.
func (v *selector) toFound(always bool) {
	f := &v.found
	i, known := v.column.index[f.jump]
	if !known || v.column.items[i].message == nil {
		return
	}
	if v.column.lay(i) && !v.column.items[i].card.Reaches(f.to) {
		return // ResumeCard calls toFound again after laying out more
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
				v.column.stick = false // so that a streaming reply does not push the match away
				return
			}
		}
	}
	v.column.bring(i, top, v.column.size.Height/3)
}

// inSight is the minimum distance from the edges at which a match counts as visible.
const inSight = 8

// overlapping returns the range of the spans that overlap a text. Spans are sorted.
func overlapping(spans []find.Span, t rows.Text) (from, to int) {
	from = sort.Search(len(spans), func(i int) bool { return spans[i][1] > t.Start })
	for to = from; to < len(spans) && spans[to][0] < t.End; {
		to++
	}
	return from, to
}

// marks calls add for each part of a text that matches the search or is being read aloud.
func (v *selector) marks(item int, t rows.Text, add func(left, right int, color, line fyne.ThemeColorName, stroke float32)) {
	id := v.column.items[item].head.ID
	spans := v.found.spans[id]
	from, to := overlapping(spans, t)
	for i := from; i < to; i++ {
		line, stroke := theme.ColorOutline, float32(1)
		if v.found.at == (Match{id, i}) {
			line, stroke = theme.ColorAccent, 2
		}
		add(spans[i][0]-t.Start, spans[i][1]-t.Start, theme.ColorReadingMark, line, stroke)
	}
	if r := v.column.reading; t.End > r.Start && t.Start < r.End && id == r.Message {
		add(r.Start-t.Start, r.End-t.Start, theme.ColorReadingMark, "", 0)
	}
}
