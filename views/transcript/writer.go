package transcript

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"parlando/views/textview/edit"
)

// pause is the time without a key press after which the text of a line is reported and stored.
const pause = 700 * time.Millisecond

// writer edits the text. Its caret is in one cell of the table.
type writer struct {
	table *table
	sound *sound
	o     Options
	caret *edit.Caret
	// onText is called when text has changed, onShift when the lines from index from on have moved
	// by by, onCaret when the caret has moved.
	onText  func()
	onShift func(from, by int)
	onCaret func()

	// locked is the reason for which editing is disabled; "" if it is enabled.
	locked string
	// changed means that the text of the line has unreported changes; stop cancels the timer that
	// reports them.
	changed bool
	stop    func()
	// waiting means that an undo or redo is running; pending has the text typed meanwhile.
	waiting bool
	pending string
}

func newWriter(t *table, s *sound, o Options) *writer {
	w := &writer{table: t, sound: s, o: o}
	w.caret = edit.NewCaret(edit.StringText(w.text), w, edit.CaretCallbacks{
		Replace: w.replace, Undo: w.undo, Redo: func() { w.step(o.Editor.Redo) },
		Moved: func(reveal bool) {
			if reveal {
				w.reveal()
			} else {
				w.onCaret()
			}
		},
		Clean: edit.CleanLine,
	})
	return w
}

// on reports whether a cell is being edited.
func (w *writer) on() bool { return w.table.written.row >= 0 }

// text returns the text of the edited cell.
func (w *writer) text() string {
	c := w.table.written
	if c.row < 0 || c.row >= len(w.table.rows) {
		return ""
	}
	return *w.table.rows[c.row].in(c.other)
}

// Edge implements edit.Lines.
func (w *writer) Edge(at int, end bool) int {
	c := w.table.written
	p := w.table.lay(c.row).paragraph(c.other)
	if end {
		return p.LineEnd(p.LineOf(at))
	}
	return p.LineStart(p.LineOf(at))
}

// Down implements edit.Lines, within the cell.
func (w *writer) Down(at, by int, goal float32) (to int, x float32) {
	c := w.table.written
	p := w.table.lay(c.row).paragraph(c.other)
	n := p.LineOf(at)
	if goal < 0 {
		goal = p.X(n, at)
	}
	switch n += by; {
	case n < 0:
		return 0, goal
	case n >= p.Lines():
		return len(w.text()), goal
	}
	return p.OffsetInLine(n, goal), goal
}

// Page implements edit.Lines. Page Up and Page Down move by lines of the transcript instead.
func (w *writer) Page() int { return 1 }

// begin moves the caret to line i, in the current column, and reports whether that line can be
// edited.
func (w *writer) begin(i, at int) bool {
	return w.beginIn(cell{i, w.on() && w.table.written.other}, at)
}

// beginIn moves the caret to a cell.
func (w *writer) beginIn(c cell, at int) bool {
	if w.locked != "" || c.row < 0 || c.row >= len(w.table.rows) {
		return false
	}
	if w.table.written != c {
		switch gone := w.tell(true); {
		case gone == c.row:
			w.table.written = cell{row: -1}
			w.onCaret()
			return false
		case gone >= 0 && gone < c.row:
			c.row--
		}
	}
	w.sound.follows = false
	w.put(c, at)
	return true
}

// put moves the caret to a cell and scrolls to it.
func (w *writer) put(c cell, at int) {
	w.table.written = c
	w.caret.Put(at)
	w.reveal()
}

// overEdge handles a key at the start or the end of a line: it moves the caret to the next line, or
// joins two lines. It reports whether it did.
func (w *writer) overEdge(k fyne.KeyName) bool {
	at := w.caret.At
	i, other := w.table.written.row, w.table.written.other
	from, to := w.caret.Selection()
	p := w.table.lay(i).paragraph(other)
	n := p.LineOf(at)
	first, last := at == 0, at == len(w.text())
	alone := from == to
	shift := bool(w.caret.Shift)
	switch {
	case k == fyne.KeyBackspace && alone && first:
		w.join(i - 1)
	case k == fyne.KeyDelete && alone && last:
		w.join(i)
	case shift:
		return false
	case k == fyne.KeyLeft && alone && first && i > 0:
		w.begin(i-1, len(*w.table.rows[i-1].in(other)))
	case k == fyne.KeyRight && alone && last && i+1 < len(w.table.rows):
		w.begin(i+1, 0)
	case k == fyne.KeyUp && n == 0:
		w.toLineAt(i-1, other, true)
	case k == fyne.KeyDown && n == p.Lines()-1:
		w.toLineAt(i+1, other, false)
	default:
		return false
	}
	return true
}

// toLineAt moves the caret to the first or the last text line of line i, at the same horizontal
// position.
func (w *writer) toLineAt(i int, other, last bool) {
	if i < 0 || i >= len(w.table.rows) {
		return
	}
	caret := w.caret
	_, goal := w.Down(caret.At, 0, caret.Goal())
	p, n := w.table.lay(i).paragraph(other), 0
	if last {
		n = p.LineOf(len(*w.table.rows[i].in(other)))
	}
	w.begin(i, p.OffsetInLine(n, goal))
	caret.SetGoal(goal)
}

