package transcript

import (
	"time"

	"fyne.io/fyne/v2"
	tooltip "github.com/dweymouth/fyne-tooltip/widget"

	"parlando/views/i18n"
	"parlando/views/textview"
)

// lines shows the lines of the transcript and edits their text.
type lines struct {
	tooltip.ToolTipWidget
	o Options
	// onShown is called when the visible lines change, onWho to ask for a line's speaker.
	onShown func()
	onWho   func(row int)

	table  *table
	sound  *sound
	writer *writer
	find   *lineSearch
	paint  *linesRenderer

	pointer *textview.Pointer
	hover   hover
	// naming is the speaker label that was pressed, until the release.
	naming hover
	// focused means that the lines are focused, ring that Tab has moved the focus to them.
	focused, ring bool
}

func newLines(o Options) *lines {
	l := &lines{o: o, table: newTable()}
	l.sound = &sound{table: l.table, onLoop: o.Playback.SetLoop}
	l.sound.reset()
	l.writer = newWriter(l.table, l.sound, o)
	l.find = &lineSearch{table: l.table, sound: l.sound, writer: l.writer, o: o, onMoved: func() { l.paint.show() }}
	l.writer.onText = l.find.look
	l.writer.onShift = func(from, by int) {
		l.sound.shift(from, by)
		l.hover.row = -1
	}
	l.writer.onCaret = func() { l.paint.show() }
	l.hover.row = -1
	l.paint = newLinesRenderer(l)
	l.pointer = textview.NewPointer(l.paint.Bar, l.goTo, l.selectTo)
	l.ExtendBaseWidget(l)
	return l
}

// set replaces the lines. same means that the new lines belong to the same transcript: then the
// scroll position stays.
func (l *lines) set(all []Line, same bool) {
	t := l.table
	// Allocated at once: separate allocations dominate the time to open a long transcript.
	fresh := make([]lineRow, len(all))
	byID := map[int64]*lineRow{}
	before := t.values()
	if same {
		for _, r := range t.rows {
			if r.ID != 0 {
				byID[r.ID] = r
			}
		}
	}
	// The translation column stays while the user edits it, even when it becomes empty.
	t.translated = same && t.written.row >= 0 && t.written.other && !l.writer.waiting
	rows := make([]*lineRow, len(all))
	for i, line := range all {
		r := &fresh[i]
		if same {
			if old := byID[line.ID]; old != nil {
				r = old
			} else if i < len(t.rows) && t.rows[i].ID == 0 {
				r = t.rows[i] // a split created this line, which now has an ID
			}
		}
		r.Line = line
		t.translated = t.translated || line.Translation != ""
		rows[i] = r
	}
	t.rows = rows
	if !same {
		t.view.Top, t.view.HiddenHeight = 0, 0
		t.written = cell{row: -1}
		l.writer.changed, l.writer.waiting, l.writer.pending = false, false, ""
		l.sound.reset()
		l.hover = hover{row: -1}
	}
	if l.sound.loop >= len(rows) {
		l.sound.loop = -1
	}
	l.hover.row = min(l.hover.row, len(rows)-1)
	l.sound.find()
	t.form()
	l.find.look()
	t.view.Top = min(t.view.Top, max(len(rows)-1, 0))
	l.writer.keep(before)
	t.view.Scroll(0)
	l.paint.show()
}

// setSound sets the playback position.
func (l *lines) setSound(on bool, place time.Duration) {
	line := -1
	if on {
		line = l.table.lineOf(place)
	}
	l.mark(on, place, line)
}

// setReadAloud sets the line that is read aloud, -1 for none.
func (l *lines) setReadAloud(line int) {
	line = min(line, len(l.table.rows)-1)
	place := l.sound.place
	if line >= 0 {
		place = l.table.rows[line].Start
	}
	l.mark(line >= 0, place, line)
}

func (l *lines) mark(on bool, place time.Duration, line int) {
	if l.sound.set(on, place, line) {
		l.paint.show()
	}
}

// follow scrolls to the playing line and follows it.
func (l *lines) follow() {
	l.sound.follows = true
	l.writer.end()
	l.sound.bring()
	l.paint.show()
}

// scroll scrolls for the user. The view follows the playing line again once that line is visible.
func (l *lines) scroll(dy float32) {
	l.table.upward = dy < 0
	l.table.view.Scroll(dy)
	l.moved()
}

// goTo scrolls to a fraction of the lines, from 0 to 1.
func (l *lines) goTo(share float32) {
	l.table.goTo(share)
	l.moved()
}

// moved is called after the user has scrolled.
func (l *lines) moved() {
	l.sound.follows = !l.writer.on() && l.sound.seen()
	l.hover.row = -1
	l.paint.show()
}

// setLoop repeats a line, or stops repeating it.
func (l *lines) setLoop(i int) {
	l.sound.setLoop(i)
	l.paint.show()
}

// here returns the playing line if it is visible, else the first completely visible line.
func (l *lines) here() int {
	view := &l.table.view
	if l.sound.line >= 0 && view.IsVisible(l.sound.line) {
		return l.sound.line
	}
	if view.HiddenHeight > above && view.Top+1 < len(l.table.rows) {
		return view.Top + 1
	}
	return view.Top
}

// MinSize implements fyne.CanvasObject. The lines take the available space.
func (l *lines) MinSize() fyne.Size {
	l.ExtendBaseWidget(l)
	return l.paint.MinSize()
}

// CreateRenderer implements fyne.Widget.
func (l *lines) CreateRenderer() fyne.WidgetRenderer { return l.paint }

// AccessibilityLabel implements fyne.Accessible.
func (l *lines) AccessibilityLabel() string { return i18n.Text("Transcript lines") }

// AccessibilityRole implements fyne.Accessible.
func (l *lines) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// VisibleTexts calls visit with the text and the speaker of each visible line.
func (l *lines) VisibleTexts(visit func(text string, from fyne.Position, size fyne.Size)) {
	for i, y := range l.table.view.VisibleRows() {
		r := l.table.rows[i]
		text := r.Text
		if r.Speaker != "" {
			text = r.Speaker + ": " + text
		}
		if l.table.timed {
			text = l.table.clock(r.Start) + " " + text
		}
		if r.Translation != "" {
			text += " – " + r.Translation
		}
		visit(text, fyne.NewPos(0, y), fyne.NewSize(l.table.size.Width, l.table.Height(i)))
	}
}

// VisitClickableAreas calls visit with each icon that is painted instead of being a widget: the
// icons of the line under the pointer.
func (l *lines) VisitClickableAreas(visit func(name string, from fyne.Position, size fyne.Size)) {
	h := l.hover.row
	if h < 0 {
		return
	}
	y, ok := l.table.view.Y(h)
	for i, z := range []zone{onLoop, onWho} {
		if ok && (l.table.timed || z != onLoop) {
			from := fyne.NewPos(l.table.iconX(min(i, l.table.loopIcons())), y+above+(l.table.format.LineHeight-iconSize)/2)
			visit(l.tip(hover{h, z}), from, fyne.NewSquareSize(iconSize))
		}
	}
}
