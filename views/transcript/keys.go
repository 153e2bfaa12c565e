package transcript

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parley/views/widgets"
)

var (
	_ fyne.Focusable    = (*lines)(nil)
	_ fyne.Shortcutable = (*lines)(nil)
	_ fyne.Tabbable     = (*lines)(nil)
	_ desktop.Keyable   = (*lines)(nil)
)

// FocusGained implements fyne.Focusable.
func (l *lines) FocusGained() { l.typing.focused = true; l.stage.show() }

// FocusLost implements fyne.Focusable: what was typed is told.
func (l *lines) FocusLost() {
	l.typing.focused, l.typing.shift, l.typing.ring = false, false, false
	l.tell(false)
	l.stage.show()
}

// AcceptsTab implements fyne.Tabbable: while words are written Tab goes to the next line, else to the next control.
func (l *lines) AcceptsTab() bool { return l.typing.row >= 0 }

// KeyDown implements desktop.Keyable.
func (l *lines) KeyDown(e *fyne.KeyEvent) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		l.typing.shift = true
	}
}

// KeyUp implements desktop.Keyable.
func (l *lines) KeyUp(e *fyne.KeyEvent) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		l.typing.shift = false
	}
	if e.Name == fyne.KeyTab { // Tab came here: it is to be seen where that is
		l.typing.ring = true
		l.stage.show()
	}
}

// TypedRune implements fyne.Focusable.
func (l *lines) TypedRune(r rune) {
	switch {
	case l.typing.row >= 0:
		l.insert(clean(string(r)))
	case r == ' ':
		l.calls.OnToggle()
	}
}

// TypedKey implements fyne.Focusable. A key for which there is no use here goes to the window.
func (l *lines) TypedKey(e *fyne.KeyEvent) {
	if e.Name == desktop.KeyMenu || e.Name == fyne.KeyF10 && l.typing.shift {
		l.menuAtKeys()
		return
	}
	if l.typing.row < 0 {
		l.readingKey(e)
		return
	}
	from, to := l.selection()
	t := &l.typing
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if t.other {
			l.toLine(false)
			return
		}
		l.split()
	case fyne.KeyEscape:
		l.endTyping()
	case fyne.KeyTab:
		l.toLine(t.shift)
	case fyne.KeyBackspace:
		switch {
		case from != to:
			l.change(from, to, "")
		case from == 0:
			l.join(t.row - 1)
		default:
			l.change(previous(l.text(), to), to, "")
		}
	case fyne.KeyDelete:
		switch {
		case from != to:
			l.change(from, to, "")
		case to == len(l.text()):
			l.join(t.row)
		default:
			l.change(from, next(l.text(), from), "")
		}
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyHome, fyne.KeyEnd:
		l.sideways(e.Name, from, to)
	case fyne.KeyUp, fyne.KeyDown:
		l.upright(e.Name == fyne.KeyDown)
	case fyne.KeyPageUp, fyne.KeyPageDown:
		l.page(e.Name == fyne.KeyPageDown)
	default:
		widgets.KeyToWindow(l, e)
	}
}

// readingKey is for a key while nothing is written.
func (l *lines) readingKey(e *fyne.KeyEvent) {
	page := l.room() - 2*l.lineHeight()
	switch e.Name {
	case fyne.KeyUp:
		l.byHand(-2 * l.lineHeight())
	case fyne.KeyDown:
		l.byHand(2 * l.lineHeight())
	case fyne.KeyPageUp:
		l.byHand(-page)
	case fyne.KeyPageDown:
		l.byHand(page)
	case fyne.KeyHome:
		l.bring(0, 0)
		l.moved()
	case fyne.KeyEnd:
		l.bring(len(l.rows)-1, l.room())
		l.moved()
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeyF2:
		l.beginTyping(l.here(), 0)
	case fyne.KeySpace: // typed as a rune too
	default:
		widgets.KeyToWindow(l, e)
	}
}

// here is the line that sounds if it can be seen, else the first that is whole.
func (l *lines) here() int {
	if l.sound.line >= 0 && l.inWindow(l.sound.line) {
		return l.sound.line
	}
	if l.over > above && l.top+1 < len(l.rows) {
		return l.top + 1
	}
	return l.top
}

// move puts the caret to a place of its line, and selects what lies between while Shift is held.
func (l *lines) move(at int, selects bool) {
	t := &l.typing
	t.at = min(max(at, 0), len(l.text()))
	if !selects {
		t.anchor = t.at
	}
	l.showCaret()
}

func (l *lines) sideways(k fyne.KeyName, from, to int) {
	t := &l.typing
	t.goal = -1
	p := l.lay(t.row).paragraph(t.other)
	at := t.at
	switch k {
	case fyne.KeyLeft:
		switch {
		case from != to && !t.shift:
			at = from
		case t.at == 0 && !t.shift && t.row > 0:
			l.beginTyping(t.row-1, len(*l.rows[t.row-1].in(t.other)))
			return
		default:
			at = previous(l.text(), t.at)
		}
	case fyne.KeyRight:
		switch {
		case from != to && !t.shift:
			at = to
		case t.at == len(l.text()) && !t.shift && t.row+1 < len(l.rows):
			l.beginTyping(t.row+1, 0)
			return
		default:
			at = next(l.text(), t.at)
		}
	case fyne.KeyHome:
		at = p.begin(p.lineOf(t.at))
	case fyne.KeyEnd:
		at = p.finish(p.lineOf(t.at))
	}
	l.move(at, t.shift)
}

