package welcome

import (
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/form"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// Sizes of a card, in device-independent pixels, as in the design.
const (
	cardInset = 19
	cardWidth = 276
)

// newCard creates the card of one way to connect: an icon, a heading, a sentence and controls. The
// last object that build adds is placed at the bottom of the card.
func newCard(icon, heading string, sentence func() string, build func(f *form.Form)) (*form.Form, *widgets.Box) {
	f := form.New(4, func(f *form.Form) {
		f.Add(container.NewHBox(widgets.NewIcon(icon, 4)), widgets.Gap(0), widgets.NewHeading(heading).NoMargin())
		muted(f, sentence())
		f.Add(widgets.Gap(2))
		build(f)
	})
	f.Object().Layout = &widgets.Column{Gap: 4, Foot: true}
	f.Update()
	return f, widgets.NewBox(f.Object(), theme.ColorCard, theme.ColorLine, theme.RadiusLarge, cardInset, cardInset)
}

// muted adds muted text in the default size.
func muted(f *form.Form, words string) *widgets.Text {
	return f.Text(words, theme.ColorMuted, fynetheme.SizeNameText)
}

// addRoom adds the objects that build adds, and reserves the space of roomLines lines, so that
// texts that appear later move nothing.
func addRoom(f *form.Form, build func()) {
	f.Add(f.Group(&roomLayout{Column: widgets.Column{Gap: 2}}, build))
}
