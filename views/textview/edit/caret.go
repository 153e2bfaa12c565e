package edit

import (
	"runtime"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/views/textview"
)

// Text is the text of a Caret.
type Text interface {
	Len() int
	Slice(from, to int) string
	// Next is the place behind the character at a place, Previous that of the character before it.
	// A letter and its marks are one.
	Next(at int) int
	Previous(at int) int
	// Jump is the place a word further on, or back.
	Jump(at int, forward bool) int
}

// Lines are the lines of a text.
type Lines interface {
	// Edge is the beginning of the line that holds a place, or its end.
	Edge(at int, end bool) int
	// Down is the place so many lines below another, or above, nearest to goal; a negative goal is
	// the column of the place itself. It returns the goal too.
	Down(at, by int, goal float32) (to int, x float32)
	// Page is by how many lines Page Up and Page Down go.
	Page() int
}

// Hooks are the callbacks of a Caret. None may be nil.
type Hooks struct {
	// Replace puts words in place of others, with the caret behind them. typed says that one key
	// did it: such changes are taken back together.
	Replace func(from, to int, with string, typed bool)
	// Undo takes the last change back, Redo makes it again.
	Undo, Redo func()
	// Moved is called when the caret is elsewhere, or something else is selected. reveal says that
	// the caret is to be seen.
	Moved func(reveal bool)
	// Clean makes of any bytes what can stand in the text.
	Clean func(string) string
}

// Caret is the place of the next character in a text, and the selection.
type Caret struct {
	// At is the place of the next character; the text between Anchor and At is selected.
	At, Anchor int
	// Shift is for the owner to set.
	Shift textview.Shift

	text  Text
	lines Lines
	hooks Hooks
	// goal is the column for Up and Down; negative when they begin anew.
	goal float32
}

// NewCaret returns a caret at the beginning of a text.
func NewCaret(text Text, lines Lines, hooks Hooks) *Caret {
	return &Caret{text: text, lines: lines, hooks: hooks, goal: -1}
}

// Selection are the bounds of the selection; from equals to when nothing is selected.
func (c *Caret) Selection() (from, to int) { return min(c.Anchor, c.At), max(c.Anchor, c.At) }

// Selected is the text that is selected.
func (c *Caret) Selected() string { return c.text.Slice(c.Selection()) }

// Put puts the caret to a place, with nothing selected and without telling.
func (c *Caret) Put(at int) {
	c.At = min(max(at, 0), c.text.Len())
	c.Anchor, c.goal = c.At, -1
}

// Move puts the caret to a place, and selects what lies between if selects.
func (c *Caret) Move(at int, selects bool) {
	anchor := c.Anchor
	if c.Put(at); selects {
		c.Anchor = anchor
	}
	c.hooks.Moved(true)
}

// Select selects what lies between two places. What is seen stays.
func (c *Caret) Select(from, to int) {
	c.Put(to)
	c.Anchor = from
	c.hooks.Moved(false)
}

// Goal is the column for Up and Down; negative when they begin anew.
func (c *Caret) Goal() float32 { return c.goal }

// SetGoal has Up and Down go on to where they wanted to be, after the caret was put to another
// line.
func (c *Caret) SetGoal(x float32) { c.goal = x }

// Insert puts words in place of what is selected.
func (c *Caret) Insert(words string, typed bool) {
	from, to := c.Selection()
	c.hooks.Replace(from, to, c.hooks.Clean(words), typed && from == to)
}

// Key does what a key does, and reports whether it does anything.
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

// erase takes away what is selected, else what lies up to the next place, or the previous one.
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

// wordModifier is the key that makes of a character a word.
func wordModifier() fyne.KeyModifier {
	if runtime.GOOS == "darwin" {
		return fyne.KeyModifierAlt
	}
	return fyne.KeyModifierControl
}

// Shortcut does what a shortcut does, and reports whether it does anything.
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

// modified does what a key does together with Ctrl, and reports whether it does anything.
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
	case fyne.KeyLeft, fyne.KeyRight: // on macOS, where Alt is for words
		c.Move(c.lines.Edge(c.At, k == fyne.KeyRight), shift)
	default:
		return false
	}
	return true
}

// Copy puts what is selected on the clipboard.
func (c *Caret) Copy(board fyne.Clipboard) {
	if text := c.Selected(); text != "" {
		board.SetContent(text)
	}
}

// Cut copies what is selected and takes it away.
func (c *Caret) Cut(board fyne.Clipboard) {
	if from, to := c.Selection(); from != to {
		c.Copy(board)
		c.hooks.Replace(from, to, "", false)
	}
}

// SelectAll selects everything.
func (c *Caret) SelectAll() { c.Select(0, c.text.Len()) }