// upright goes to the line of words above or below, and from the last of a line to the next one.
func (l *lines) upright(down bool) {
	t := &l.typing
	p := l.lay(t.row).paragraph(t.other)
	n := p.lineOf(t.at)
	if t.goal < 0 {
		t.goal = p.x(n, t.at, l.ruler)
	}
	goal := t.goal
	i := t.row
	if down {
		n++
	} else {
		n--
	}
	switch {
	case n >= 0 && n < p.lines:
		l.move(p.at(n, goal, l.ruler), t.shift)
		t.goal = goal
		return
	case t.shift && n < 0:
		l.move(0, true)
		return
	case t.shift:
		l.move(len(l.text()), true)
		return
	case n < 0 && i > 0:
		q := l.lay(i - 1).paragraph(t.other)
		l.beginTyping(i-1, q.at(q.lines-1, goal, l.ruler))
	case n > 0 && i+1 < len(l.rows):
		q := l.lay(i + 1).paragraph(t.other)
		l.beginTyping(i+1, q.at(0, goal, l.ruler))
	}
	t.goal = goal
}

// page goes as many lines up or down as can be seen.
func (l *lines) page(down bool) {
	i, left := l.typing.row, l.room()-l.lineHeight()
	for left > 0 {
		switch {
		case down && i+1 < len(l.rows):
			i++
		case !down && i > 0:
			i--
		default:
			left = 0
			continue
		}
		left -= l.height(i)
	}
	l.beginTyping(i, 0)
}

// toLine goes to the next line, or the one before. Behind the last one, and before the first, the keyboard leaves.
func (l *lines) toLine(back bool) {
	i := l.typing.row + 1
	if back {
		i = l.typing.row - 1
	}
	if i >= 0 && i < len(l.rows) {
		l.beginTyping(i, 0)
		return
	}
	l.endTyping()
	if c := widgets.CanvasOf(l); c != nil {
		if back {
			c.FocusPrevious()
		} else {
			c.FocusNext()
		}
	}
}

// TypedShortcut implements fyne.Shortcutable. Fyne gives what has the focus every shortcut; those of the window are handed on.
func (l *lines) TypedShortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutUndo:
		l.undo()
		return
	case *fyne.ShortcutRedo:
		l.redo()
		return
	case *desktop.CustomShortcut:
		if l.withCtrl(s) {
			return
		}
	}
	if l.typing.row < 0 {
		widgets.ShortcutToWindow(l, s)
		return
	}
	from, to := l.selection()
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		if to > from {
			s.Clipboard.SetContent(l.text()[from:to])
		}
	case *fyne.ShortcutCut:
		if to > from {
			s.Clipboard.SetContent(l.text()[from:to])
			l.change(from, to, "")
		}
	case *fyne.ShortcutPaste:
		l.insert(clean(s.Clipboard.Content()))
	case *fyne.ShortcutSelectAll:
		l.typing.anchor, l.typing.at = 0, len(l.text())
		l.stage.show()
	case *desktop.CustomShortcut:
		widgets.ShortcutToWindow(l, s)
	}
}

// withCtrl does what a key does together with Ctrl, and reports whether it does anything.
func (l *lines) withCtrl(s *desktop.CustomShortcut) bool {
	shift := s.Modifier&fyne.KeyModifierShift != 0
	if s.Modifier&^fyne.KeyModifierShift != fyne.KeyModifierShortcutDefault {
		return false
	}
	switch s.KeyName {
	case fyne.KeyZ:
		if shift {
			l.redo()
		} else {
			l.undo()
		}
		return true
	case fyne.KeyReturn, fyne.KeyEnter:
		if i := l.typing.row; i >= 0 && l.timed {
			l.calls.OnHear(l.rows[i].Start)
		}
		return true
	case fyne.KeyHome, fyne.KeyEnd:
		if l.typing.row < 0 {
			l.readingKey(&fyne.KeyEvent{Name: s.KeyName})
			return true
		}
		if s.KeyName == fyne.KeyHome {
			l.beginTyping(0, 0)
		} else {
			last := len(l.rows) - 1
			l.beginTyping(last, len(*l.rows[last].in(l.typing.other)))
		}
		return true
	}
	if l.typing.row < 0 {
		return false
	}
	from, to := l.selection()
	l.typing.goal = -1
	switch s.KeyName {
	case fyne.KeyLeft, fyne.KeyRight:
		l.move(jump(l.text(), l.typing.at, s.KeyName == fyne.KeyRight), shift)
	case fyne.KeyBackspace:
		if from == to {
			from = jump(l.text(), to, false)
		}
		l.change(from, to, "")
	case fyne.KeyDelete:
		if from == to {
			to = jump(l.text(), from, true)
		}
		l.change(from, to, "")
	default:
		return false
	}
	return true
}
