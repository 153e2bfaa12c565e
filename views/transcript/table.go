package transcript

import (
	"time"

	"fyne.io/fyne/v2"

	"parlando/views/textview"
	"parlando/views/textview/textflow"
	"parlando/views/words"
)

// The dimensions, in device-independent pixels, at the default text size.
const (
	textSize   = 14
	labelSize  = 12
	lineHeight = 21

	edge       = 22 // between the edges of the view and the background of a line
	inset      = 10 // between the edge of a line's background and its content
	above      = 7  // above and below the text of a line
	timeRoom   = 60 // width of the column of times
	icons      = 64 // width reserved for a line's icons at the right
	between    = 24 // between two columns
	longest    = 760
	widest     = 620 // maximum width of one of two columns
	twoColumns = 600 // minimum width for the translation beside the text
	mostLabel  = 120
	endRoom    = 14
)

// lineRow is one line and its layout.
type lineRow struct {
	Line
	own, other textview.Paragraph
	// height is the height in the layout at; it is outdated if at differs from the current shape.
	height float32
	at     shape
}

// in returns the text of one of the columns: the line, or its translation.
func (r *lineRow) in(other bool) *string {
	if other {
		return &r.Translation
	}
	return &r.Text
}

// paragraph returns the layout of the line or of its translation.
func (r *lineRow) paragraph(other bool) *textview.Paragraph {
	if other {
		return &r.other
	}
	return &r.own
}

// shape is the arrangement of the columns.
type shape struct {
	// time, speaker, text and other are the left edges; other is 0 without a translation column.
	time, speaker, text, other float32
	width                      float32 // width of the text
	under                      bool    // the translation is below the text
	zoom                       float32
}

// cell is one column of a line, the text or the translation; row is -1 for none.
type cell struct {
	row   int
	other bool
}

// table is the layout of the lines. It implements textview.Rows for view.
type table struct {
	rows []*lineRow
	// timed means that the lines have times, translated that some lines have a translation.
	timed, translated bool
	// written is the cell being edited; an empty translation takes a line of space while edited.
	written cell

	size   fyne.Size
	shape  shape
	format *textview.Format
	view   textview.Viewport
	// upward means that the view was scrolled up: layOutVisible keeps its bottom in place.
	upward bool
}

func newTable() *table {
	t := &table{written: cell{row: -1}}
	t.view = textview.NewViewport(t, endRoom)
	t.reformat()
	return t
}

// reformat applies the text size of the theme; it reports whether it has changed.
func (t *table) reformat() bool {
	if t.format != nil && t.format.Zoom == textview.Zoom() {
		return false
	}
	t.format = textview.NewFormat(textSize, lineHeight)
	t.format.Grows = true
	return true
}

// form computes the positions of the columns.
func (t *table) form() {
	z := t.format.Zoom
	s := shape{zoom: z, time: edge + inset}
	x := s.time
	if t.timed {
		x += max(timeRoom*z, t.clockWidth()+20)
	}
	label := float32(0)
	last := ""
	for _, r := range t.rows {
		if r.Speaker != last {
			last = r.Speaker
			label = max(label, t.format.Ruler.Width(last, t.label()))
		}
	}
	if label > 0 {
		s.speaker = x
		x += min(label, mostLabel*z) + 14
	}
	s.text = x
	room := max(t.size.Width-x-edge-icons, 80)
	s.width = min(room, longest*z)
	if t.translated {
		if room >= twoColumns*z {
			s.width = float32(int(min((room-between)/2, widest*z)))
			s.other = x + s.width + between
		} else {
			s.under = true
		}
	}
	t.shape = s
}

func (t *table) label() textflow.Style { return textflow.Style{Size: labelSize * t.format.Zoom} }

// clock formats a time with the same width for all lines: 04:09, or 1:04:09 if the transcript is at
// least an hour long.
func (t *table) clock(at time.Duration) string {
	return words.FixedPositionTime(at, t.end() >= time.Hour)
}

func (t *table) clockWidth() float32 {
	return t.format.Ruler.Width(t.clock(t.end()), t.format.Style)
}

// end returns the latest time of the lines.
func (t *table) end() time.Duration {
	if n := len(t.rows); n > 0 {
		return max(t.rows[n-1].Start, t.rows[n-1].End)
	}
	return 0
}

// until returns the end time of a line; if the service gave none, the start of the next line.
func (t *table) until(i int) time.Duration {
	r := t.rows[i]
	if r.End > r.Start {
		return r.End
	}
	if i+1 < len(t.rows) && t.rows[i+1].Start > r.Start {
		return t.rows[i+1].Start
	}
	return r.Start + 5*time.Second
}

