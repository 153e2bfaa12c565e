package composer

import (
	"math"
	"strings"

	"parley/views/widgets"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// box is the text itself: Fyne's entry without its frame, with the keys that a chat has.
type box struct {
	widget.Entry

	composer *Composer
	shift    bool
	focused  bool
	// probe wraps the text as the entry does and tells how many rows that makes, which an entry keeps to itself.
	probe   *widget.RichText
	words   *widget.TextSegment
	counted struct {
		text        string
		width, size float32
		rows        int
	}
}

func newBox(c *Composer) *box {
	b := &box{composer: c}
	b.MultiLine = true
	b.Wrapping = fyne.TextWrapWord
	b.PlaceHolder = widgets.Placeholder(lang.L("Write a message…"))
	b.words = &widget.TextSegment{Style: widget.RichTextStyleInline}
	b.probe = widget.NewRichText(b.words)
	b.probe.Wrapping = fyne.TextWrapWord
	b.OnChanged = func(string) { c.changed() }
	b.ExtendBaseWidget(b)
	b.SetMinRowsVisible(1)
	return b
}

// AcceptsTab implements fyne.Tabbable: Tab leaves the box.
func (b *box) AcceptsTab() bool { return false }

// KeyDown implements desktop.Keyable.
func (b *box) KeyDown(e *fyne.KeyEvent) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		b.shift = true
	}
	b.Entry.KeyDown(e)
}

// KeyUp implements desktop.Keyable.
func (b *box) KeyUp(e *fyne.KeyEvent) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		b.shift = false
	}
	b.Entry.KeyUp(e)
}

// FocusGained implements fyne.Focusable. Whoever comes back may send again.
func (b *box) FocusGained() {
	b.composer.given = false
	b.Entry.FocusGained()
	b.focus(true)
}

// focus shows a ring around the card while the keyboard is in the text.
func (b *box) focus(focused bool) {
	b.focused = focused
	b.composer.Refresh()
}

// FocusLost implements fyne.Focusable.
func (b *box) FocusLost() {
	b.shift = false
	b.Entry.FocusLost()
	b.focus(false)
}

// TypedKey implements fyne.Focusable: Enter sends and Shift+Enter breaks the line, or the other way round; Up in an empty box edits the last message.
func (b *box) TypedKey(e *fyne.KeyEvent) {
	c := b.composer
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if b.shift != c.shiftSends {
			b.TypedRune('\n')
			return
		}
		c.trySend()
	case fyne.KeyEscape:
		if !c.escape() {
			widgets.KeyToWindow(b, e)
		}
	case fyne.KeyUp:
		if b.Text == "" && len(c.parts) == 0 && c.edits == "" && c.OnEditLast != nil {
			c.OnEditLast()
			return
		}
		b.Entry.TypedKey(e)
	case fyne.KeyF1:
		widgets.KeyToWindow(b, e)
	case fyne.KeyTab: // taken by the window before it comes here; never typed
	default:
		b.Entry.TypedKey(e)
	}
}

// TypedShortcut implements fyne.Shortcutable. Fyne gives the focused control every shortcut and drops those it does not
// know, so the window's are handed on.
func (b *box) TypedShortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutPaste:
		b.paste(s)
	case *desktop.CustomShortcut:
		switch s.KeyName {
		case fyne.KeyReturn, fyne.KeyEnter:
			b.composer.trySend()
		case fyne.KeyLeft, fyne.KeyRight, fyne.KeyBackspace, fyne.KeyDelete:
			b.Entry.TypedShortcut(s)
		default:
			widgets.ShortcutToWindow(b, s)
		}
	default:
		b.Entry.TypedShortcut(s)
	}
}

// paste puts in a text, or hands on what is none. A long text becomes an attachment, because Fyne's entry takes seconds
// for it.
func (b *box) paste(s *fyne.ShortcutPaste) {
	text := s.Clipboard.Content()
	c := b.composer
	if text == "" || IsPictureFile(text) {
		call(c.OnPasteImage)
		return
	}
	if paths := filePaths(text); len(paths) > 0 && c.OnPasteFiles != nil {
		c.OnPasteFiles(paths)
		return
	}
	if pastedLong(text) || tooLong(b.Text+text) {
		c.attachLong(strings.ReplaceAll(text, "\r\n", "\n"))
		return
	}
	b.Entry.TypedShortcut(s)
}

// toEnd puts the caret behind the last character.
func (b *box) toEnd() { b.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown}) }

// heightFor is what the text wants at a width, at least one row and at most most.
func (b *box) heightFor(width, most float32) float32 {
	size := fynetheme.Size(fynetheme.SizeNameText)
	row := fyne.MeasureText("M", size, fyne.TextStyle{}).Height
	pad := 2 * fynetheme.Size(fynetheme.SizeNameInnerPadding)
	limit := max(1, int((most-pad)/row))
	return float32(min(b.rows(width, size, row, limit), limit))*row + pad
}

// rows counts the rows of the text at a width; beyond limit it need not be exact.
func (b *box) rows(width, size, row float32, limit int) int {
	text := b.Text
	if text == "" || width <= 0 {
		return 1
	}
	if strings.Count(text, "\n") >= limit {
		return limit
	}
	if cut := limit * 400; len(text) > cut {
		// A row never holds more; what follows changes nothing.
		text = strings.ToValidUTF8(text[:cut], "")
	}
	k := &b.counted
	if k.text != text || k.width != width || k.size != size {
		k.text, k.width, k.size = text, width, size
		b.words.Text = text
		b.probe.Resize(fyne.NewSize(width, row))
		b.probe.Refresh()
		pad := 2 * fynetheme.Size(fynetheme.SizeNameInnerPadding)
		k.rows = max(1, int(math.Round(float64((b.probe.MinSize().Height-pad)/row))))
	}
	return k.rows
}

// CreateRenderer implements fyne.Widget: the entry's own without its ground and border, which are those of the card.
func (b *box) CreateRenderer() fyne.WidgetRenderer {
	return frameless{b.Entry.CreateRenderer()}
}

type frameless struct{ fyne.WidgetRenderer }

// Objects leaves out the first two, ground and border.
func (f frameless) Objects() []fyne.CanvasObject { return f.WidgetRenderer.Objects()[2:] }

// AccessibilityLabel implements fyne.Accessible.
func (b *box) AccessibilityLabel() string { return lang.L("Message") }

// AccessibilityRole implements fyne.Accessible.
func (b *box) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }
