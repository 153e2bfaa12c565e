package transcript

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"

	"parley/views/widgets"
)

var (
	_ desktop.Mouseable      = (*lines)(nil)
	_ desktop.Hoverable      = (*lines)(nil)
	_ desktop.Cursorable     = (*lines)(nil)
	_ fyne.Draggable         = (*lines)(nil)
	_ fyne.Scrollable        = (*lines)(nil)
	_ fyne.DoubleTappable    = (*lines)(nil)
	_ fyne.SecondaryTappable = (*lines)(nil)
)

type drag uint8

const (
	dragNone drag = iota
	dragText
	dragBar
)

// zone is what lies under the pointer.
type zone uint8

const (
	nowhere zone = iota
	onTime
	onSpeaker
	onWords
	onOther
	onLoop
	onWho
)

// hover is where the pointer is; row is -1 where it is over no line.
type hover struct {
	row  int
	zone zone
}

const (
	iconSize = 28
	barGrab  = 16
)

// iconX is the left edge of an icon at the end of a line, 0 the last one.
func (l *lines) iconX(n int) float32 { return l.Size().Width - edge - 4 - float32(n+1)*iconSize }

// hit is what lies under a point, and the top of its line.
func (l *lines) hit(at fyne.Position) (hover, float32) {
	i, top := l.rowAt(at.Y)
	if i < 0 || at.X < edge || at.X > l.Size().Width-edge {
		return hover{row: -1}, 0
	}
	z := onWords
	switch {
	case at.Y < top+above+l.lineHeight()+above && at.X >= l.iconX(0) && l.timed:
		z = onLoop
	case at.Y < top+above+l.lineHeight()+above && at.X >= l.iconX(l.iconsOfLoop()) && l.locked == "":
		z = onWho
	case l.timed && at.X < l.shape.time+l.ruler.Width(l.clock(l.end()), l.style())+8:
		z = onTime
	case l.shape.speaker > 0 && at.X >= l.shape.speaker && at.X < l.shape.text-4 && l.locked == "":
		z = onSpeaker
	case l.shape.other > 0 && at.X >= l.shape.other-between/2:
		z = onOther
	case l.shape.under && l.rows[i].Translation != "" && at.Y >= top+above+float32(l.lay(i).own.lines)*l.lineHeight():
		z = onOther
	}
	return hover{i, z}, top
}

func (l *lines) iconsOfLoop() int {
	if l.timed {
		return 1
	}
	return 0
}

// Cursor implements desktop.Cursorable.
func (l *lines) Cursor() desktop.Cursor {
	switch l.hover.zone {
	case onWords, onOther:
		if l.locked == "" {
			return desktop.TextCursor
		}
	case onTime, onSpeaker, onLoop, onWho:
		return desktop.PointerCursor
	case nowhere:
	}
	return desktop.DefaultCursor
}

// MouseIn implements desktop.Hoverable.
func (l *lines) MouseIn(e *desktop.MouseEvent) { l.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (l *lines) MouseMoved(e *desktop.MouseEvent) {
	now, _ := l.hit(e.Position)
	if now == l.hover {
		return
	}
	l.hover = now
	l.ToolTipWidget.MouseOut()
	if tip := l.tip(now); tip != "" {
		l.SetToolTip(tip)
		l.ToolTipWidget.MouseIn(e)
	}
	l.stage.show()
}

// MouseOut implements desktop.Hoverable.
func (l *lines) MouseOut() {
	l.ToolTipWidget.MouseOut()
	l.hover = hover{row: -1}
	l.stage.show()
}

func (l *lines) tip(h hover) string {
	switch h.zone {
	case onTime:
		return lang.L("Hear it from here")
	case onLoop:
		if h.row == l.sound.loop {
			return lang.L("Go on after this line")
		}
		return lang.L("Hear this line again and again")
	case onWho, onSpeaker:
		return lang.L("Who speaks?")
	case onWords, onOther, nowhere:
	}
	return ""
}

func (l *lines) onBar(x float32) bool {
	return l.stage.bar.height > 0 && x >= l.Size().Width-barGrab
}

func (l *lines) takeFocus() {
	if c := widgets.CanvasOf(l); c != nil && c.Focused() != fyne.Focusable(l) {
		c.Focus(l)
	}
}

// MouseDown implements desktop.Mouseable.
func (l *lines) MouseDown(e *desktop.MouseEvent) {
	l.drag, l.naming = dragNone, hover{row: -1}
	l.takeFocus()
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	if l.onBar(e.Position.X) {
		l.drag = dragBar
		l.grab = e.Position.Y - l.stage.bar.top
		if l.grab < 0 || l.grab > l.stage.bar.height { // beside the thumb: it comes under the pointer
			l.grab = l.stage.bar.height / 2
			l.dragBar(e.Position.Y)
		}
		return
	}
	h, top := l.hit(e.Position)
	if h.row < 0 {
		l.endTyping()
		return
	}
	switch h.zone {
	case onTime:
		l.endTyping()
		l.sound.follows = true
		l.calls.OnHear(l.rows[h.row].Start)
	case onLoop:
		l.setLoop(h.row)
	case onWho, onSpeaker:
		l.naming = h
	case onWords, onOther:
		l.writeAt(h, top, e)
	case nowhere:
		l.endTyping()
	}
}

// writeAt puts the caret where the pointer is.
func (l *lines) writeAt(h hover, top float32, e *desktop.MouseEvent) {
	i, other := h.row, h.zone == onOther
	at := l.under(i, top, e.Position.X, e.Position.Y, other)
	if i == l.typing.row && other == l.typing.other && e.Modifier&fyne.KeyModifierShift != 0 {
		l.move(at, true)
		l.drag = dragText
		return
	}
	if l.beginIn(i, at, other) {
		l.drag = dragText
	}
}

// MouseUp implements desktop.Mouseable. Who speaks is asked after it, not when the button goes down: Fyne takes the focus from whatever
// a press or a release did not hit, and the field for the name would have lost it.
func (l *lines) MouseUp(e *desktop.MouseEvent) {
	l.drag = dragNone
	if h, _ := l.hit(e.Position); h.row >= 0 && h == l.naming {
		l.calls.After(0, func() { l.calls.OnWho(h.row) })
	}
	l.naming = hover{row: -1}
}

// Dragged implements fyne.Draggable.
func (l *lines) Dragged(e *fyne.DragEvent) {
	switch l.drag {
	case dragBar:
		l.dragBar(e.Position.Y)
	case dragText:
		i := l.typing.row
		top, ok := l.y(i)
		if i < 0 || !ok {
			return
		}
		l.typing.at = l.under(i, top, e.Position.X, e.Position.Y, l.typing.other)
		l.stage.show()
	case dragNone:
	}
}

// DragEnd implements fyne.Draggable.
func (l *lines) DragEnd() { l.drag = dragNone }

func (l *lines) dragBar(y float32) {
	bar := l.stage.bar
	if bar.room <= bar.height {
		return
	}
	share := min(max((y-l.grab-4)/(bar.room-bar.height), 0), 1)
	want := share * max(l.whole()-l.room(), 0)
	for i, r := range l.rows {
		if h := l.guess(r); want >= h && i+1 < len(l.rows) {
			want -= h
			continue
		}
		l.top, l.over = i, want
		break
	}
	if share >= 1 {
		l.bring(len(l.rows)-1, l.room())
	} else {
		l.scroll(0)
	}
	l.moved()
}

// whole is the height of all lines, in part guessed.
func (l *lines) whole() float32 {
	sum := float32(endRoom)
	for _, r := range l.rows {
		sum += l.guess(r)
	}
	return sum
}

// Scrolled implements fyne.Scrollable.
func (l *lines) Scrolled(e *fyne.ScrollEvent) { l.byHand(-e.Scrolled.DY) }

// DoubleTapped implements fyne.DoubleTappable: it selects a word.
func (l *lines) DoubleTapped(e *fyne.PointEvent) {
	h, top := l.hit(e.Position)
	other := h.zone == onOther
	if h.zone != onWords && !other || h.row < 0 || l.onBar(e.Position.X) {
		return
	}
	if !l.beginIn(h.row, l.under(h.row, top, e.Position.X, e.Position.Y, other), other) {
		return
	}
	l.typing.anchor, l.typing.at = word(l.text(), l.typing.at)
	l.stage.show()
}

// TappedSecondary implements fyne.SecondaryTappable: the menu of a line.
func (l *lines) TappedSecondary(e *fyne.PointEvent) {
	h, top := l.hit(e.Position)
	if h.row < 0 {
		return
	}
	other := h.zone == onOther
	if from, to := l.selection(); h.row != l.typing.row || other != l.typing.other || from == to {
		l.beginIn(h.row, l.under(h.row, top, e.Position.X, e.Position.Y, other), other)
	}
	l.menu(h.row, e.AbsolutePosition)
}

// menuAtKeys opens the menu of the line that is written in, or of the one that sounds.
func (l *lines) menuAtKeys() {
	i := l.typing.row
	if i < 0 {
		i = l.here()
	}
	if y, ok := l.y(i); ok && i < len(l.rows) {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(l)
		l.menu(i, at.AddXY(l.shape.text, y+l.lineHeight()+above))
	}
}

func (l *lines) menu(i int, at fyne.Position) {
	c := widgets.CanvasOf(l)
	if c == nil {
		return
	}
	board := fyne.CurrentApp().Clipboard()
	r := l.rows[i]
	untimed := ""
	if !l.timed {
		untimed = lang.L("This text has no times.")
	}
	loop := lang.L("Hear this line again and again")
	if l.sound.loop == i {
		loop = lang.L("Go on after this line")
	}
	selected := ""
	if l.typing.row == i {
		from, to := l.selection()
		selected = l.text()[from:to]
	}
	none := ""
	if selected == "" {
		none = lang.L("Select something first.")
	}
	divide, together := l.locked, l.locked
	if divide == "" && (l.typing.row != i || l.typing.other || l.typing.at == 0 || l.typing.at == len(r.Text)) {
		divide = lang.L("Put the cursor between two words first.")
	}
	if together == "" && i == 0 {
		together = lang.L("There is no line before it.")
	}
	items := []widgets.MenuItem{
		{Icon: "play", Words: lang.L("Hear it from here"), Reason: untimed, Do: func() { l.calls.OnHear(r.Start) }},
		{Icon: "repeat", Words: loop, Reason: untimed, Do: func() { l.setLoop(i) }},
		{Icon: "users", Words: lang.L("Who speaks?"), Reason: l.locked, Do: func() { l.calls.OnWho(i) }},
		{Icon: "copy", Words: lang.L("Copy"), Reason: none, Do: func() { board.SetContent(selected) }},
		{Icon: "file-text", Words: lang.L("Copy the line"), Do: func() { board.SetContent(r.Text) }},
		{Icon: "text-cursor-input", Words: lang.L("Paste"), Reason: l.locked, Do: func() {
			if l.typing.row == i || l.beginTyping(i, len(r.Text)) {
				l.insert(clean(board.Content()))
			}
		}},
		{Icon: "scissors", Words: lang.L("Divide the line here"), Reason: divide, Do: l.split},
		{Icon: "link", Words: lang.L("Join with the line before"), Reason: together, Do: func() {
			if l.beginIn(i, 0, false) {
				l.join(i - 1)
			}
		}},
	}
	l.calls.OnPopup(widgets.ShowMenuAt(c, at, 0, items))
}
