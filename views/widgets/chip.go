package widgets

import (
	"fyne.io/fyne/v2"

	"parlando/views/theme"
)

// Chip shows that an option is on. Tapping the chip opens a menu; a button in the chip turns the
// option off.
type Chip struct {
	pressable

	icon  string
	clear *IconButton
}

// NewChip returns a chip without a label. onTapped opens the menu. onClear turns the option off;
// clear is the name of the button for that.
func NewChip(onTapped func(), clear string, onClear func()) *Chip {
	c := &Chip{clear: NewIconButton("x", clear, onClear)}
	c.clear.SetSide(24)
	c.clear.SetColor(theme.ColorAccent)
	c.onTapped = onTapped
	c.ExtendBaseWidget(c)
	return c
}

// Set sets the icon, one of assets/icons, and the label.
func (c *Chip) Set(icon, words string) {
	c.icon, c.name = icon, words
	c.Refresh()
}

// Text returns the label.
func (c *Chip) Text() string { return c.name }

// CreateRenderer implements fyne.Widget.
func (c *Chip) CreateRenderer() fyne.WidgetRenderer {
	const side, gap = 10, 8
	ground, words := NewThemedRectangle(theme.RadiusControl), newText("", smallSize())
	picture, arrow := newPicture(c.icon, theme.IconSize), newPicture("chevron-down", theme.IconSize)
	button := func() float32 { return c.clear.MinSize().Width }
	around := func() float32 { return side + smallIcon() + gap + gap + smallIcon() + 4 + button() + 3 }
	return Renderer{
		MinSize: func() fyne.Size {
			m := measure(c.name, words)
			return fyne.NewSize(m.Width+around(), max(28, m.Height+8, c.clear.MinSize().Height+4))
		},
		Place: func(s fyne.Size) {
			ground.Resize(s)
			place(picture, side, s.Height)
			FitText(words, c.name, s.Width-around())
			width := words.MinSize().Width
			CenterVertically(words, side+smallIcon()+gap, width, s.Height)
			place(arrow, side+smallIcon()+gap+width+gap, s.Height)
			b := c.clear.MinSize()
			Place(c.clear, s.Width-b.Width-3, (s.Height-b.Height)/2, b.Width, b.Height)
		},
		Paint: func() {
			fill, width := theme.ColorCard, float32(1)
			if c.hovered {
				fill = theme.ColorHover
			}
			if c.ringed() {
				width = 2
			}
			ground.Paint(fill, theme.ColorAccent, width)
			picture.paint(c.icon, theme.ColorAccent)
			arrow.paint("chevron-down", theme.ColorAccent)
			PaintText(words, theme.ColorAccent, smallSize())
		},
	}.Of(c, ground.Rectangle, picture.Image, words, arrow.Image, c.clear)
}
