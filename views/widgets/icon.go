package widgets

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
)

// Icon is an icon beside text that scales with the text size.
type Icon struct {
	widget.BaseWidget

	name  string
	more  float32
	color fyne.ThemeColorName
}

// NewIcon returns an icon of assets/icons. It is larger than the icon of a row by more.
func NewIcon(name string, more float32) *Icon {
	i := &Icon{name: name, more: more, color: fynetheme.ColorNameForeground}
	i.ExtendBaseWidget(i)
	return i
}

// SetColor sets the color.
func (i *Icon) SetColor(color fyne.ThemeColorName) *Icon { i.color = color; i.Refresh(); return i }

// CreateRenderer implements fyne.Widget.
func (i *Icon) CreateRenderer() fyne.WidgetRenderer {
	icon := newPicture(i.name, theme.IconSize)
	return Renderer{
		MinSize: func() fyne.Size { return fyne.NewSquareSize(theme.ScaledIconSize() + i.more) },
		Place: func(s fyne.Size) {
			side := theme.ScaledIconSize() + i.more
			Place(icon, (s.Width-side)/2, (s.Height-side)/2, side, side)
		},
		Paint: func() { icon.paint(i.name, i.color) },
	}.Of(i, icon.Image)
}