// lineOf returns the last line that has begun at a time; -1 before the first line, or if the lines
// have no times.
func (t *table) lineOf(at time.Duration) int {
	if !t.timed {
		return -1
	}
	low, high := -1, len(t.rows)-1
	for low < high {
		mid := (low + high + 1) / 2
		if t.rows[mid].Start <= at {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return low
}

// values returns the current lines.
func (t *table) values() []Line {
	all := make([]Line, len(t.rows))
	for i, r := range t.rows {
		all[i] = r.Line
	}
	return all
}

// speakers returns the names of the speakers, in the order of their first lines.
func (t *table) speakers() []string {
	var all []string
	known := map[string]bool{"": true}
	for _, r := range t.rows {
		if !known[r.Speaker] {
			known[r.Speaker] = true
			all = append(all, r.Speaker)
		}
	}
	return all
}

// lay lays out line i, including its translation, and returns it.
func (t *table) lay(i int) *lineRow {
	r := t.rows[i]
	r.own.LayOut(r.Text, t.shape.width, t.format)
	high := r.own.Height()
	if t.translated {
		r.other.LayOut(r.Translation, t.shape.width, t.format)
		switch {
		case t.shape.under && (r.Translation != "" || t.written == cell{i, true}):
			high += r.other.Height()
		case !t.shape.under:
			high = max(high, r.other.Height())
		}
	}
	r.at = t.shape
	r.height = high + 2*above
	return r
}

// guess returns the height of a line, or an estimate if the line is not laid out.
func (t *table) guess(r *lineRow) float32 {
	if r.at == t.shape && r.height > 0 {
		return r.height
	}
	across := max(t.shape.width/(7*t.format.Zoom), 1)
	high := int(float32(len(r.Text))/across) + 1
	if t.shape.under && r.Translation != "" {
		high += int(float32(len(r.Translation))/across) + 1
	}
	return float32(high)*t.format.LineHeight + 2*above
}

// Len implements textview.Rows.
func (t *table) Len() int { return len(t.rows) }

// Height implements textview.Rows.
func (t *table) Height(i int) float32 { return t.lay(i).height }

// ViewHeight implements textview.Rows.
func (t *table) ViewHeight() float32 { return max(t.size.Height, t.format.LineHeight) }

// extent returns the height of the lines above the view and the height of all lines, both partly
// estimated.
func (t *table) extent() (over, whole float32) {
	over = t.view.HiddenHeight
	for i, r := range t.rows {
		h := t.guess(r)
		if whole += h; i < t.view.Top {
			over += h
		}
	}
	return over, whole + endRoom
}

// goTo scrolls to a fraction of the lines, from 0 to 1.
func (t *table) goTo(share float32) {
	if t.upward = share >= 1; t.upward {
		t.view.ScrollToEnd()
		return
	}
	_, whole := t.extent()
	want := share * max(whole-t.ViewHeight(), 0)
	for i, r := range t.rows {
		if h := t.guess(r); want >= h && i+1 < len(t.rows) {
			want -= h
			continue
		}
		t.view.Top, t.view.HiddenHeight = i, want
		break
	}
	t.view.Scroll(0)
}

// at returns the line at y in the view and the line's top; -1 if there is none.
func (t *table) at(y float32) (i int, top float32) {
	if i, top = t.view.RowAt(y); i < 0 || y >= top+t.Height(i) {
		return -1, 0
	}
	return i, top
}

// column returns the left edge of a line's text or translation, and the height above it.
func (t *table) column(r *lineRow, other bool) (x, top float32) {
	switch {
	case !other:
		return t.shape.text, 0
	case t.shape.under:
		return t.shape.text, r.own.Height()
	}
	return t.shape.other, 0
}

// under returns the offset in a cell nearest to a position.
func (t *table) under(c cell, top float32, at fyne.Position) int {
	r := t.lay(c.row)
	p := r.paragraph(c.other)
	left, over := t.column(r, c.other)
	return p.OffsetAt(at.X-left, at.Y-top-above-over)
}

// revealWords scrolls by the smallest distance that makes the text line at an offset visible,
// together with the space more below that line.
func (t *table) revealWords(c cell, at int, more float32) {
	r := t.lay(c.row)
	p := r.paragraph(c.other)
	_, top := t.column(r, c.other)
	top += float32(p.LineOf(at)) * p.LineHeight()
	t.view.Reveal(c.row, top, top+p.LineHeight()+2*above+more)
}

// remove removes a line.
func (t *table) remove(i int) {
	t.rows = append(t.rows[:i:i], t.rows[i+1:]...)
	t.view.Scroll(0)
}

// insert inserts a line.
func (t *table) insert(i int, r *lineRow) {
	t.rows = append(t.rows[:i:i], append([]*lineRow{r}, t.rows[i:]...)...)
}
