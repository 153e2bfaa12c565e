package shell

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// scrim shades the body while a sheet lies over it; a click on it closes the sheet.
type scrim struct {
	widget.BaseWidget
	onTapped func()
}

func newScrim(onTapped func()) *scrim {
	s := &scrim{onTapped: onTapped}
	s.ExtendBaseWidget(s)
	s.Hide()
	return s
}

// Tapped closes the sheet.
func (s *scrim) Tapped(*fyne.PointEvent) { s.onTapped() }

// Scrolled keeps the wheel from reaching what is shaded.
func (s *scrim) Scrolled(*fyne.ScrollEvent) {}

// CreateRenderer implements fyne.Widget.
func (s *scrim) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(color.NRGBA{A: 0x66}))
}
