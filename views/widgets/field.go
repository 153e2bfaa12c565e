package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"parlando/views/clipboard"
	"parlando/views/i18n"
	"parlando/views/screenreader"
	"parlando/views/theme"
)

// Field is a text field. Unlike Fyne's Entry, it has a name for screen readers, and it passes keys
// that it does not handle to the window.
type Field struct {
	widget.Entry

	// OnEscape handles the Escape key; if it is nil, the window handles the key.
	OnEscape func()
	// OnKey is called with a key before the field handles it, and reports whether it handled the
	// key.
	OnKey func(*fyne.KeyEvent) bool
	// OnPaste is called with pasted text, including all its lines, before the field inserts it, and
	// reports whether it handled the text.
	OnPaste func(text string) bool
	// OnFocusGained and OnFocusLost are called when the field gains or loses the focus, also
	// because its window does.
	OnFocusGained, OnFocusLost func()
	// Result is the result of a search for the text, for announcements; "" for none.
	Result string

	name string
	// eye is the button that reveals the text of a secret field; end is the button set by SetEnd.
	eye, end *IconButton
	// names means that the field belongs to a NameEditor: closing its card keeps the typed name.
	names bool
	// filled means that Fill has set the text and the field has not been focused since.
	filled bool
}

// NewField returns a field of one line. name is for screen readers; placeholder may be "".
func NewField(name, placeholder string) *Field {
	f := &Field{name: name}
	f.PlaceHolder = placeholder
	f.Scroll = fyne.ScrollHorizontalOnly
	f.ExtendBaseWidget(f)
	return f
}

// NewSecretField returns a field that shows dots, with a button that reveals the characters.
func NewSecretField(name, placeholder string) *Field {
	f := NewField(name, placeholder)
	f.Password = true
	f.eye = NewIconButton("eye", i18n.Text("Show text"), func() { f.conceal(!f.Password) })
	f.eye.SetSide(28)
	f.ActionItem = f.eye
	return f
}

// conceal shows dots instead of the characters if on is set, otherwise the characters.
func (f *Field) conceal(on bool) {
	f.Password = on
	if on {
		f.eye.SetIcon("eye", i18n.Text("Show text"))
	} else {
		f.eye.SetIcon("eye-off", i18n.Text("Hide text"))
	}
	f.Refresh()
}

// ClearSecret clears a secret field and conceals the next text.
func (f *Field) ClearSecret() {
	f.SetText("")
	f.conceal(true)
}

// NewTextArea returns a field of several lines, at least rows high. Tab moves the focus out of it.
func NewTextArea(name, placeholder string, rows int) *Field {
	f := &Field{name: name}
	f.PlaceHolder = placeholder
	f.MultiLine = true
	f.Wrapping = fyne.TextWrapWord
	f.ExtendBaseWidget(f)
	f.SetMinRowsVisible(rows)
	return f
}

// Fill shows a text with the caret at its end, as if it had been typed.
func (f *Field) Fill(text string) {
	f.SetText(text)
	f.toEnd()
	f.filled = true
}

// toEnd moves the caret to the end of the text.
func (f *Field) toEnd() { f.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown}) }

// toEdge handles Home and End: it moves the caret to the beginning or the end of the whole text,
// and returns false for other keys. Fyne's Entry moves only within a line.
func (f *Field) toEdge(key fyne.KeyName) bool {
	switch key {
	case fyne.KeyHome:
		f.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageUp})
	case fyne.KeyEnd:
		f.toEnd()
	default:
		return false
	}
	return true
}

// SetLeading adds an icon of assets/icons before the text.
func (f *Field) SetLeading(icon string) { f.SetIcon(theme.LeadingIcon(icon, theme.ColorMuted)) }

// SetEnd adds a button at the right end, hidden until ShowEnd shows it. Call it before the field is
// laid out, because Fyne looks for the button only once.
func (f *Field) SetEnd(b *IconButton) {
	f.end = b
	b.SetSide(28)
	b.Hide()
	f.ActionItem = container.NewStack(b)
}

