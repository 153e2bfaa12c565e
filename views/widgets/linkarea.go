package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/views/theme"
)

// LinkArea is the pressable area of a link in a text that another object paints.
type LinkArea struct{ pressable }

// NewLinkArea returns the area of a link. name is the text of the link.
func NewLinkArea(name string, onTapped func()) *LinkArea {
	a := &LinkArea{}
	a.name, a.onTapped = name, onTapped
	a.ExtendBaseWidget(a)
	return a
}

// Cursor implements desktop.Cursorable.
func (a *LinkArea) Cursor() desktop.Cursor { return desktop.PointerCursor }

// AccessibilityRole implements fyne.Accessible.
func (a *LinkArea) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleLink }

// CreateRenderer implements fyne.Widget.
func (a *LinkArea) CreateRenderer() fyne.WidgetRenderer {
	ground := NewThemedRectangle(4)
	return Renderer{
		Place: func(s fyne.Size) { Place(ground.Rectangle, -2, 0, s.Width+4, s.Height) },
		Paint: func() {
			ring := fyne.ThemeColorName("")
			if a.ringed() {
				ring = theme.ColorAccent
			}
			ground.Paint("", ring, 2)
		},
	}.Of(a, ground.Rectangle)
}
