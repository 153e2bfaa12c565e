package welcome

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
	"parley/views/widgets"
)

// The measures of a card, in device-independent pixels, as in the design.
const (
	cardInset = 19
	cardWidth = 276
)

// card is one way in: an icon, a heading, a sentence and what to do.
type card struct {
	widget.BaseWidget

	chosen  bool // the way most people go: accent border
	content *fyne.Container
}

// newCard makes a card whose last object stands at its foot.
func newCard(icon, heading string, sentence *widgets.Words, rest ...fyne.CanvasObject) *card {
	c := &card{}
	objects := append([]fyne.CanvasObject{container.NewHBox(widgets.NewIcon(icon, 4)), widgets.Gap(0), widgets.NewHeading(heading).Flush(), body(sentence), widgets.Gap(2)}, rest...)
	c.content = container.New(&widgets.Column{Gap: 4, Foot: true}, objects...)
	c.ExtendBaseWidget(c)
	return c
}

// CreateRenderer implements fyne.Widget.
func (c *card) CreateRenderer() fyne.WidgetRenderer {
	ground := canvas.NewRectangle(nil)
	ground.CornerRadius = theme.RadiusLarge
	return widgets.Drawing{
		Least: func() fyne.Size {
			width := c.Size().Width
			if width > 0 {
				c.content.Resize(fyne.NewSize(width-2*cardInset, c.content.Size().Height))
			}
			return fyne.NewSize(cardWidth, c.content.MinSize().Height+2*cardInset)
		},
		Place: func(s fyne.Size) {
			ground.Resize(s)
			c.content.Move(fyne.NewPos(cardInset, cardInset))
			c.content.Resize(s.Subtract(fyne.NewSquareSize(2 * cardInset)))
		},
		Paint: func() {
			ground.FillColor = fynetheme.Color(theme.ColorCard)
			ground.StrokeColor, ground.StrokeWidth = fynetheme.Color(theme.ColorLine), 1
			if c.chosen {
				ground.StrokeColor, ground.StrokeWidth = fynetheme.Color(theme.ColorAccent), 2
			}
			ground.Refresh()
		},
		Deep: true,
	}.Of(c, ground, c.content)
}
