package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
)

// NameInset is the padding of the hover background of a NameButton.
const NameInset = 6

// NameButton is a name in bold text; pressing it edits the name.
type NameButton struct{ pressable }

// NewNameButton returns a button without a name. onTapped starts editing.
func NewNameButton(onTapped func()) *NameButton {
	b := &NameButton{}
	b.onTapped = onTapped
	b.ExtendBaseWidget(b)
	b.SetHint(i18n.Text("Rename"))
	return b
}

// Name returns the name.
func (b *NameButton) Name() string { return b.name }

// SetName changes the name.
func (b *NameButton) SetName(name string) {
	if b.name != name {
		b.name = name
		b.Refresh()
	}
}

// Cursor implements desktop.Cursorable.
func (b *NameButton) Cursor() desktop.Cursor { return desktop.TextCursor }

// TypedKey also presses the button on F2.
func (b *NameButton) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyF2 {
		b.press()
		return
	}
	b.pressable.TypedKey(e)
}

// CreateRenderer implements fyne.Widget.
func (b *NameButton) CreateRenderer() fyne.WidgetRenderer {
	size := func() float32 { return fynetheme.Size(fynetheme.SizeNameSubHeadingText) }
	ground, words := NewThemedRectangle(theme.RadiusControl), newText(b.name, size())
	words.TextStyle.Bold = true
	return Renderer{
		MinSize: func() fyne.Size {
			m := measure(b.name, words)
			return fyne.NewSize(m.Width+2*NameInset-2, max(m.Height+8, 32))
		},
		Place: func(s fyne.Size) {
			ground.Resize(s)
			FitText(words, b.name, s.Width-2*NameInset+2)
			CenterVertically(words, NameInset, words.MinSize().Width, s.Height)
		},
		Paint: func() {
			ring := fyne.ThemeColorName("")
			if b.ringed() {
				ring = theme.ColorAccent
			}
			ground.Paint(theme.ColorHover, ring, 2)
			if !b.hovered {
				ground.FillColor = theme.TransparentFill(ground.FillColor)
			}
			PaintText(words, fynetheme.ColorNameForeground, size())
		},
	}.Of(b, ground.Rectangle, words)
}
