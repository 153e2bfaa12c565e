package edit

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/views/clipboard"
	"parlando/views/i18n"
	"parlando/views/textview"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

var (
	_ fyne.Focusable         = (*Box)(nil)
	_ fyne.Shortcutable      = (*Box)(nil)
	_ fyne.Tabbable          = (*Box)(nil)
	_ desktop.Keyable        = (*Box)(nil)
	_ desktop.Mouseable      = (*Box)(nil)
	_ desktop.Cursorable     = (*Box)(nil)
	_ fyne.Draggable         = (*Box)(nil)
	_ fyne.Scrollable        = (*Box)(nil)
	_ fyne.DoubleTappable    = (*Box)(nil)
	_ fyne.SecondaryTappable = (*Box)(nil)
)

// FocusGained implements fyne.Focusable.
func (b *Box) FocusGained() { b.setFocused(true) }

// FocusLost implements fyne.Focusable.
func (b *Box) FocusLost() {
	b.caret.Shift = false
	b.setFocused(false)
}

func (b *Box) setFocused(focused bool) {
	b.focused = focused
	b.paint.show()
	widgets.CallWith(b.OnFocus, focused)
}

// AcceptsTab implements fyne.Tabbable: Tab moves to the next control.
func (b *Box) AcceptsTab() bool { return false }

// KeyDown implements desktop.Keyable.
func (b *Box) KeyDown(e *fyne.KeyEvent) {
	widgets.KeyPressed()
	b.caret.Shift.Key(e, true)
}

// KeyUp implements desktop.Keyable.
func (b *Box) KeyUp(e *fyne.KeyEvent) { b.caret.Shift.Key(e, false) }

// TypedRune implements fyne.Focusable.
func (b *Box) TypedRune(r rune) { b.caret.Insert(string(r), true) }

// TypedKey implements fyne.Focusable. It passes keys that the box does not use to the window.
func (b *Box) TypedKey(e *fyne.KeyEvent) {
	var m fyne.KeyModifier
	if b.caret.Shift {
		m = fyne.KeyModifierShift
	}
	line := b.page.format.LineHeight
	dy, reads := textview.ScrollDistance(e.Name, line, b.page.ViewHeight()-line)
	switch {
	case b.OnKey != nil && b.OnKey(e.Name, m):
	case (b.reading.locked || b.ReadOnly) && reads:
		b.scroll(dy)
	case !b.caret.Key(e.Name):
		widgets.KeyToWindow(b, e)
	}
}

// TypedShortcut implements fyne.Shortcutable. It passes the window's shortcuts to the window,
// because Fyne sends all shortcuts to the focused control.
func (b *Box) TypedShortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *desktop.CustomShortcut:
		if b.OnKey != nil && b.OnKey(s.KeyName, s.Modifier) {
			return
		}
		if b.reading.locked && s.KeyName != fyne.KeyHome && s.KeyName != fyne.KeyEnd || !b.caret.Shortcut(s) {
			widgets.ShortcutToWindow(b, s)
		}
		return
	case *fyne.ShortcutPaste:
		if text := clipboard.Of(s.Clipboard).Content(); b.OnPaste != nil && b.OnPaste(text) {
			return
		}
	case *fyne.ShortcutCut:
		if b.refuses() {
			return
		}
	}
	b.caret.Shortcut(s)
}

// scroll scrolls for the user. The view continues to follow the reading only if the sentence is
// visible.
func (b *Box) scroll(dy float32) {
	b.page.view.Scroll(dy)
	r := &b.reading
	r.follows = r.mark[1] == r.mark[0] || b.page.shows(r.mark[0], r.mark[1])
	b.paint.show()
}

// Scrolled implements fyne.Scrollable.
func (b *Box) Scrolled(e *fyne.ScrollEvent) { b.scroll(wheel.Distance(e, b.page.format.LineHeight)) }

// Cursor implements desktop.Cursorable.
func (b *Box) Cursor() desktop.Cursor {
	switch {
	case b.reading.locked && b.OnChoose == nil:
		return desktop.DefaultCursor
	case b.reading.locked:
		return desktop.PointerCursor
	}
	return desktop.TextCursor
}