// page moves the caret up or down by the number of visible lines.
func (w *writer) page(down bool) {
	t := w.table
	i, left := t.written.row, t.ViewHeight()-t.format.LineHeight
	for left > 0 {
		switch {
		case down && i+1 < len(t.rows):
			i++
		case !down && i > 0:
			i--
		default:
			left = 0
			continue
		}
		left -= t.Height(i)
	}
	w.begin(i, 0)
}

// end ends the editing.
func (w *writer) end() {
	if !w.on() {
		return
	}
	w.tell(true)
	w.table.written = cell{row: -1}
	w.onCaret()
}

// reveal scrolls to the caret.
func (w *writer) reveal() {
	if w.on() {
		w.table.revealWords(w.table.written, w.caret.At, 0)
		w.onCaret()
	}
}

// replace replaces text in the line and moves the caret after it.
func (w *writer) replace(from, to int, with string, _ bool) {
	if w.waiting {
		w.pending += with
		return
	}
	if !w.on() || from == to && with == "" {
		return
	}
	text, c := w.text(), w.table.written
	*w.table.rows[c.row].in(c.other) = text[:from] + with + text[to:]
	w.changed = true
	if w.stop != nil {
		w.stop()
	}
	w.stop = w.o.After(pause, func() { w.tell(false) })
	w.onText()
	w.put(c, from+len(with))
}

// erase deletes the selection.
func (w *writer) erase() {
	if from, to := w.caret.Selection(); from != to {
		w.replace(from, to, "", false)
	}
}

// tell reports the typed text of the line unless it is already reported. If leaving is set and the
// line is empty, tell removes it and returns its index, otherwise -1.
func (w *writer) tell(leaving bool) (gone int) {
	if w.stop != nil {
		w.stop()
		w.stop = nil
	}
	c := w.table.written
	i := c.row
	if i < 0 || i >= len(w.table.rows) {
		return -1
	}
	r := w.table.rows[i]
	if c.other {
		if w.changed {
			w.changed = false
			w.o.Editor.Edit(Edit{Kind: SetTranslation, ID: r.ID, Line: i, Text: r.Translation})
		}
		return -1
	}
	empty := strings.TrimSpace(r.Text) == ""
	if !w.changed || empty && !leaving {
		return -1
	}
	w.changed = false
	w.o.Editor.Edit(Edit{Kind: SetText, ID: r.ID, Line: i, Text: r.Text})
	if !empty {
		return -1
	}
	w.table.remove(i)
	w.onShift(i, -1)
	w.onText()
	return i
}

// undo undoes the last change.
func (w *writer) undo() { w.step(w.o.Editor.Undo) }

// step starts an undo or redo, whose result arrives with the next SetLines.
func (w *writer) step(do func()) {
	if w.locked != "" || w.waiting {
		return
	}
	w.tell(false)
	w.waiting = true
	do()
}

// setSpeaker sets the speaker of line i, and with onward of the lines directly after it that had
// the same speaker.
func (w *writer) setSpeaker(i int, name string, onward bool) {
	if i < 0 || i >= len(w.table.rows) {
		return
	}
	w.tell(false)
	rows := w.table.rows
	until := i + 1
	if was := rows[i].Speaker; onward {
		for until < len(rows) && rows[until].Speaker == was {
			until++
		}
	}
	for _, r := range rows[i:until] {
		r.Speaker = name
	}
	w.o.Editor.Edit(Edit{Kind: SetSpeaker, ID: rows[i].ID, Line: i, Until: until, Text: name})
	w.table.form()
	w.onCaret()
}

// keep restores the caret and newer typed text after set has replaced the lines in before.
func (w *writer) keep(before []Line) {
	t := w.table
	c := &t.written
	if i := c.row; i >= 0 && i < len(t.rows) && i < len(before) && !w.waiting {
		// Keep the typed text: it is newer than the stored text, or differs from it only in a space
		// at the end, which is not stored but may precede the next word.
		now, here := before[i].Text, t.rows[i].in(c.other)
		if c.other {
			now = before[i].Translation
		}
		if w.changed || oneLine(now) == oneLine(*here) {
			*here = now
		}
	}
	c.other = c.other && t.translated
	c.row = min(c.row, len(t.rows)-1)
	if n := len(w.text()); w.on() {
		w.caret.At, w.caret.Anchor = min(w.caret.At, n), min(w.caret.Anchor, n)
	}
	if w.waiting {
		w.waiting = false
		w.toChange(before)
		if pending := w.pending; pending != "" {
			w.pending = ""
			w.caret.Insert(pending, false)
		}
	}
}

// toChange moves the caret to the end of the first change since before.
func (w *writer) toChange(before []Line) {
	for i, r := range w.table.rows {
		now := &r.Line
		other := i < len(before) && now.Text == before[i].Text
		if other && now.Translation == before[i].Translation {
			continue
		}
		if other && !w.table.translated {
			return // all translations were removed
		}
		at := len(now.Text)
		switch {
		case other:
			at = behindChange(before[i].Translation, now.Translation)
		case i < len(before):
			at = behindChange(before[i].Text, now.Text)
		}
		w.put(cell{i, other}, at)
		return
	}
}

// behindChange returns the end of the part of text that differs from old.
func behindChange(old, text string) int {
	n := 0
	for n < len(old) && n < len(text) && old[len(old)-1-n] == text[len(text)-1-n] {
		n++
	}
	at := len(text) - n
	for at < len(text) && text[at]&0xc0 == 0x80 {
		at++
	}
	return at
}

// oneLine returns a text in the form in which it is stored: without surrounding space, and with
// single spaces between words.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
