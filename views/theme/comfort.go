package theme

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Comfort suits the window to a user's eyes and hands.
type Comfort struct {
	// Column is the greatest width of the column for reading, with text of the usual size; 0 is
	// ColumnWidth.
	Column float32
	// Large makes what is pressed larger.
	Large bool
	// Still lets what moves by itself stand still.
	Still bool
}

const (
	// ColumnWidth is the greatest width of the column for reading, with text of the usual size.
	ColumnWidth = 720
	// largeTarget is by how much what is pressed grows in the simple view.
	largeTarget = 10
	// iconMost is the size at which an icon stops to grow with the text.
	iconMost = 30
)

const (
	sizeNameColumn fyne.ThemeSizeName = "column"
	sizeNameLarge  fyne.ThemeSizeName = "largeTarget"
	sizeNameStill  fyne.ThemeSizeName = "still"
)

// With returns the same theme with another comfort.
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

// Column is the current greatest width of the column for reading: it grows with the text.
func Column() float32 {
	if w := fynetheme.Size(sizeNameColumn); w > 0 {
		return w
	}
	return ColumnWidth * fynetheme.TextSize() / SizeText
}

// IconSide is the size of an icon now: it grows with the text, and is never smaller than IconSize.
func IconSide() float32 {
	return min(max(float32(int(IconSize*fynetheme.TextSize()/SizeText)), IconSize), iconMost)
}

// Still reports whether what moves by itself is to stand still.
func Still() bool { return fynetheme.Size(sizeNameStill) > 0 }

// Larger is by how much what is pressed is larger in the simple view.
func Larger() float32 { return fynetheme.Size(sizeNameLarge) }

// Target is the side of what is pressed and is side large in the design: it grows with the icon in
// it, and with the simple view.
func Target(side float32) float32 {
	return side + IconSide() - IconSize + Larger()
}
