package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/screenreader"
	"parlando/views/theme"
)

// Field is a box to write in. Unlike Fyne's own it has a name, and it gives the window the keys it
// has no use for itself.
type Field struct {
	widget.Entry

	// OnEscape takes the Escape key; nil gives it to the window.
	OnEscape func()
	// OnKey sees a key before the field does and reports whether it was used.
	OnKey func(*fyne.KeyEvent) bool
	// OnPaste sees a pasted text, all its lines, before the field does and reports whether it was
	// used.
	OnPaste func(text string) bool
	// OnFocusLost is called when something else is written in.
	OnFocusLost func()

	name string
	// eye shows what is written in a secret field; end is the button of another one.
	eye, end *IconButton
	// names says that it changes a name in place (Naming), which is kept also where its card goes
	// away.
	names bool
}

// Placeholder is the text of an empty field: before its words is a thin space, which keeps the
// first letter clear of the caret, which stands half before and half in the next letter. Each of
// its lines has one, so that they stand below each other.
func Placeholder(words string) string {
	if words == "" {
		return ""
	}
	return "\u2009" + strings.ReplaceAll(words, "\n", "\n\u2009")
}

// SetPlaceHolder puts other words in its place while it is empty.
func (f *Field) SetPlaceHolder(words string) { f.Entry.SetPlaceHolder(Placeholder(words)) }

// NewField makes a field of one line. name is for screen readers and, if placeholder is "", nothing
// is shown in its place.
func NewField(name, placeholder string) *Field {
	f := &Field{name: name}
	f.PlaceHolder = Placeholder(placeholder)
	f.Scroll = fyne.ScrollHorizontalOnly
	f.ExtendBaseWidget(f)
	return f
}

// NewSecretField makes a field that shows dots, with an eye that shows the characters.
func NewSecretField(name, placeholder string) *Field {
	f := NewField(name, placeholder)
	f.Password = true
	f.eye = NewIconButton("eye", i18n.Text("Show what is written"), func() { f.conceal(!f.Password) })
	f.eye.SetSide(28)
	f.ActionItem = f.eye
	return f
}

// conceal shows dots in place of the characters, or the characters.
func (f *Field) conceal(on bool) {
	f.Password = on
	if on {
		f.eye.SetIcon("eye", i18n.Text("Show what is written"))
	} else {
		f.eye.SetIcon("eye-off", i18n.Text("Hide what is written"))
	}
	f.Refresh()
}

// Forget empties a secret field, and shows dots for what is written next.
func (f *Field) Forget() {
	f.SetText("")
	f.conceal(true)
}

// NewTextArea makes a field of several lines, at least rows high. Tab leaves it.
func NewTextArea(name, placeholder string, rows int) *Field {
	f := &Field{name: name}
	f.PlaceHolder = Placeholder(placeholder)
	f.MultiLine = true
	f.Wrapping = fyne.TextWrapWord
	f.ExtendBaseWidget(f)
	f.SetMinRowsVisible(rows)
	return f
}

// SetLeading puts an icon of assets/icons before the text.
func (f *Field) SetLeading(icon string) { f.SetIcon(theme.Leading(icon, theme.ColorMuted)) }

// SetEnd puts a button at the right end, which takes its room only while ShowEnd shows it. It is
// called before anything else has the field laid out: Fyne looks for the button once.
func (f *Field) SetEnd(b *IconButton) {
	f.end = b
	b.SetSide(28)
	b.Hide()
	f.ActionItem = container.NewStack(b)
}

// ShowEnd shows the button at the right end, or not.
func (f *Field) ShowEnd(shown bool) {
	if f.end.Visible() == shown {
		return
	}
	Show(f.end, shown)
	size := f.Size()
	f.Resize(size.AddWidthHeight(1, 0)) // Fyne lays a field out when its size changes
	f.Resize(size)
}

// FocusGained implements fyne.Focusable.
func (f *Field) FocusGained() {
	f.Entry.FocusGained()
	Reveal(f)
}

// FocusLost implements fyne.Focusable.
func (f *Field) FocusLost() {
	f.Entry.FocusLost()
	Call(f.OnFocusLost)
}

// AcceptsTab implements fyne.Tabbable: Tab always goes to the next control.
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

// TypedShortcut implements fyne.Shortcutable. Fyne gives a focused field every shortcut and drops
// those it does not know.
func (f *Field) TypedShortcut(s fyne.Shortcut) {
	if paste, ok := s.(*fyne.ShortcutPaste); ok && f.OnPaste != nil && paste.Clipboard != nil && f.OnPaste(paste.Clipboard.Content()) {
		return
	}
	if custom, ok := s.(*desktop.CustomShortcut); ok && !ownKey(custom.KeyName) {
		if ShortcutToWindow(f, custom) {
			return
		}
	}
	f.Entry.TypedShortcut(s)
}

// ownKey reports whether a field has a use for a key together with Ctrl: it moves by words, and
// deletes them.
func ownKey(k fyne.KeyName) bool {
	switch k {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyBackspace, fyne.KeyDelete, fyne.KeyHome, fyne.KeyEnd:
		return true
	}
	return false
}

// AccessibilityDescription implements screenreader.Describer.
func (f *Field) AccessibilityDescription() string {
	return screenreader.Field(f.name, f.Text, f.Password)
}

// AccessibilityLabel implements fyne.Accessible.
func (f *Field) AccessibilityLabel() string { return f.name }

// AccessibilityRole implements fyne.Accessible.
func (f *Field) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }
