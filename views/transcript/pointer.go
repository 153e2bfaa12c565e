package transcript

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/views/i18n"
	"parlando/views/textview"
	"parlando/views/wheel"
	"parlando/views/widgets"
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

// zone is the part of a line under the pointer.
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

// hover is the part of a line under the pointer; row is -1 if there is no line.
type hover struct {
	row  int
	zone zone
}

// cell returns the cell under the pointer.
func (h hover) cell() cell { return cell{h.row, h.zone == onOther} }

const iconSize = 28

// iconX returns the left edge of icon n at the end of a line, counted from the last icon, 0.
func (t *table) iconX(n int) float32 { return t.size.Width - edge - 4 - float32(n+1)*iconSize }

// loopIcons returns the number of icons for repeating a line.
func (t *table) loopIcons() int {
	if t.timed {
		return 1
	}
	return 0
}

// hit returns the part of a line at a position, and the top of the line.
func (l *lines) hit(at fyne.Position) (hover, float32) {
	t := l.table
	i, top := t.at(at.Y)
	if i < 0 || at.X < edge || at.X > t.size.Width-edge {
		return hover{row: -1}, 0
	}
	s, free := t.shape, l.writer.locked == ""
	icons := at.Y < top+above+t.format.LineHeight+above
	z := onWords
	switch {
	case icons && at.X >= t.iconX(0) && t.timed:
		z = onLoop
	case icons && at.X >= t.iconX(t.loopIcons()) && free:
		z = onWho
	case t.timed && at.X < s.time+t.clockWidth()+8:
		z = onTime
	case s.speaker > 0 && at.X >= s.speaker && at.X < s.text-4 && free:
		z = onSpeaker
	case s.other > 0 && at.X >= s.other-between/2:
		z = onOther
	case s.under && t.rows[i].Translation != "" && at.Y >= top+above+t.lay(i).own.Height():
		z = onOther
	}
	return hover{i, z}, top
}

// Cursor implements desktop.Cursorable.
func (l *lines) Cursor() desktop.Cursor {
	switch l.hover.zone {
	case onWords, onOther:
		if l.writer.locked == "" {
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
	l.paint.show()
}

// MouseOut implements desktop.Hoverable.
func (l *lines) MouseOut() {
	l.ToolTipWidget.MouseOut()
	l.hover = hover{row: -1}
	l.paint.show()
}

func (l *lines) tip(h hover) string {
	switch h.zone {
	case onTime:
		return i18n.Text("Play from here")
	case onLoop:
		if h.row == l.sound.loop {
			return i18n.Text("Continue after this line")
		}
		return i18n.Text("Repeat this line")
	case onWho, onSpeaker:
		return i18n.Text("Who is speaking?")
	case onWords, onOther, nowhere:
	}
	return ""
}

// MouseDown implements desktop.Mouseable.
func (l *lines) MouseDown(e *desktop.MouseEvent) {
	widgets.PointerPressed()
	l.pointer.Release()
	l.naming = hover{row: -1}
	textview.TakeFocus(l)
	if e.Button != desktop.MouseButtonPrimary || l.pointer.Press(e.Position) {
		return
	}
	h, top := l.hit(e.Position)
	if h.row < 0 {
		l.writer.end()
		return
	}
	switch h.zone {
	case onTime:
		l.writer.end()
		l.sound.follows = true
		l.o.Playback.PlayFrom(l.table.rows[h.row].Start)
	case onLoop:
		l.setLoop(h.row)
	case onWho, onSpeaker:
		l.naming = h
	case onWords, onOther:
		l.writeAt(h, top, e)
	case nowhere:
		l.writer.end()
	}
}

// writeAt moves the caret to the pointer.
func (l *lines) writeAt(h hover, top float32, e *desktop.MouseEvent) {
	at := l.table.under(h.cell(), top, e.Position)
	written := h.cell() == l.table.written
	switch {
	case written && l.pointer.IsTriple(e.Position):
		l.writer.caret.SelectAll()
	case written && e.Modifier&fyne.KeyModifierShift != 0:
		l.writer.caret.Move(at, true)
		l.pointer.BeginSelecting()
	case l.writer.beginIn(h.cell(), at):
		l.pointer.BeginSelecting()
	}
}

// MouseUp implements desktop.Mouseable. It asks for the speaker on release, not on press: the name
// field would otherwise lose its focus, which Fyne removes when a press or release hits another
// object.
func (l *lines) MouseUp(e *desktop.MouseEvent) {
	l.pointer.Release()
	if h, _ := l.hit(e.Position); h.row >= 0 && h == l.naming {
		l.o.After(0, func() { l.onWho(h.row) })
	}
	l.naming = hover{row: -1}
}

// Dragged implements fyne.Draggable.
func (l *lines) Dragged(e *fyne.DragEvent) { l.pointer.Drag(e.Position, l.table.size.Height) }

// selectTo extends the selection to the text under the pointer. It does not scroll, because only
// one line is edited.
func (l *lines) selectTo(at fyne.Position, _ float32) {
	c := l.table.written
	if top, ok := l.table.view.Y(c.row); ok && c.row >= 0 {
		l.writer.caret.Select(l.writer.caret.Anchor, l.table.under(c, top, at))
	}
}

// DragEnd implements fyne.Draggable.
func (l *lines) DragEnd() { l.pointer.Release() }

// Scrolled implements fyne.Scrollable.
func (l *lines) Scrolled(e *fyne.ScrollEvent) { l.scroll(wheel.Distance(e, l.table.format.LineHeight)) }

// DoubleTapped implements fyne.DoubleTappable: it selects a word.
func (l *lines) DoubleTapped(e *fyne.PointEvent) {
	h, top := l.hit(e.Position)
	if h.zone != onWords && h.zone != onOther || h.row < 0 || l.paint.Bar.Contains(e.Position.X) {
		return
	}
	l.pointer.DoubleClick(e.Position)
	if at := l.table.under(h.cell(), top, e.Position); l.writer.beginIn(h.cell(), at) {
		l.writer.caret.Select(textview.WordAt(l.writer.text(), at))
	}
}

// TappedSecondary implements fyne.SecondaryTappable: it opens the menu of a line.
func (l *lines) TappedSecondary(e *fyne.PointEvent) {
	h, top := l.hit(e.Position)
	if h.row < 0 {
		return
	}
	if from, to := l.writer.caret.Selection(); h.cell() != l.table.written || from == to {
		l.writer.beginIn(h.cell(), l.table.under(h.cell(), top, e.Position))
	}
	l.menu(h.row, e.AbsolutePosition)
}

// menuAtKeys opens the menu of the edited line or, if there is none, of the playing line.
func (l *lines) menuAtKeys() {
	i := l.table.written.row
	if i < 0 {
		i = l.here()
	}
	if y, ok := l.table.view.Y(i); ok && i < len(l.table.rows) {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(l)
		l.menu(i, at.AddXY(l.table.shape.text, y+l.table.format.LineHeight+above))
	}
}

func (l *lines) menu(i int, at fyne.Position) {
	if c := widgets.CanvasOf(l); c != nil {
		widgets.ShowMenuAt(c, at, 0, l.menuItems(i)).SetName(i18n.Text("Transcript"))
	}
}

// menuItems returns the menu of a line.
func (l *lines) menuItems(i int) []widgets.MenuItem {
	board := fyne.CurrentApp().Clipboard()
	w, r := l.writer, l.table.rows[i]
	writes := l.table.written.row == i
	untimed := ""
	if !l.table.timed {
		untimed = i18n.Text("This text has no times.")
	}
	none := ""
	if !writes || w.caret.Selected() == "" {
		none = i18n.Text("Select something first.")
	}
	divide, together := w.locked, w.locked
	if divide == "" && (!writes || l.table.written.other || w.caret.At == 0 || w.caret.At == len(r.Text)) {
		divide = i18n.Text("Click between two words first.")
	}
	if together == "" && i == 0 {
		together = i18n.Text("There is no previous line.")
	}
	return []widgets.MenuItem{
		{Icon: "play", Text: i18n.Text("Play from here"), DisabledReason: untimed, Do: func() { l.o.Playback.PlayFrom(r.Start) }},
		{Icon: "repeat", Text: l.tip(hover{i, onLoop}), DisabledReason: untimed, Do: func() { l.setLoop(i) }},
		{Icon: "users", Text: i18n.Text("Who is speaking?"), DisabledReason: w.locked, Do: func() { l.onWho(i) }},
		{Icon: "copy", Text: i18n.Text("Copy"), DisabledReason: none, Do: func() { w.caret.Copy(board) }},
		{Icon: "file-text", Text: i18n.Text("Copy line"), Do: func() { board.SetContent(r.Text) }},
		{Icon: "text-cursor-input", Text: i18n.Text("Paste"), DisabledReason: w.locked, Do: func() {
			if writes || w.begin(i, len(r.Text)) {
				w.caret.Shortcut(&fyne.ShortcutPaste{Clipboard: board})
			}
		}},
		{Icon: "scissors", Text: i18n.Text("Split the line here"), DisabledReason: divide, Do: w.split},
		{Icon: "link", Text: i18n.Text("Join with the previous line"), DisabledReason: together, Do: func() {
			if w.beginIn(cell{row: i}, 0) {
				w.join(i - 1)
			}
		}},
	}
}
