package welcome

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// Sizes of a card, in device-independent pixels, as in the design.
const (
	cardInset = 19
	cardWidth = 276
)

// newCard creates the card of one way to connect: an icon, a heading, a sentence and controls, the
// last of which is at the bottom.
func newCard(icon, heading string, sentence *widgets.Text, rest ...fyne.CanvasObject) *widgets.Box {
	objects := append([]fyne.CanvasObject{container.NewHBox(widgets.NewIcon(icon, 4)), widgets.Gap(0), widgets.NewHeading(heading).NoMargin(), body(sentence), widgets.Gap(2)}, rest...)
	content := container.New(&widgets.Column{Gap: 4, Foot: true}, objects...)
	return widgets.NewBox(content, theme.ColorCard, theme.ColorLine, theme.RadiusLarge, cardInset, cardInset)
}
