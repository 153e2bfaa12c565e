package longtext

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"

	"parley/views/widgets"
)

var (
	_ desktop.Mouseable      = (*Box)(nil)
	_ desktop.Cursorable     = (*Box)(nil)
	_ fyne.Draggable         = (*Box)(nil)
	_ fyne.Scrollable        = (*Box)(nil)
	_ fyne.DoubleTappable    = (*Box)(nil)
	_ fyne.SecondaryTappable = (*Box)(nil)
)

// Cursor is for Fyne.
func (b *Box) Cursor() desktop.Cursor {
	switch {
	case b.locked && b.OnChoose == nil:
		return desktop.DefaultCursor
	case b.locked:
		return desktop.PointerCursor
	}
	return desktop.TextCursor
}

func (b *Box) onBar(x float32) bool { return b.stage.bar.height > 0 && x >= b.Size().Width-barGrab }

func (b *Box) takeFocus() {
	if c := widgets.CanvasOf(b); c != nil && c.Focused() != fyne.Focusable(b) {
		c.Focus(b)
	}
}

// MouseDown is for Fyne.
func (b *Box) MouseDown(e *desktop.MouseEvent) {
	b.dragging = dragNone
	b.takeFocus()
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	if b.onBar(e.Position.X) {
		b.dragging = dragBar
		b.grab = e.Position.Y - b.stage.bar.top
		if b.grab < 0 || b.grab > b.stage.bar.height { // beside the thumb: it comes under the pointer
			b.grab = b.stage.bar.height / 2
			b.dragBar(e.Position.Y)
		}
		return
	}
	if b.locked {
		return
	}
	b.goal = -1
	b.dragging = dragText
	b.move(b.under(e.Position.X, e.Position.Y), e.Modifier&fyne.KeyModifierShift != 0)
}

// MouseUp is for Fyne.
func (b *Box) MouseUp(e *desktop.MouseEvent) {
	was := b.dragging
	b.dragging = dragNone
	if b.locked && was == dragNone && e.Button == desktop.MouseButtonPrimary && b.OnChoose != nil {
		b.follows = true
		b.OnChoose(b.under(e.Position.X, e.Position.Y))
	}
}

// Dragged is for Fyne.
func (b *Box) Dragged(e *fyne.DragEvent) {
	switch b.dragging {
	case dragBar:
		b.dragBar(e.Position.Y)
	case dragText:
		// Near an edge the text moves on, so that more than the window can be selected.
		switch height := b.Size().Height; {
		case e.Position.Y < 12:
			b.scroll(max(e.Position.Y-12, -30))
		case e.Position.Y > height-12:
			b.scroll(min(e.Position.Y-height+12, 30))
		}
		b.caret = b.under(e.Position.X, min(max(e.Position.Y, 0), b.Size().Height))
		b.stage.show()
		call(b.OnMoved)
	case dragNone:
	}
}

// DragEnd is for Fyne.
func (b *Box) DragEnd() { b.dragging = dragNone }

// dragBar puts the thumb under the pointer.
func (b *Box) dragBar(y float32) {
	bar := b.stage.bar
	if bar.room <= bar.height {
		return
	}
	share := min(max((y-b.grab-4)/(bar.room-bar.height), 0), 1)
	_, seen := b.seenBytes()
	b.bring(int(share*float32(b.text.size-seen)), 0)
	b.follows = false
	b.stage.show()
}

// Scrolled is for Fyne.
func (b *Box) Scrolled(e *fyne.ScrollEvent) { b.scrolled(-e.Scrolled.DY) }

// scrolled moves the text for a person: where it is read aloud, it follows again once the sentence is in sight.
func (b *Box) scrolled(dy float32) {
	b.scroll(dy)
	b.follows = b.mark[1] == b.mark[0] || b.inWindow(b.mark[0], b.mark[1])
	b.stage.show()
}

// DoubleTapped is for Fyne: it selects a word.
func (b *Box) DoubleTapped(e *fyne.PointEvent) {
	if b.locked || b.onBar(e.Position.X) {
		return
	}
	b.anchor, b.caret = b.text.word(b.under(e.Position.X, e.Position.Y))
	b.stage.show()
	call(b.OnMoved)
}

// TappedSecondary is for Fyne: the menu.
func (b *Box) TappedSecondary(e *fyne.PointEvent) {
	c := widgets.CanvasOf(b)
	if c == nil {
		return
	}
	at := b.under(e.Position.X, e.Position.Y)
	from, to := b.Selection()
	if !b.locked && (at < from || at > to || from == to) {
		b.move(at, false)
	}
	from, to = b.Selection()
	board := fyne.CurrentApp().Clipboard()
	var none, locked string
	if from == to {
		none = lang.L("Select something first.")
	}
	if b.locked {
		locked = lang.L("Stop reading to change the text.")
	}
	either := locked
	if either == "" {
		either = none
	}
	items := []widgets.MenuItem{
		{Icon: "scissors", Words: lang.L("Cut"), Reason: either, Do: func() { b.Cut(board) }},
		{Icon: "copy", Words: lang.L("Copy"), Reason: none, Do: func() { b.Copy(board) }},
		{Icon: "text-cursor-input", Words: lang.L("Paste"), Reason: locked, Do: func() { b.Paste(board) }},
		{Icon: "square-dashed", Words: lang.L("Select all"), Do: b.SelectAll},
	}
	if b.OnMenu != nil {
		for _, m := range b.OnMenu() {
			items = append(items, widgets.MenuItem{Icon: m.Icon, Words: m.Words, Do: m.Do})
		}
	}
	widgets.ShowMenuAt(c, e.AbsolutePosition, 0, items)
}
