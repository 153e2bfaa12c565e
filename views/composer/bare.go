package composer

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// bare is the program's theme without the ground and border of entries: the card around the text has them.
type bare struct{}

func (bare) now() fyne.Theme { return fyne.CurrentApp().Settings().Theme() }

// Color implements fyne.Theme.
func (b bare) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	switch name {
	case fynetheme.ColorNameInputBackground, fynetheme.ColorNameInputBorder:
		return color.Transparent
	}
	return b.now().Color(name, variant)
}

// Font implements fyne.Theme.
func (b bare) Font(s fyne.TextStyle) fyne.Resource { return b.now().Font(s) }

// Icon implements fyne.Theme.
func (b bare) Icon(name fyne.ThemeIconName) fyne.Resource { return b.now().Icon(name) }

// Size implements fyne.Theme.
func (b bare) Size(name fyne.ThemeSizeName) float32 {
	if name == fynetheme.SizeNameInputBorder {
		return 0
	}
	return b.now().Size(name)
}
