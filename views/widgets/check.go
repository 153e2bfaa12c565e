package widgets

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/screenreader"
	"parlando/views/theme"
)

// Check is a check box with its label.
type Check struct {
	toggle
	// wraps shows a long label on several lines, and note below it.
	wraps bool
	note  string
}

// NewCheck returns an unchecked box. Its label is also its name for screen readers.
func NewCheck(words string) *Check {
	c := &Check{}
	c.name, c.onTapped = words, c.flip
	c.ExtendBaseWidget(c)
	return c
}

// NewWrappedCheck is NewCheck for a long label, which is shown whole on as many lines as it needs.
func NewWrappedCheck(words string) *Check {
	c := NewCheck(words)
	c.wraps = true
	return c
}

// SetNote shows a note below the label of a wrapped check, "" for none.
func (c *Check) SetNote(note string) {
	if c.note != note {
		c.note = note
		c.Refresh()
	}
}

// On reports whether the box is checked.
func (c *Check) On() bool { return c.on }

// AccessibilityDescription implements screenreader.Describer.
func (c *Check) AccessibilityDescription() string {
	name := c.name
	if c.note != "" {
		name += ", " + c.note
	}
	return screenreader.DescribeCheck(name, c.on)
}

// CreateRenderer implements fyne.Widget.
func (c *Check) CreateRenderer() fyne.WidgetRenderer {
	box := newCheckBox(c)
	if c.wraps {
		return box.wrapped()
	}
	words := newText(c.name, textSize())
	return Renderer{
		MinSize: func() fyne.Size {
			return fyne.NewSize(box.left()+measure(c.name, words).Width, max(box.height(), measure(c.name, words).Height+6))
		},
		Place: func(s fyne.Size) {
			box.place(s, s.Height)
			FitText(words, c.name, s.Width-box.left())
			CenterVertically(words, box.left(), words.MinSize().Width, s.Height)
		},
		Paint: func() { PaintText(words, box.paint(), textSize()) },
	}.Of(c, box.ground.Rectangle, box.mark.Image, words)
}

// checkBox draws the box of a check, and the ground of all of it.
type checkBox struct {
	check  *Check
	ground ThemedRectangle
	mark   *picture
}

func newCheckBox(c *Check) *checkBox {
	return &checkBox{c, NewThemedRectangle(theme.RadiusControl), newPicture("square", theme.IconSize)}
}

// left is the left edge of the label, height the least height of a check.
func (b *checkBox) left() float32   { return theme.ScaledIconSize() + 8 }
func (b *checkBox) height() float32 { return float32(theme.RowHeight) - 8 }

// place places the box in the middle of the given height.
func (b *checkBox) place(s fyne.Size, height float32) {
	Place(b.ground, -4, 0, s.Width+8, s.Height)
	placeIcon(b.mark, 0, height, theme.ScaledIconSize())
}

// paint paints the box, and returns the color of the label.
func (b *checkBox) paint() (ink fyne.ThemeColorName) {
	c := b.check
	icon, color, fill, ring := "square", theme.ColorMuted, fyne.ThemeColorName(""), fyne.ThemeColorName("")
	if c.on {
		icon, color = "square-check", theme.ColorAccent
	}
	ink = fynetheme.ColorNameForeground
	if c.disabled {
		color, ink = theme.ColorDisabled, theme.ColorMuted
	}
	if c.hovered && !c.disabled {
		fill = theme.ColorHover
	}
	if c.ringed() {
		ring = theme.ColorAccent
	}
	b.ground.Paint(fill, ring, 2)
	b.mark.paint(icon, color)
	return ink
}

// wrapped returns the renderer of a wrapped check.
func (b *checkBox) wrapped() fyne.WidgetRenderer {
	c, words, note := b.check, NewBody(b.check.name).NoMargin(), NewMuted(b.check.note).NoMargin()
	const edge = 3
	heights := func(width float32) (first, second float32) {
		first = max(HeightAt(words, max(width-b.left(), 0)), b.height()-2*edge)
		if c.note != "" {
			second = HeightAt(note, max(width-b.left(), 0))
		}
		return first, second
	}
	return Renderer{
		MinSize: func() fyne.Size {
			first, second := heights(max(c.Size().Width, 200))
			return fyne.NewSize(200, first+second+2*edge)
		},
		Place: func(s fyne.Size) {
			first, second := heights(s.Width)
			b.place(s, b.height())
			line := words.MinSize().Height
			Place(words, b.left(), edge+max(0, (b.height()-2*edge-line)/2), s.Width-b.left(), line)
			Place(note, b.left(), edge+first, s.Width-b.left(), second)
		},
		Paint: func() {
			words.SetColor(b.paint())
			note.SetText(c.note)
			SetVisible(note, c.note != "")
		},
	}.Of(c, b.ground.Rectangle, b.mark.Image, words, note)
}
