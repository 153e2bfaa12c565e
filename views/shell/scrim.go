package shell

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"parlando/views/widgets"
)

// scrim dims the body below a sheet; a click on it closes the sheet.
type scrim struct {
	widget.BaseWidget
	onTapped func()
	fill     *canvas.Rectangle
	// shown is the part of the dimming that is shown.
	shown float32
}

func newScrim(onTapped func()) *scrim {
	s := &scrim{onTapped: onTapped, fill: canvas.NewRectangle(color.Transparent), shown: 1}
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
	return widgets.Renderer{Place: s.fill.Resize, Paint: s.paint}.Of(s, s.fill)
}

func (s *scrim) paint() { widgets.PaintScrim(s.fill, s.shown) }

// fade shows a part of the dimming.
func (s *scrim) fade(part float32) {
	s.shown = part
	s.paint()
}
