package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
	tooltip "github.com/dweymouth/fyne-tooltip/widget"

	"parlando/views/theme"
)

// Mark is a small icon that describes the object beside it. Name is the icon's meaning.
type Mark struct {
	// Icon is the name of an icon in assets/icons.
	Icon, Name string
	// HiddenByButtons means that a list row hides the mark while it shows its hover-only buttons.
	HiddenByButtons bool
}

// MarkIcon shows a mark. Its name is its tooltip and its text for screen readers; it cannot be
// pressed.
type MarkIcon struct {
	tooltip.ToolTipWidget

	mark    Mark
	image   *canvas.Image
	onHover func(hovered bool)
}

// NewMarkIcon returns an icon without a mark. onHover is called when the pointer enters or leaves
// the icon, because the object below receives no pointer events meanwhile.
func NewMarkIcon(onHover func(hovered bool)) *MarkIcon {
	s := &MarkIcon{image: &canvas.Image{FillMode: canvas.ImageFillContain}, onHover: onHover}
	s.ExtendBaseWidget(s)
	return s
}

// Set shows a mark in the muted color.
func (s *MarkIcon) Set(m Mark) {
	s.mark = m
	s.SetToolTip(m.Name)
	s.Refresh()
}

// Refresh implements fyne.Widget. It loads the icon again, because the theme may have changed.
func (s *MarkIcon) Refresh() {
	s.image.Resource = theme.Icon(s.mark.Icon, theme.ColorMuted)
	s.image.Refresh()
}

// MouseIn implements desktop.Hoverable.
func (s *MarkIcon) MouseIn(e *desktop.MouseEvent) {
	showTooltip(s, &s.ToolTipWidget, e)
	s.onHover(true)
}

// MouseOut implements desktop.Hoverable.
func (s *MarkIcon) MouseOut() {
	hideTooltip(s, &s.ToolTipWidget)
	s.onHover(false)
}

// AccessibilityLabel implements fyne.Accessible.
func (s *MarkIcon) AccessibilityLabel() string { return s.mark.Name }

// AccessibilityRole implements fyne.Accessible.
func (s *MarkIcon) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer implements fyne.Widget.
func (s *MarkIcon) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(s.image) }
