package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"parlando/views/format"
	"parlando/views/widgets"
)

// number is the value at the right end of a settingLine. A click turns it into a text field; a
// boxed number always looks like one. Enter, Tab and a click elsewhere accept the typed text,
// Escape discards it.
type number struct {
	widget.BaseWidget
	widgets.KeyRecorder
	field *widgets.Field
	done  func(string)
	name  string
	// shown is the value as text, typing the text that the user edits.
	shown, typing string
	// chosen is false while the model decides; shown then says so.
	chosen bool
	// boxed draws the number like a text field of fixed width.
	boxed bool
	// resized is called when the number needs a different width.
	resized func()
	focused bool
}

func newNumber(name string, boxed bool, resized func()) *number {
	n := &number{name: name, boxed: boxed, resized: resized}
	n.field = widgets.NewField(name, "")
	n.field.Hide()
	n.field.OnSubmitted = func(text string) { n.finish(text, true); widgets.Focus(n) }
	n.field.OnEscape = func() { n.finish("", false); widgets.Focus(n) }
	n.field.OnFocusLost = func() {
		if n.typed() {
			n.finish(n.field.Text, true)
		}
	}
	n.ExtendBaseWidget(n)
	return n
}

func (n *number) set(words, typing string, chosen bool) {
	n.shown, n.typing, n.chosen = words, typing, chosen
	if n.boxed && !chosen {
		n.field.SetPlaceHolder(words)
	}
	n.Refresh()
}

// finish ends editing and accepts the typed text if keep is true.
func (n *number) finish(text string, keep bool) {
	n.field.Hide()
	n.Refresh()
	n.resized()
	if keep && text != n.typing {
		n.done(text)
	}
}

// typed reports whether the user is editing the number.
func (n *number) typed() bool { return n.field.Visible() }

// Tapped implements fyne.Tappable: it starts editing.
func (n *number) Tapped(*fyne.PointEvent) {
	n.open(n.typing)
	n.field.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// open starts editing with the given text.
func (n *number) open(text string) {
	n.field.SetText(text)
	n.field.CursorColumn = len([]rune(text))
	n.field.Show()
	n.Refresh()
	n.resized()
	// Fyne cannot look up the canvas of a field that was never painted.
	if c := widgets.CanvasOf(n); c != nil {
		c.Focus(n.field)
	}
}

// Cursor implements desktop.Cursorable.
func (n *number) Cursor() desktop.Cursor {
	if n.boxed {
		return desktop.TextCursor
	}
	return desktop.DefaultCursor
}

// FocusGained implements fyne.Focusable.
func (n *number) FocusGained() { n.focused = true; n.Refresh() }

// FocusLost implements fyne.Focusable.
func (n *number) FocusLost() { n.focused = false; n.Refresh() }

// TypedRune implements fyne.Focusable: it starts editing with the typed character.
func (n *number) TypedRune(r rune) {
	if r >= '0' && r <= '9' || r == '-' || r == '.' || r == ',' {
		n.open(string(r))
	}
}

// TypedKey implements fyne.Focusable: Space and Enter start editing, Delete clears the value.
// Escape is passed to the window.
func (n *number) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		n.Tapped(nil)
	case fyne.KeyDelete, fyne.KeyBackspace:
		if n.chosen {
			n.done("")
		}
	default:
		widgets.KeyToWindow(n, e)
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (n *number) AccessibilityLabel() string { return format.Named(n.name, n.shown) }

// AccessibilityRole implements fyne.Accessible.
func (n *number) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }
