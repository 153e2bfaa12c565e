// Package theme defines Parlando's colors, sizes and icons, light and dark. It depends on no other
// package of views, so that every region can look values up with Fyne's own theme functions.
package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Preference selects a light or dark theme, or that of the system.
type Preference uint8

// The preferences. System follows the desktop.
const (
	System Preference = iota
	Light
	Dark
)

// SizeNameDisplay is the size of text that is legible from across the room.
const SizeNameDisplay fyne.ThemeSizeName = "display"

// The sizes beyond Fyne's own, in device-independent pixels.
const (
	// SizeText and SizeSmall are text sizes; SizeHeading1 to SizeHeading3 are those of headings.
	SizeText     = 14
	SizeSmall    = 12
	SizeHeading1 = 26
	SizeHeading2 = 20
	SizeHeading3 = 16
	// RowHeight is the height of a row and of a button.
	RowHeight = 36
	// The corner radii of controls, of cards and menus, of bubbles, of sheets and of the message
	// box.
	RadiusControl = 8
	RadiusCard    = 12
	RadiusLarge   = 14
	RadiusSheet   = 16
	RadiusBox     = 20
	// IconSize is the size of an icon in a row.
	IconSize = 18
	// inlineIcon is the size of an icon in a field at the default text size; see LeadingIcon.
	inlineIcon = 20
)

// Theme is Parlando's theme. It is immutable.
type Theme struct {
	preference Preference
	scale      float32
	colors     map[fyne.ThemeColorName]pair
	base       fyne.Theme
	comfort    Comfort
}

// New returns a theme. textSize scales all text; 1 is the size of the design.
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

// variant returns the effective variant: the desktop's, unless the user has selected one.
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

// Icon implements fyne.Theme for Fyne's own widgets; ours use the function Icon.
func (t *Theme) Icon(name fyne.ThemeIconName) fyne.Resource { return t.base.Icon(name) }

// Size implements fyne.Theme.
func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case fynetheme.SizeNameText:
		return SizeText * t.scale
	case fynetheme.SizeNameCaptionText:
		return SizeSmall * t.scale
	case fynetheme.SizeNameHeadingText:
		return SizeHeading2 * t.scale
	case fynetheme.SizeNameSubHeadingText:
		return SizeHeading3 * t.scale
	case SizeNameDisplay:
		return SizeHeading1 * t.scale
	case fynetheme.SizeNameInputRadius, fynetheme.SizeNameSelectionRadius:
		return RadiusControl
	case fynetheme.SizeNameInputBorder, fynetheme.SizeNameSeparatorThickness:
		return 1
	case fynetheme.SizeNamePadding:
		return 4
	case fynetheme.SizeNameInnerPadding:
		return 10
	case fynetheme.SizeNameScrollBar:
		return 10
	case fynetheme.SizeNameScrollBarSmall:
		return 4
	case fynetheme.SizeNameScrollBarRadius:
		return 4
	case fynetheme.SizeNameInlineIcon:
		return inlineIcon * t.scale
	case sizeNameColumn, sizeNameLarge, sizeNameStill:
		return t.comfortSize(name)
	}
	return t.base.Size(name)
}

var _ fyne.Theme = (*Theme)(nil)
