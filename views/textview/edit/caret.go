package edit

import (
	"runtime"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/views/clipboard"
	"parlando/views/textview"
)

// Text is the text of a Caret.
type Text interface {
	Len() int
	Slice(from, to int) string
	// Next returns the offset after the character at an offset, Previous the offset of the
	// character before an offset. A letter with combining marks is one character.
	Next(at int) int
	Previous(at int) int
	// Jump returns the offset one word forward or back.
	Jump(at int, forward bool) int
}

// Lines is the line layout of a text.
type Lines interface {
	// Edge returns the start or the end of the line that contains an offset.
	Edge(at int, end bool) int
	// Down returns the offset in the line by lines below at (or above, if by is negative) that is
	// nearest to the column goal, and the goal. A negative goal stands for the column of at.
	Down(at, by int, goal float32) (to int, x float32)
	// Page returns the number of lines that Page Up and Page Down move.
	Page() int
}

// CaretCallbacks holds the callbacks of a Caret, none of which may be nil.
type CaretCallbacks struct {
	// Replace replaces a range of the text and moves the caret after the inserted text. typed means
	// that a single key caused the change; consecutive typed changes are undone together.
	Replace func(from, to int, with string, typed bool)
	// Undo undoes the last change, Redo repeats the change that was undone last.
	Undo, Redo func()
	// Moved is called when the caret or the selection has changed. reveal means to scroll to the
	// caret.
	Moved func(reveal bool)
	// Clean removes from pasted or typed text what the text must not contain.
	Clean func(string) string
}

// Caret is the insertion point and the selection in a text.
type Caret struct {
	// At is the offset of the insertion point; the text between Anchor and At is selected.
	At, Anchor int
	// Shift is the state of the Shift key, which the owner updates.
	Shift textview.ShiftState

	text  Text
	lines Lines
	hooks CaretCallbacks
	// goal is the column that Up and Down aim for; negative for the caret's own column.
	goal float32
}

// NewCaret returns a caret at the beginning of a text.
func NewCaret(text Text, lines Lines, hooks CaretCallbacks) *Caret {
	return &Caret{text: text, lines: lines, hooks: hooks, goal: -1}
}

// Selection returns the bounds of the selection; from equals to if nothing is selected.
func (c *Caret) Selection() (from, to int) { return min(c.Anchor, c.At), max(c.Anchor, c.At) }

// Selected returns the selected text.
func (c *Caret) Selected() string { return c.text.Slice(c.Selection()) }

// Put moves the caret and clears the selection, without a callback.
func (c *Caret) Put(at int) {
	c.At = min(max(at, 0), c.text.Len())
	c.Anchor, c.goal = c.At, -1
}

// Move moves the caret, and extends the selection if selects is set.
func (c *Caret) Move(at int, selects bool) {
	anchor := c.Anchor
	if c.Put(at); selects {
		c.Anchor = anchor
	}
	c.hooks.Moved(true)
}

// Select selects the text between two offsets without scrolling.
func (c *Caret) Select(from, to int) {
	c.Put(to)
	c.Anchor = from
	c.hooks.Moved(false)
}

// Goal returns the column that Up and Down aim for; negative for the caret's own column.
func (c *Caret) Goal() float32 { return c.goal }

// SetGoal sets the column that Up and Down aim for, after the caret was moved to another line.
func (c *Caret) SetGoal(x float32) { c.goal = x }

// Insert replaces the selection with text.
func (c *Caret) Insert(words string, typed bool) {
	from, to := c.Selection()
	c.hooks.Replace(from, to, c.hooks.Clean(words), typed && from == to)
}

