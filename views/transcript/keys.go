package transcript

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/views/textview"
	"parlando/views/widgets"
)

var (
	_ fyne.Focusable    = (*lines)(nil)
	_ fyne.Shortcutable = (*lines)(nil)
	_ fyne.Tabbable     = (*lines)(nil)
	_ desktop.Keyable   = (*lines)(nil)
)

// FocusGained implements fyne.Focusable.
func (l *lines) FocusGained() { l.focused = true; l.paint.show() }

// FocusLost implements fyne.Focusable. It reports typed text.
func (l *lines) FocusLost() {
	l.focused, l.ring, l.writer.caret.Shift = false, false, false
	l.writer.tell(false)
	l.paint.show()
}

// AcceptsTab implements fyne.Tabbable: during editing, Tab moves to the next line, otherwise to the
// next control.
func (l *lines) AcceptsTab() bool { return l.writer.on() }

// KeyDown implements desktop.Keyable.
func (l *lines) KeyDown(e *fyne.KeyEvent) {
	widgets.KeyPressed()
	l.writer.caret.Shift.Key(e, true)
}

// KeyUp implements desktop.Keyable.
func (l *lines) KeyUp(e *fyne.KeyEvent) {
	l.writer.caret.Shift.Key(e, false)
	if e.Name == fyne.KeyTab { // Tab moved the focus to the lines: show the ring
		l.ring = true
		l.paint.show()
	}
}

// TypedRune implements fyne.Focusable.
func (l *lines) TypedRune(r rune) {
	switch {
	case l.writer.on():
		l.writer.caret.Insert(string(r), true)
	case r == ' ':
		l.o.Playback.Toggle()
	}
}

// TypedKey implements fyne.Focusable. It passes keys that the lines do not use to the window.
func (l *lines) TypedKey(e *fyne.KeyEvent) {
	switch {
	case e.Name == desktop.KeyMenu || e.Name == fyne.KeyF10 && bool(l.writer.caret.Shift):
		l.menuAtKeys()
	case !l.writer.on():
		if !l.readingKey(e.Name) {
			widgets.KeyToWindow(l, e)
		}
	case !l.writingKey(e.Name) && !l.writer.overEdge(e.Name) && !l.writer.caret.Key(e.Name):
		widgets.KeyToWindow(l, e)
	}
}

// readingKey handles a key while no line is edited, and reports whether the lines use it.
func (l *lines) readingKey(k fyne.KeyName) bool {
	line := l.table.format.LineHeight
	if dy, ok := textview.ScrollDistance(k, 2*line, l.table.ViewHeight()-2*line); ok {
		l.scroll(dy)
		return true
	}
	switch k {
	case fyne.KeyHome:
		l.goTo(0)
	case fyne.KeyEnd:
		l.goTo(1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeyF2:
		l.writer.begin(l.here(), 0)
	case fyne.KeySpace: // TypedRune handles the space bar
	default:
		return false
	}
	return true
}

// writingKey handles a key that acts on whole lines during editing, and reports whether the lines
// use it.
func (l *lines) writingKey(k fyne.KeyName) bool {
	switch k {
	case fyne.KeyReturn, fyne.KeyEnter:
		if l.table.written.other {
			l.toLine(false)
		} else {
			l.writer.split()
		}
	case fyne.KeyEscape:
		l.writer.end()
	case fyne.KeyTab:
		l.toLine(bool(l.writer.caret.Shift))
	case fyne.KeyPageUp, fyne.KeyPageDown:
		l.writer.page(k == fyne.KeyPageDown)
	default:
		return false
	}
	return true
}

// toLine moves the caret to the next or the previous line. After the last line and before the
// first, it moves the focus to another control.
func (l *lines) toLine(back bool) {
	i := l.table.written.row + 1
	if back {
		i -= 2
	}
	if i >= 0 && i < len(l.table.rows) {
		l.writer.begin(i, 0)
		return
	}
	l.writer.end()
	if c := widgets.CanvasOf(l); c != nil {
		if back {
			c.FocusPrevious()
		} else {
			c.FocusNext()
		}
	}
}

// TypedShortcut implements fyne.Shortcutable. It passes the window's shortcuts to the window,
// because Fyne sends all shortcuts to the focused control.
func (l *lines) TypedShortcut(s fyne.Shortcut) {
	writes := l.writer.on()
	switch s := s.(type) {
	case *fyne.ShortcutUndo, *fyne.ShortcutRedo:
		writes = true
	case *desktop.CustomShortcut:
		if s.Modifier&^fyne.KeyModifierShift == fyne.KeyModifierShortcutDefault && l.withCtrl(s.KeyName) {
			return
		}
		writes = writes || s.KeyName == fyne.KeyZ
	}
	if !writes || !l.writer.caret.Shortcut(s) {
		widgets.ShortcutToWindow(l, s)
	}
}

// withCtrl handles a key with Ctrl that acts on whole lines, and reports whether the lines use it.
func (l *lines) withCtrl(k fyne.KeyName) bool {
	i := l.table.written.row
	switch k {
	case fyne.KeyReturn, fyne.KeyEnter:
		if i >= 0 && l.table.timed {
			l.o.Playback.PlayFrom(l.table.rows[i].Start)
		}
	case fyne.KeyHome, fyne.KeyEnd:
		last := len(l.table.rows) - 1
		switch {
		case i < 0:
			l.readingKey(k)
		case k == fyne.KeyHome:
			l.writer.begin(0, 0)
		default:
			l.writer.begin(last, len(*l.table.rows[last].in(l.table.written.other)))
		}
	default:
		return false
	}
	return true
}
