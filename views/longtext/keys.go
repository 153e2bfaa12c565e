package longtext

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parley/views/conversation/textflow"
	"parley/views/widgets"
)

var (
	_ fyne.Focusable    = (*Box)(nil)
	_ fyne.Shortcutable = (*Box)(nil)
	_ fyne.Tabbable     = (*Box)(nil)
	_ desktop.Keyable   = (*Box)(nil)
)

func (b *Box) style() textflow.Style { return textflow.Style{Size: b.size} }

// replace puts words in place of others, with the caret behind them.
func (b *Box) replace(from, to int, with string, typed bool) {
	if b.locked {
		call(b.OnLocked)
		return
	}
	if from == to && with == "" {
		return
	}
	c := edit{at: from, inserted: with, caret: b.caret, typed: typed}
	c.removed = b.text.replace(from, to, with)
	b.edits.add(c)
	b.after(from + len(with))
}

// after puts the caret to a place after a change.
func (b *Box) after(caret int) {
	b.known = false
	b.top = min(b.top, len(b.text.segments)-1)
	b.caret, b.anchor, b.goal = caret, caret, -1
	b.reveal(caret)
	b.stage.show()
	call(b.OnChanged)
	call(b.OnMoved)
}

func call(f func()) {
	if f != nil {
		f()
	}
}

// insert puts words in place of what is selected.
func (b *Box) insert(words string, typed bool) {
	from, to := b.Selection()
	b.replace(from, to, words, typed && from == to)
}

// Undo takes the last change back, Redo does it again.
func (b *Box) Undo() {
	if b.locked {
		call(b.OnLocked)
		return
	}
	if c, ok := b.edits.undo(); ok {
		b.text.replace(c.at, c.at+len(c.inserted), c.removed)
		b.after(min(c.caret, b.text.size))
	}
}

// Redo does again what Undo took back.
func (b *Box) Redo() {
	if b.locked {
		call(b.OnLocked)
		return
	}
	if c, ok := b.edits.redo(); ok {
		b.text.replace(c.at, c.at+len(c.removed), c.inserted)
		b.after(c.at + len(c.inserted))
	}
}

// move puts the caret to a place, and selects what lies between while Shift is held.
func (b *Box) move(to int, selects bool) {
	b.caret = min(max(to, 0), b.text.size)
	if !selects {
		b.anchor = b.caret
	}
	b.reveal(b.caret)
	b.stage.show()
	call(b.OnMoved)
}

// FocusGained implements fyne.Focusable.
func (b *Box) FocusGained() { b.focused = true; b.stage.show() }

// FocusLost implements fyne.Focusable.
func (b *Box) FocusLost() { b.focused, b.shift = false, false; b.stage.show() }

// AcceptsTab implements fyne.Tabbable: Tab goes to the next control.
func (b *Box) AcceptsTab() bool { return false }

// KeyDown implements desktop.Keyable.
func (b *Box) KeyDown(e *fyne.KeyEvent) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		b.shift = true
	}
}

// KeyUp implements desktop.Keyable.
func (b *Box) KeyUp(e *fyne.KeyEvent) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		b.shift = false
	}
}

// TypedRune implements fyne.Focusable.
func (b *Box) TypedRune(r rune) { b.insert(clean(string(r)), true) }

// TypedKey implements fyne.Focusable. A key for which there is no use here goes to the window.
func (b *Box) TypedKey(e *fyne.KeyEvent) {
	if b.locked && b.lockedKey(e.Name) {
		return
	}
	from, to := b.Selection()
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		b.insert("\n", true)
	case fyne.KeyBackspace:
		if from == to {
			from = b.text.previous(to)
		}
		b.replace(from, to, "", false)
	case fyne.KeyDelete:
		if from == to {
			to = b.text.next(from)
		}
		b.replace(from, to, "", false)
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyHome, fyne.KeyEnd:
		b.sideways(e.Name, from, to)
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown:
		b.upright(e.Name)
	default:
		widgets.KeyToWindow(b, e)
	}
}

