package transcript

import (
	"strings"
	"time"
)

// typing is where the words are being written.
type typing struct {
	// row is the line, -1 while nothing is written; at is where the next character goes, and what lies between anchor and at is selected.
	row, at, anchor int
	// other says that it is the translation that is written.
	other bool
	// goal is where Up and Down want to be on a line; negative when they begin anew.
	goal float32
	// changed says that the words of the line are not told yet; stop ends the wait for it.
	changed bool
	stop    func()
	// waiting says that a step is being taken back, and held is what was typed meanwhile.
	waiting bool
	held    string
	// focused, and Shift held down; ring says that Tab has brought the keyboard here.
	focused, shift, ring bool
}

// pause is how long nothing is typed before the words of a line are told, and with that stored.
const pause = 700 * time.Millisecond

func (l *lines) text() string { return *l.rows[l.typing.row].in(l.typing.other) }

// selection is what is selected; from equals to when nothing is.
func (l *lines) selection() (from, to int) {
	return min(l.typing.anchor, l.typing.at), max(l.typing.anchor, l.typing.at)
}

// beginTyping puts the caret into a line, in the column that is written in, and reports whether something can be written there.
func (l *lines) beginTyping(i, at int) bool {
	return l.beginIn(i, at, l.typing.row >= 0 && l.typing.other)
}

// beginIn puts the caret into one of the columns.
func (l *lines) beginIn(i, at int, other bool) bool {
	if l.locked != "" || i < 0 || i >= len(l.rows) {
		return false
	}
	t := &l.typing
	if t.row != i || t.other != other {
		switch gone := l.tell(true); {
		case gone == i:
			t.row, t.other = -1, false
			l.stage.show()
			return false
		case gone >= 0 && gone < i:
			i--
		}
	}
	t.row, t.other = i, other
	t.at = min(max(at, 0), len(l.text()))
	t.anchor, t.goal = t.at, -1
	l.sound.follows = false
	l.showCaret()
	return true
}

// endTyping takes the caret away.
func (l *lines) endTyping() {
	if l.typing.row < 0 {
		return
	}
	l.tell(true)
	l.typing.row, l.typing.other = -1, false
	l.stage.show()
}

// showCaret brings the caret into the view.
func (l *lines) showCaret() {
	i := l.typing.row
	if i < 0 {
		return
	}
	r := l.lay(i)
	_, first := l.column(r, l.typing.other)
	n := float32(first + r.paragraph(l.typing.other).lineOf(l.typing.at))
	l.reveal(i, above+n*l.lineHeight()-above, above+(n+1)*l.lineHeight()+above)
	l.stage.show()
	l.calls.OnMoved()
}

// change puts words in place of others in the line, with the caret behind them.
func (l *lines) change(from, to int, with string) {
	t := &l.typing
	if t.waiting {
		t.held += with
		return
	}
	if from == to && with == "" {
		return
	}
	text := l.text()
	*l.rows[t.row].in(t.other) = text[:from] + with + text[to:]
	t.at = from + len(with)
	t.anchor, t.goal = t.at, -1
	t.changed = true
	if t.stop != nil {
		t.stop()
	}
	t.stop = l.calls.After(pause, func() { l.tell(false) })
	l.look()
	l.showCaret()
}

// insert puts words in place of what is selected.
func (l *lines) insert(words string) {
	if l.typing.row < 0 {
		return
	}
	from, to := l.selection()
	l.change(from, to, words)
}

// tell tells what was typed in the line, if it was not yet. A line left without words is taken away then; its number is returned, else -1.
func (l *lines) tell(leaving bool) (gone int) {
	t := &l.typing
	if t.stop != nil {
		t.stop()
		t.stop = nil
	}
	i := t.row
	if i < 0 || i >= len(l.rows) {
		return -1
	}
	if t.other {
		if t.changed {
			t.changed = false
			l.calls.OnEdit(Edit{Kind: SetTranslation, ID: l.rows[i].ID, Line: i, Text: l.rows[i].Translation})
		}
		return -1
	}
	empty := strings.TrimSpace(l.rows[i].Text) == ""
	if !t.changed || empty && !leaving {
		return -1
	}
	t.changed = false
	l.calls.OnEdit(Edit{Kind: SetText, ID: l.rows[i].ID, Line: i, Text: l.rows[i].Text})
	if !empty {
		return -1
	}
	l.remove(i)
	return i
}

// remove takes a line out.
func (l *lines) remove(i int) {
	l.rows = append(l.rows[:i:i], l.rows[i+1:]...)
	l.shiftMarks(i, -1)
	l.top = min(l.top, max(len(l.rows)-1, 0))
	l.look()
	l.scroll(0)
}

// shiftMarks moves what is kept by the number of a line, where lines from one on have moved by so many.
func (l *lines) shiftMarks(from, by int) {
	if l.sound.loop == from && by < 0 {
		l.sound.loop = -1
		l.tellLoop()
	} else if l.sound.loop >= from {
		l.sound.loop += by
	}
	l.sound.line = -1
	if l.sound.on {
		l.sound.line = l.lineOf(l.sound.place)
	}
	l.hover.row = -1
}