// Key handles a key and reports whether the caret uses it.
func (c *Caret) Key(k fyne.KeyName) bool {
	from, to := c.Selection()
	shift := bool(c.Shift)
	switch k {
	case fyne.KeyReturn, fyne.KeyEnter:
		c.Insert("\n", true)
	case fyne.KeyBackspace, fyne.KeyDelete:
		c.erase(k == fyne.KeyDelete, c.text.Next, c.text.Previous, true)
	case fyne.KeyLeft:
		if from == to || shift {
			from = c.text.Previous(c.At)
		}
		c.Move(from, shift)
	case fyne.KeyRight:
		if from == to || shift {
			to = c.text.Next(c.At)
		}
		c.Move(to, shift)
	case fyne.KeyHome, fyne.KeyEnd:
		c.Move(c.lines.Edge(c.At, k == fyne.KeyEnd), shift)
	case fyne.KeyUp:
		c.down(-1)
	case fyne.KeyDown:
		c.down(1)
	case fyne.KeyPageUp:
		c.down(-c.lines.Page())
	case fyne.KeyPageDown:
		c.down(c.lines.Page())
	default:
		return false
	}
	return true
}

// erase deletes the selection or, if there is none, the text up to the next or previous offset.
func (c *Caret) erase(forward bool, next, previous func(int) int, typed bool) {
	from, to := c.Selection()
	switch {
	case from != to:
		typed = false
	case forward:
		to = next(from)
	default:
		from = previous(to)
	}
	c.hooks.Replace(from, to, "", typed)
}

func (c *Caret) down(by int) {
	to, goal := c.lines.Down(c.At, by, c.goal)
	c.Move(to, bool(c.Shift))
	c.goal = goal
}

// wordModifier returns the modifier key that makes keys act on words instead of characters.
func wordModifier() fyne.KeyModifier {
	if runtime.GOOS == "darwin" {
		return fyne.KeyModifierAlt
	}
	return fyne.KeyModifierControl
}

// Shortcut handles a shortcut and reports whether the caret uses it.
func (c *Caret) Shortcut(s fyne.Shortcut) bool {
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		c.Copy(s.Clipboard)
	case *fyne.ShortcutCut:
		c.Cut(s.Clipboard)
	case *fyne.ShortcutPaste:
		c.Insert(s.Clipboard.Content(), false)
	case *fyne.ShortcutSelectAll:
		c.SelectAll()
	case *fyne.ShortcutUndo:
		c.hooks.Undo()
	case *fyne.ShortcutRedo:
		c.hooks.Redo()
	case *desktop.CustomShortcut:
		return c.modified(s.KeyName, s.Modifier)
	default:
		return false
	}
	return true
}

// modified handles a key with a modifier key, and reports whether the caret uses it.
func (c *Caret) modified(k fyne.KeyName, m fyne.KeyModifier) bool {
	shift := m&fyne.KeyModifierShift != 0
	m &^= fyne.KeyModifierShift
	if m == wordModifier() {
		switch k {
		case fyne.KeyLeft, fyne.KeyRight:
			c.Move(c.text.Jump(c.At, k == fyne.KeyRight), shift)
			return true
		case fyne.KeyBackspace, fyne.KeyDelete:
			jump := func(forward bool) func(int) int { return func(at int) int { return c.text.Jump(at, forward) } }
			c.erase(k == fyne.KeyDelete, jump(true), jump(false), false)
			return true
		}
	}
	if m != fyne.KeyModifierShortcutDefault {
		return false
	}
	switch k {
	case fyne.KeyZ:
		if shift {
			c.hooks.Redo()
		} else {
			c.hooks.Undo()
		}
	case fyne.KeyHome:
		c.Move(0, shift)
	case fyne.KeyEnd:
		c.Move(c.text.Len(), shift)
	case fyne.KeyLeft, fyne.KeyRight: // on macOS, where Alt moves by words
		c.Move(c.lines.Edge(c.At, k == fyne.KeyRight), shift)
	default:
		return false
	}
	return true
}

// Copy copies the selection to the clipboard.
func (c *Caret) Copy(board fyne.Clipboard) {
	if text := c.Selected(); text != "" {
		clipboard.Of(board).SetContent(text)
	}
}

// Cut copies the selection to the clipboard and deletes it.
func (c *Caret) Cut(board fyne.Clipboard) {
	if from, to := c.Selection(); from != to {
		c.Copy(board)
		c.hooks.Replace(from, to, "", false)
	}
}

// SelectAll selects the whole text.
func (c *Caret) SelectAll() { c.Select(0, c.text.Len()) }