// lockedKey scrolls while the text is read aloud, and reports whether the key was one for that.
func (b *Box) lockedKey(k fyne.KeyName) bool {
	page := b.room() - b.line
	switch k {
	case fyne.KeyUp:
		b.scrolled(-b.line)
	case fyne.KeyDown:
		b.scrolled(b.line)
	case fyne.KeyPageUp:
		b.scrolled(-page)
	case fyne.KeyPageDown:
		b.scrolled(page)
	default:
		return false
	}
	return true
}

func (b *Box) sideways(k fyne.KeyName, from, to int) {
	b.goal = -1
	at := b.caret
	switch k {
	case fyne.KeyLeft:
		if at = from; from == to || b.shift {
			at = b.text.previous(b.caret)
		}
	case fyne.KeyRight:
		if at = to; from == to || b.shift {
			at = b.text.next(b.caret)
		}
	case fyne.KeyHome:
		at = b.edge(false)
	case fyne.KeyEnd:
		at = b.edge(true)
	}
	b.move(at, b.shift)
}

func (b *Box) upright(k fyne.KeyName) {
	page := max(int(b.room()/b.line)-1, 1)
	by := map[fyne.KeyName]int{fyne.KeyUp: -1, fyne.KeyDown: 1, fyne.KeyPageUp: -page, fyne.KeyPageDown: page}[k]
	to := b.vertical(by) // remembers where on the line to be
	b.move(to, b.shift)
}

// TypedShortcut implements fyne.Shortcutable. Fyne gives what has the focus every shortcut; those of the window are handed on.
func (b *Box) TypedShortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		b.Copy(s.Clipboard)
	case *fyne.ShortcutCut:
		b.Cut(s.Clipboard)
	case *fyne.ShortcutPaste:
		b.Paste(s.Clipboard)
	case *fyne.ShortcutSelectAll:
		b.SelectAll()
	case *fyne.ShortcutUndo:
		b.Undo()
	case *fyne.ShortcutRedo:
		b.Redo()
	case *desktop.CustomShortcut:
		if !b.withCtrl(s) {
			widgets.ShortcutToWindow(b, s)
		}
	}
}

// withCtrl does what a key does together with Ctrl, and reports whether it does anything.
func (b *Box) withCtrl(s *desktop.CustomShortcut) bool {
	shift := s.Modifier&fyne.KeyModifierShift != 0
	if s.Modifier&^fyne.KeyModifierShift != fyne.KeyModifierShortcutDefault || b.locked && s.KeyName != fyne.KeyHome && s.KeyName != fyne.KeyEnd {
		return false
	}
	from, to := b.Selection()
	b.goal = -1
	switch s.KeyName {
	case fyne.KeyLeft, fyne.KeyRight:
		b.move(b.text.jump(b.caret, s.KeyName == fyne.KeyRight), shift)
	case fyne.KeyHome:
		b.move(0, shift)
	case fyne.KeyEnd:
		b.move(b.text.size, shift)
	case fyne.KeyBackspace:
		if from == to {
			from = b.text.jump(to, false)
		}
		b.replace(from, to, "", false)
	case fyne.KeyDelete:
		if from == to {
			to = b.text.jump(from, true)
		}
		b.replace(from, to, "", false)
	default:
		return false
	}
	return true
}

// Copy puts what is selected on the clipboard.
func (b *Box) Copy(c fyne.Clipboard) {
	if from, to := b.Selection(); to > from {
		c.SetContent(b.text.slice(from, to))
	}
}

// Cut copies what is selected and takes it away.
func (b *Box) Cut(c fyne.Clipboard) {
	if b.locked {
		call(b.OnLocked)
		return
	}
	b.Copy(c)
	from, to := b.Selection()
	b.replace(from, to, "", false)
}

// Paste puts in what is on the clipboard.
func (b *Box) Paste(c fyne.Clipboard) {
	words := c.Content()
	if b.OnPasteFiles != nil && b.OnPasteFiles(words) {
		return
	}
	b.insert(clean(words), false)
}

// SelectAll selects everything.
func (b *Box) SelectAll() {
	b.anchor, b.caret = 0, b.text.size
	b.stage.show()
	call(b.OnMoved)
}
