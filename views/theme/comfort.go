package theme

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Comfort holds the accessibility options of the theme.
type Comfort struct {
	// Column is the maximum width of the reading column at the default text size; 0 means
	// ColumnWidth.
	Column float32
	// Large enlarges buttons and other targets.
	Large bool
	// Still disables animations.
	Still bool
}

const (
	// ColumnWidth is the default maximum width of the reading column, at the default text size.
	ColumnWidth = 720
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
	return &other
}

func (t *Theme) comfortSize(name fyne.ThemeSizeName) float32 {
	switch {
	case name == sizeNameLarge && t.comfort.Large:
		return largeTarget
	case name == sizeNameStill && t.comfort.Still:
		return 1
	case name != sizeNameColumn:
		return 0
	case t.comfort.Column > 0:
		return t.comfort.Column * t.scale
	}
	return ColumnWidth * t.scale
}

// Column returns the current maximum width of the reading column, which grows with the text.
func Column() float32 {
	if w := fynetheme.Size(sizeNameColumn); w > 0 {
		return w
	}
	return ColumnWidth * fynetheme.TextSize() / SizeText
}

// IconSide returns the current size of an icon. It grows with the text and is never smaller than
// IconSize.
func IconSide() float32 {
	return min(max(float32(int(IconSize*fynetheme.TextSize()/SizeText)), IconSize), iconMost)
}

// Still reports whether animations are disabled.
func Still() bool { return fynetheme.Size(sizeNameStill) > 0 }

// Larger returns the amount by which targets are enlarged in the simple view, else 0.
func Larger() float32 { return fynetheme.Size(sizeNameLarge) }

// Target returns the current side of a target that is side large in the design: it grows with its
// icon and in the simple view.
func Target(side float32) float32 {
	return side + IconSide() - IconSize + Larger()
}