// ShowEnd shows or hides the button at the right end.
func (f *Field) ShowEnd(shown bool) {
	if f.end.Visible() == shown {
		return
	}
	SetVisible(f.end, shown)
	size := f.Size()
	f.Resize(size.AddWidthHeight(1, 0)) // Fyne lays a field out only when its size changes
	f.Resize(size)
}

// KeyDown implements desktop.Keyable.
func (f *Field) KeyDown(e *fyne.KeyEvent) {
	KeyPressed()
	f.Entry.KeyDown(e)
}

// FocusGained implements fyne.Focusable.
func (f *Field) FocusGained() {
	f.Entry.FocusGained()
	if f.filled { // Fill could not reach the end of text that was not wrapped yet
		f.filled = false
		f.toEnd()
	}
	Reveal(f)
	CallIfSet(f.OnFocusGained)
}

// FocusLost implements fyne.Focusable.
func (f *Field) FocusLost() {
	f.Entry.FocusLost()
	CallIfSet(f.OnFocusLost)
}

// AcceptsTab implements fyne.Tabbable: Tab always moves to the next control.
func (f *Field) AcceptsTab() bool { return false }

// TypedKey implements fyne.Focusable.
func (f *Field) TypedKey(e *fyne.KeyEvent) {
	if f.OnKey != nil && f.OnKey(e) {
		return
	}
	switch {
	case e.Name == fyne.KeyEscape && f.OnEscape != nil:
		f.OnEscape()
	case e.Name == fyne.KeyEscape || e.Name == fyne.KeyF1 || e.Name == fyne.KeyF3:
		KeyToWindow(f, e)
	default:
		f.Entry.TypedKey(e)
	}
}

// TypedShortcut implements fyne.Shortcutable. It passes unknown shortcuts to the window, because
// Fyne would drop them.
func (f *Field) TypedShortcut(s fyne.Shortcut) {
	switch typed := s.(type) {
	case *fyne.ShortcutPaste:
		paste := &fyne.ShortcutPaste{Clipboard: clipboard.Of(typed.Clipboard)}
		if f.refusesLongPaste(paste.Clipboard.Content()) {
			return
		}
		if f.OnPaste != nil && f.OnPaste(paste.Clipboard.Content()) {
			return
		}
		s = paste
	case *fyne.ShortcutCopy:
		s = &fyne.ShortcutCopy{Clipboard: clipboard.Of(typed.Clipboard)}
	case *fyne.ShortcutCut:
		s = &fyne.ShortcutCut{Clipboard: clipboard.Of(typed.Clipboard)}
	case *desktop.CustomShortcut:
		if f.MultiLine && typed.Modifier == fyne.KeyModifierShortcutDefault && f.toEdge(typed.KeyName) {
			return
		}
		if !ownKey(typed.KeyName) && ShortcutToWindow(f, typed) {
			return
		}
	case *fyne.ShortcutUndo:
		before := f.Text
		if f.Entry.TypedShortcut(s); f.Text == before { // nothing to undo in the field
			ShortcutToWindow(f, s)
		}
		return
	}
	f.Entry.TypedShortcut(s)
}

// ownKey reports whether a field handles a key together with Ctrl: to move by words or to delete a
// word.
func ownKey(k fyne.KeyName) bool {
	switch k {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyBackspace, fyne.KeyDelete, fyne.KeyHome, fyne.KeyEnd:
		return true
	}
	return false
}

// AccessibilityDescription implements screenreader.Describer. The text of a secret field is secret
// even while its characters are shown.
func (f *Field) AccessibilityDescription() string {
	return screenreader.DescribeField(f.name, f.Text, f.eye != nil)
}

// AccessibilityLabel implements fyne.Accessible.
func (f *Field) AccessibilityLabel() string { return f.name }

// AccessibilityRole implements fyne.Accessible.
func (f *Field) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }
