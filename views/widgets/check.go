package widgets

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/screenreader"
	"parlando/views/theme"
)

// Check is a check box with its label.
type Check struct{ toggle }

// NewCheck returns an unchecked box. Its label is also its name for screen readers.
func NewCheck(words string) *Check {
	c := &Check{}
	c.name, c.onTapped = words, c.flip
	c.ExtendBaseWidget(c)
	return c
}

// On reports whether the box is checked.
func (c *Check) On() bool { return c.on }

// AccessibilityDescription implements screenreader.Describer.
func (c *Check) AccessibilityDescription() string { return screenreader.DescribeCheck(c.name, c.on) }

// CreateRenderer implements fyne.Widget.
func (c *Check) CreateRenderer() fyne.WidgetRenderer {
	ground, mark, words := NewThemedRectangle(theme.RadiusControl), newPicture("square", theme.IconSize), newText(c.name, textSize())
	return Renderer{
		MinSize: func() fyne.Size {
			return fyne.NewSize(theme.ScaledIconSize()+8+measure(c.name, words).Width, max(float32(theme.RowHeight)-8, measure(c.name, words).Height+6))
		},
		Place: func(s fyne.Size) {
			ground.Move(fyne.NewPos(-4, 0))
			ground.Resize(s.AddWidthHeight(8, 0))
			placeIcon(mark, 0, s.Height, theme.ScaledIconSize())
			FitText(words, c.name, s.Width-theme.ScaledIconSize()-8)
			CenterVertically(words, theme.ScaledIconSize()+8, words.MinSize().Width, s.Height)
		},
		Paint: func() {
			icon, color, fill, ring := "square", theme.ColorMuted, fyne.ThemeColorName(""), fyne.ThemeColorName("")
			if c.on {
				icon, color = "square-check", theme.ColorAccent
			}
			ink := fynetheme.ColorNameForeground
			if c.disabled {
				color, ink = theme.ColorDisabled, theme.ColorMuted
			}
			if c.hovered && !c.disabled {
				fill = theme.ColorHover
			}
			if c.ringed() {
				ring = theme.ColorAccent
			}
			ground.Paint(fill, ring, 2)
			mark.paint(icon, color)
			PaintText(words, ink, textSize())
		},
	}.Of(c, ground.Rectangle, mark.Image, words)
}