// MouseDown implements desktop.Mouseable.
func (b *Box) MouseDown(e *desktop.MouseEvent) {
	widgets.PointerPressed()
	b.pointer.Release()
	textview.TakeFocus(b)
	if e.Button != desktop.MouseButtonPrimary || b.pointer.Press(e.Position) || b.reading.locked {
		return
	}
	at := b.page.under(e.Position.X, e.Position.Y)
	if b.pointer.IsTriple(e.Position) {
		i, _ := b.page.doc.find(at)
		b.caret.Select(b.page.doc.starts[i], b.page.doc.starts[i]+len(b.page.doc.segments[i].text))
		return
	}
	b.pointer.BeginSelecting()
	b.caret.Move(at, e.Modifier&fyne.KeyModifierShift != 0)
}

// MouseUp implements desktop.Mouseable.
func (b *Box) MouseUp(e *desktop.MouseEvent) {
	dragged := b.pointer.HasDragged()
	b.pointer.Release()
	if b.reading.locked && !dragged && e.Button == desktop.MouseButtonPrimary && b.OnChoose != nil {
		b.reading.follows = true
		b.OnChoose(b.page.under(e.Position.X, e.Position.Y))
	}
}

// Dragged implements fyne.Draggable.
func (b *Box) Dragged(e *fyne.DragEvent) { b.pointer.Drag(e.Position, b.Size().Height) }

// selectTo scrolls by scroll, and then extends the selection to the text under the pointer.
func (b *Box) selectTo(at fyne.Position, scroll float32) {
	b.page.view.Scroll(scroll)
	b.caret.Select(b.caret.Anchor, b.page.under(at.X, at.Y))
}

// DragEnd implements fyne.Draggable.
func (b *Box) DragEnd() { b.pointer.Release() }

// goTo scrolls to a fraction of the text, for the scroll bar.
func (b *Box) goTo(share float32) {
	b.page.goTo(share)
	b.reading.follows = false
	b.paint.show()
}

// DoubleTapped implements fyne.DoubleTappable: it selects a word.
func (b *Box) DoubleTapped(e *fyne.PointEvent) {
	if b.reading.locked || b.paint.Bar.Contains(e.Position.X) {
		return
	}
	b.pointer.DoubleClick(e.Position)
	b.caret.Select(b.page.doc.Word(b.page.under(e.Position.X, e.Position.Y)))
}

// TappedSecondary implements fyne.SecondaryTappable: it opens the menu.
func (b *Box) TappedSecondary(e *fyne.PointEvent) {
	c := widgets.CanvasOf(b)
	if c == nil {
		return
	}
	from, to := b.Selection()
	if at := b.page.under(e.Position.X, e.Position.Y); !b.reading.locked && (at < from || at > to || from == to) {
		b.caret.Move(at, false)
		from, to = b.Selection()
	}
	board := fyne.CurrentApp().Clipboard()
	var none, locked string
	if from == to {
		none = i18n.Text("Select something first.")
	}
	if b.reading.locked {
		locked = i18n.Text("Stop reading to edit the text.")
	}
	do := func(s fyne.Shortcut) func() { return func() { b.TypedShortcut(s) } }
	items := []widgets.MenuItem{
		{Icon: "scissors", Text: i18n.Text("Cut"), DisabledReason: cmp.Or(locked, none), Do: do(&fyne.ShortcutCut{Clipboard: board})},
		{Icon: "copy", Text: i18n.Text("Copy"), DisabledReason: none, Do: do(&fyne.ShortcutCopy{Clipboard: board})},
		{Icon: "text-cursor-input", Text: i18n.Text("Paste"), DisabledReason: locked, Do: do(&fyne.ShortcutPaste{Clipboard: board})},
		{Icon: "square-dashed", Text: i18n.Text("Select all"), Do: b.caret.SelectAll},
	}
	if b.ReadOnly {
		items = []widgets.MenuItem{items[1], items[3]}
	}
	if b.OnMenu != nil {
		items = append(items, b.OnMenu()...)
	}
	widgets.ShowMenuAt(c, e.AbsolutePosition, 0, items).SetName(b.name)
}
