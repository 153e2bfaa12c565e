package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
	tooltip "github.com/dweymouth/fyne-tooltip/widget"

	"parlando/views/theme"
)

// Mark is a small icon that says something of what it stands beside, and its name in words.
type Mark struct {
	// Icon is one of assets/icons.
	Icon, Name string
	// Yields: in a row of a list it goes away while the quiet buttons of the row are shown.
	Yields bool
}

// Sign shows a mark. Its name is its tooltip and what a screen reader says; it cannot be pressed.
type Sign struct {
	tooltip.ToolTipWidget

	mark    Mark
	image   *canvas.Image
	onHover func(hovered bool)
}

// NewSign makes a sign without a mark. What it lies on is not told of the pointer while that is
// over the sign: onHover is told instead.
func NewSign(onHover func(hovered bool)) *Sign {
	s := &Sign{image: &canvas.Image{FillMode: canvas.ImageFillContain}, onHover: onHover}
	s.ExtendBaseWidget(s)
	return s
}

// Set shows a mark in the muted color.
func (s *Sign) Set(m Mark) {
	s.mark = m
	s.SetToolTip(m.Name)
	s.Refresh()
}

// Refresh implements fyne.Widget: the icon is read anew, for the theme may be another one.
func (s *Sign) Refresh() {
	s.image.Resource = theme.Icon(s.mark.Icon, theme.ColorMuted)
	s.image.Refresh()
}

// MouseIn implements desktop.Hoverable.
func (s *Sign) MouseIn(e *desktop.MouseEvent) {
	if o := overlayOf(s); o != nil {
		o.hint.await(s.mark.Name, e.AbsolutePosition)
	} else {
		s.ToolTipWidget.MouseIn(e)
	}
	s.onHover(true)
}

// MouseOut implements desktop.Hoverable.
func (s *Sign) MouseOut() {
	s.ToolTipWidget.MouseOut()
	if o := overlayOf(s); o != nil {
		o.hint.hide()
	}
	s.onHover(false)
}

// AccessibilityLabel implements fyne.Accessible.
func (s *Sign) AccessibilityLabel() string { return s.mark.Name }

// AccessibilityRole implements fyne.Accessible.
func (s *Sign) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer implements fyne.Widget.
func (s *Sign) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(s.image) }
