package theme

import (
	"maps"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Comfort holds the accessibility options of the theme.
type Comfort struct {
	// MaxColumnWidth is the maximum width of the reading column at the default text size; 0 means
	// DefaultColumnWidth.
	MaxColumnWidth float32
	// LargeTargets enlarges buttons and other targets, and gives every control an edge.
	LargeTargets bool
	// MoreContrast gives every control a strong edge, and text stronger colors.
	MoreContrast bool
	// ReducesMotion disables animations.
	ReducesMotion bool
}

const (
	// DefaultColumnWidth is the default maximum width of the reading column, at the default text
	// size.
	DefaultColumnWidth = 720
	// largeTarget is the amount by which targets grow in the simple view.
	largeTarget = 10
	// iconMost is the maximum size of an icon; up to it, icons grow with the text.
	iconMost = 30
)

const (
	sizeNameColumn fyne.ThemeSizeName = "column"
	sizeNameLarge  fyne.ThemeSizeName = "largeTarget"
	sizeNameStill  fyne.ThemeSizeName = "still"
)

// With returns a copy of the theme with other comfort options.
func (t *Theme) With(c Comfort) *Theme {
	other := *t
	other.comfort = c
	other.colors = palette()
	if c.LargeTargets {
		maps.Copy(other.colors, edges())
	}
	if c.MoreContrast {
		maps.Copy(other.colors, moreContrast())
	}
	return &other
}

func (t *Theme) comfortSize(name fyne.ThemeSizeName) float32 {
	switch {
	case name == sizeNameLarge && t.comfort.LargeTargets:
		return largeTarget
	case name == sizeNameStill && t.comfort.ReducesMotion:
		return 1
	case name != sizeNameColumn:
		return 0
	case t.comfort.MaxColumnWidth > 0:
		return t.comfort.MaxColumnWidth * t.scale
	}
	return DefaultColumnWidth * t.scale
}

// ColumnWidth returns the current maximum width of the reading column, which grows with the text.
func ColumnWidth() float32 {
	if w := fynetheme.Size(sizeNameColumn); w > 0 {
		return w
	}
	return DefaultColumnWidth * fynetheme.TextSize() / SizeText
}

// ScaledIconSize returns the current size of an icon. It grows with the text and is never smaller
// than IconSize.
func ScaledIconSize() float32 {
	return min(max(float32(int(IconSize*fynetheme.TextSize()/SizeText)), IconSize), iconMost)
}

// LargerText returns the factor by which a column is widened so that its lines hold as many words
// as at the default text size; 1 for a smaller text.
func LargerText() float32 { return max(fynetheme.TextSize()/SizeText, 1) }

// ReducesMotion reports whether animations are disabled.
func ReducesMotion() bool { return fynetheme.Size(sizeNameStill) > 0 }

// ExtraTargetSize returns the amount by which targets are enlarged in the simple view, else 0.
func ExtraTargetSize() float32 { return fynetheme.Size(sizeNameLarge) }

// TargetSize returns the current side of a target that is side large in the design: it grows with
// its icon and in the simple view.
func TargetSize(side float32) float32 {
	return side + ScaledIconSize() - IconSize + ExtraTargetSize()
}
