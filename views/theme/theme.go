// Package theme is how Parley looks: its colours, sizes and icons, light and dark. It stands alone, so that every region
// can look things up by name with Fyne's own theme functions.
package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Preference is whether the window is light or dark.
type Preference uint8

// The preferences. System follows the desktop and changes with it.
const (
	System Preference = iota
	Light
	Dark
)

// The sizes beyond Fyne's own, in device-independent pixels.
const (
	// SizeText and SizeSmall are sizes of text; SizeHeading1 to 3 those of headings.
	SizeText     = 14
	SizeSmall    = 12
	SizeHeading1 = 26
	SizeHeading2 = 20
	SizeHeading3 = 16
	// RowHeight is the height of a row and of a button.
	RowHeight = 36
	// RadiusControl, RadiusCard and RadiusLarge are corner radii: of controls, of cards, of the composer and bubbles.
	RadiusControl = 8
	RadiusCard    = 12
	RadiusLarge   = 14
	// IconSize is the size of an icon in a row.
	IconSize = 18
	// inlineIcon is the room for an icon in a field, beside text of the usual size; see Leading.
	inlineIcon = 20
)

// Theme is Parley's theme. It is immutable: another preference or text size is another Theme.
type Theme struct {
	preference Preference
	scale      float32
	colors     map[fyne.ThemeColorName]pair
	base       fyne.Theme
	comfort    Comfort
}

// New makes a theme. textSize multiplies every size of text; 1 is the design's own.
func New(p Preference, textSize float32) *Theme {
	if textSize <= 0 {
		textSize = 1
	}
	return &Theme{preference: p, scale: textSize, colors: palette(), base: fynetheme.DefaultTheme()}
}

// Color implements fyne.Theme.
func (t *Theme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	variant = t.variant(variant)
	if c, ok := t.colors[name]; ok {
		return c.in(variant)
	}
	return t.base.Color(name, variant)
}

// variant is the one that counts: the desktop's, unless the person chose.
func (t *Theme) variant(desktop fyne.ThemeVariant) fyne.ThemeVariant {
	switch t.preference {
	case Light:
		return fynetheme.VariantLight
	case Dark:
		return fynetheme.VariantDark
	}
	return desktop
}

// Font implements fyne.Theme.
func (t *Theme) Font(style fyne.TextStyle) fyne.Resource { return t.base.Font(style) }

// Icon implements fyne.Theme for Fyne's own widgets; ours use Icon of this package.
func (t *Theme) Icon(name fyne.ThemeIconName) fyne.Resource { return t.base.Icon(name) }

// textSizes grow with the size of text that a person has chosen; sizes do not.
var (
	textSizes = map[fyne.ThemeSizeName]float32{
		fynetheme.SizeNameText: SizeText, fynetheme.SizeNameCaptionText: SizeSmall, fynetheme.SizeNameHeadingText: SizeHeading2,
		fynetheme.SizeNameSubHeadingText: SizeHeading3, fynetheme.SizeNameInlineIcon: inlineIcon,
	}
	sizes = map[fyne.ThemeSizeName]float32{
		fynetheme.SizeNameInputRadius: RadiusControl, fynetheme.SizeNameSelectionRadius: RadiusControl,
		fynetheme.SizeNameInputBorder: 1, fynetheme.SizeNameSeparatorThickness: 1,
		fynetheme.SizeNamePadding: 4, fynetheme.SizeNameInnerPadding: 10,
		fynetheme.SizeNameScrollBar: 10, fynetheme.SizeNameScrollBarSmall: 4, fynetheme.SizeNameScrollBarRadius: 4,
	}
)

// Size implements fyne.Theme.
func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case sizeNameColumn, sizeNameLarge, sizeNameStill:
		return t.comfortSize(name)
	}
	if size, ok := textSizes[name]; ok {
		return size * t.scale
	}
	if size, ok := sizes[name]; ok {
		return size
	}
	return t.base.Size(name)
}

var _ fyne.Theme = (*Theme)(nil)
