package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/format"
	"parlando/views/theme"
)

// Dropdown shows the selected option and opens a menu of the options.
type Dropdown struct {
	pressable

	what, chosen string
	// named also shows what is chosen, for a dropdown without a label.
	named bool
	// compact means that the dropdown is as wide as the selected option.
	compact bool
}

// NewDropdown returns a dropdown with nothing selected. what is its name for screen readers;
// onTapped opens the menu.
func NewDropdown(what string, onTapped func()) *Dropdown {
	c := &Dropdown{what: what}
	c.name, c.onTapped = what, onTapped
	c.ExtendBaseWidget(c)
	return c
}

// SetNamed shows the name before the selected option, for a dropdown without a label.
func (c *Dropdown) SetNamed() *Dropdown { c.named = true; c.Refresh(); return c }

// SetCompact makes the dropdown as wide as the selected option, at most as wide as a short name.
func (c *Dropdown) SetCompact() *Dropdown { c.compact = true; return c }

// Set shows the selected option.
func (c *Dropdown) Set(chosen string) {
	if c.chosen != chosen {
		c.chosen, c.name = chosen, format.Named(c.what, chosen)
		c.Refresh()
	}
}

// PreferredWidth returns the width at which the selected option is not truncated.
func (c *Dropdown) PreferredWidth() float32 {
	return max(RegionWidth(190), fyne.MeasureText(c.chosen, textSize(), fyne.TextStyle{}).Width+36+smallIcon())
}

// CreateRenderer implements fyne.Widget.
func (c *Dropdown) CreateRenderer() fyne.WidgetRenderer {
	ground, words, arrow := NewThemedRectangle(theme.RadiusControl), newText("", textSize()), newPicture("chevron-down", theme.IconSize)
	return Renderer{
		MinSize: func() fyne.Size {
			width := float32(120)
			if c.compact {
				width = min(fyne.MeasureText(c.chosen, textSize(), fyne.TextStyle{}).Width+36+smallIcon(), RegionWidth(170))
			}
			return fyne.NewSize(width, max(38, measure("M", words).Height+14))
		},
		Place: func(s fyne.Size) {
			ground.Resize(s)
			shown := c.chosen
			if c.named {
				shown = c.name
			}
			FitText(words, shown, s.Width-24-smallIcon()-6)
			CenterVertically(words, 12, words.MinSize().Width, s.Height)
			place(arrow, s.Width-10-smallIcon(), s.Height)
		},
		Paint: func() {
			fill, border, width := theme.ColorTint, theme.ColorEdge, float32(1)
			if c.hovered && !c.disabled {
				fill = theme.ColorHover
			}
			if c.ringed() {
				border, width = theme.ColorAccent, 2
			}
			ground.Paint(fill, border, width)
			color := fynetheme.ColorNameForeground
			if c.disabled {
				color = theme.ColorDisabled
			}
			arrow.paint("chevron-down", color)
			PaintText(words, color, textSize())
		},
	}.Of(c, ground.Rectangle, words, arrow.Image)
}

// WithRoomFor returns an object that contains the dropdown and is wide enough for the longest
// option.
func (c *Dropdown) WithRoomFor(all ...string) fyne.CanvasObject {
	wide := float32(0)
	for _, s := range all {
		wide = max(wide, fyne.MeasureText(s, textSize(), fyne.TextStyle{}).Width)
	}
	room := canvas.NewRectangle(color.Transparent)
	room.SetMinSize(fyne.NewSize(wide+36+smallIcon(), 0))
	return container.NewStack(room, c)
}