// split divides the line at the caret. A translation is not divided.
func (l *lines) split() {
	t := &l.typing
	if t.row < 0 || t.other {
		return
	}
	if from, to := l.selection(); from != to {
		l.change(from, to, "")
	}
	text := l.text()
	left, right := strings.TrimRight(text[:t.at], " \n"), strings.TrimLeft(text[t.at:], " \n")
	if t.waiting || left == "" || right == "" || strings.TrimSpace(left) == "" {
		return
	}
	l.tell(false)
	i := t.row
	r := l.rows[i]
	at := l.timeAt(i, t.at)
	l.calls.OnEdit(Edit{Kind: Split, ID: r.ID, Line: i, At: len(oneLine(text[:t.at])), Time: at})
	second := &row{Line: Line{Start: at, End: r.End, Text: right, Speaker: r.Speaker}}
	r.Text, r.End = left, at
	l.rows = append(l.rows[:i+1:i+1], append([]*row{second}, l.rows[i+1:]...)...)
	l.shiftMarks(i+1, 1)
	t.row, t.at, t.anchor, t.goal = i+1, 0, 0, -1
	l.look()
	l.showCaret()
}

// timeAt is when the words at a place of a line begin, by their share of its characters.
func (l *lines) timeAt(i, at int) time.Duration {
	r := l.rows[i]
	if !l.timed || len(r.Text) == 0 {
		return 0
	}
	all, before := len([]rune(r.Text)), len([]rune(r.Text[:at]))
	return r.Start + time.Duration(float64(l.until(i)-r.Start)*float64(before)/float64(all))
}

// join makes one line of a line and the next one, with the caret between them.
func (l *lines) join(i int) {
	t := &l.typing
	if t.waiting || t.row < 0 || t.other || i < 0 || i+1 >= len(l.rows) {
		return
	}
	// Of a line without words there is nothing to join: it goes.
	if strings.TrimSpace(l.rows[t.row].Text) == "" {
		t.changed = true
		into := i
		end := len(l.rows[i].Text)
		if t.row == i { // the next one takes its place
			end = 0
		}
		l.tell(true)
		t.row, t.at, t.anchor, t.goal = into, end, end, -1
		l.showCaret()
		return
	}
	l.tell(false)
	first, second := l.rows[i], l.rows[i+1]
	l.calls.OnEdit(Edit{Kind: Join, ID: first.ID, Line: i})
	left, right := strings.TrimRight(first.Text, " \n"), strings.TrimLeft(second.Text, " \n")
	first.Text = left + " " + right
	first.End = max(first.End, second.End)
	if first.Speaker == "" {
		first.Speaker = second.Speaker
	}
	if first.Translation != "" && second.Translation != "" {
		first.Translation += " "
	}
	first.Translation += second.Translation
	l.rows = append(l.rows[:i+1:i+1], l.rows[i+2:]...)
	l.shiftMarks(i+1, -1)
	at := len(left)
	if t.row == i+1 {
		at++
	}
	t.row, t.at, t.anchor, t.goal = i, at, at, -1
	l.look()
	l.showCaret()
}

// undo takes back the last step, redo makes it again. What happens arrives with the next lines.
func (l *lines) undo() { l.step(l.calls.OnUndo) }
func (l *lines) redo() { l.step(l.calls.OnRedo) }

func (l *lines) step(do func()) {
	if l.locked != "" || l.typing.waiting {
		return
	}
	l.tell(false)
	l.typing.waiting = true
	do()
}

// setSpeaker says who speaks a line, or all from it on that had the same speaker until now.
func (l *lines) setSpeaker(i int, name string, onward bool) {
	if i < 0 || i >= len(l.rows) {
		return
	}
	l.tell(false)
	until := i + 1
	if was := l.rows[i].Speaker; onward {
		for until < len(l.rows) && l.rows[until].Speaker == was {
			until++
		}
	}
	for _, r := range l.rows[i:until] {
		r.Speaker = name
	}
	l.calls.OnEdit(Edit{Kind: SetSpeaker, ID: l.rows[i].ID, Line: i, Until: until, Text: name})
	l.form()
	l.stage.show()
}

// speakers are the names there are, in the order in which they speak first.
func (l *lines) speakers() []string {
	var all []string
	known := map[string]bool{"": true}
	for _, r := range l.rows {
		if !known[r.Speaker] {
			known[r.Speaker] = true
			all = append(all, r.Speaker)
		}
	}
	return all
}

// keepTyping finds the caret again after the lines that were before have been replaced.
func (l *lines) keepTyping(before []Line) {
	t := &l.typing
	if i := t.row; i >= 0 && i < len(l.rows) && i < len(before) && !t.waiting {
		// What is typed here is newer than what was read, or has a space at its end that is not kept, but typed on after.
		now, here := before[i].Text, l.rows[i].in(t.other)
		if t.other {
			now = before[i].Translation
		}
		if t.changed || oneLine(now) == oneLine(*here) {
			*here = now
		}
	}
	t.other = t.other && l.translated
	t.row = min(t.row, len(l.rows)-1)
	if t.row >= 0 {
		t.at = min(t.at, len(l.text()))
		t.anchor = min(t.anchor, len(l.text()))
	}
	if t.waiting {
		t.waiting = false
		l.toChange(before)
		if held := t.held; held != "" {
			t.held = ""
			l.insert(held)
		}
	}
}

// toChange puts the caret where the lines differ from what they were.
func (l *lines) toChange(before []Line) {
	for i := range l.rows {
		now := &l.rows[i].Line
		other := i < len(before) && now.Text == before[i].Text
		if other && now.Translation == before[i].Translation {
			continue
		}
		if other && !l.translated {
			return // all translations went
		}
		at := len(now.Text)
		switch {
		case other:
			at = behindChange(before[i].Translation, now.Translation)
		case i < len(before):
			at = behindChange(before[i].Text, now.Text)
		}
		l.typing.other = other
		l.typing.row, l.typing.at, l.typing.anchor, l.typing.goal = i, at, at, -1
		l.showCaret()
		return
	}
}

// behindChange is where what is new in a text ends.
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

// oneLine is a text as its owner keeps it: without the spaces around it, and those between its words as one.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
