package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// DenseTheme is the theme for a text field inside a row, with less padding than Fyne's own. The
// container paints the background and the border.
type DenseTheme struct{}

// Color implements fyne.Theme.
func (DenseTheme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	if name == fynetheme.ColorNameInputBackground {
		return color.Transparent
	}
	return current().Color(name, variant)
}

// Font implements fyne.Theme.
func (DenseTheme) Font(style fyne.TextStyle) fyne.Resource { return current().Font(style) }

// Icon implements fyne.Theme.
func (DenseTheme) Icon(name fyne.ThemeIconName) fyne.Resource { return current().Icon(name) }

// Size implements fyne.Theme.
func (DenseTheme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case fynetheme.SizeNameInnerPadding:
		return 2
	case fynetheme.SizeNameInputBorder, fynetheme.SizeNameScrollBar, fynetheme.SizeNameScrollBarSmall:
		return 0
	}
	return current().Size(name)
}

func current() fyne.Theme { return fyne.CurrentApp().Settings().Theme() }
