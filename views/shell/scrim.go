package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// scrim dims the body below a sheet; a click on it closes the sheet.
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

// Tapped implements fyne.Tappable: it closes the sheet.
func (s *scrim) Tapped(*fyne.PointEvent) { s.onTapped() }

// Scrolled implements fyne.Scrollable. It swallows the event, which would otherwise scroll the
// body.
func (s *scrim) Scrolled(*fyne.ScrollEvent) {}

// CreateRenderer implements fyne.Widget.
func (s *scrim) CreateRenderer() fyne.WidgetRenderer {
	fill := widgets.NewThemedRectangle(0)
	return widgets.Renderer{Place: fill.Resize, Paint: func() { fill.Paint(theme.ColorScrim, "", 0) }}.Of(s, fill.Rectangle)
}
