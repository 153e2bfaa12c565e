package widgets

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
)

// RoundButton is a round button with an icon, for what is pressed without looking: play, interrupt,
// hang up. Its name is its tooltip and its text for screen readers.
type RoundButton struct {
	pressable

	icon              string
	side              float32
	fill, edge, color fyne.ThemeColorName
}

// NewRoundButton returns a filled round button that is side wide at the default text size.
func NewRoundButton(icon, name string, side float32, onTapped func()) *RoundButton {
	b := &RoundButton{icon: icon, side: side, fill: theme.ColorAccent, color: theme.ColorOnAccent}
	b.name, b.onTapped = name, onTapped
	b.ExtendBaseWidget(b)
	b.SetHint(name)
	return b
}

// Secondary gives the button the tint of a secondary button.
func (b *RoundButton) Secondary() *RoundButton {
	b.fill, b.edge, b.color = theme.ColorTint, theme.ColorEdge, fynetheme.ColorNameForeground
	return b
}

// Danger gives the button the color of what ends something.
func (b *RoundButton) Danger() *RoundButton {
	b.fill, b.color = theme.ColorDanger, theme.ColorOnAccent
	return b
}

// SetIcon changes the icon and the name.
func (b *RoundButton) SetIcon(icon, name string) {
	if b.icon == icon && b.name == name {
		return
	}
	b.icon, b.name = icon, name
	b.SetHint(name)
	b.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (b *RoundButton) CreateRenderer() fyne.WidgetRenderer {
	ground, icon := NewThemedRectangle(0), newPicture(b.icon, theme.IconSize)
	return Renderer{
		MinSize: func() fyne.Size { return fyne.NewSquareSize(theme.TargetSize(b.side)) },
		Place: func(s fyne.Size) {
			ground.Resize(s)
			ground.CornerRadius = s.Height / 2
			size := theme.ScaledIconSize() * b.side / 44
			Place(icon, (s.Width-size)/2, (s.Height-size)/2, size, size)
		},
		Paint: func() {
			fill, border, width, color := b.fill, b.edge, float32(1), b.color
			if b.disabled {
				fill, border, color = theme.ColorTint, theme.ColorEdge, theme.ColorMuted
			}
			if b.ringed() {
				border, width = fynetheme.ColorNameForeground, 2
			}
			if b.hovered && !b.disabled && fill == theme.ColorTint {
				fill = theme.ColorHover
			}
			ground.Paint(fill, border, width)
			icon.paint(b.icon, color)
		},
	}.Of(b, ground.Rectangle, icon.Image)
}
