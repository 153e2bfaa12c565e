package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"parlando/views/i18n"
	"parlando/views/theme"
)

// RefusalNote says under a control which of its values the model has refused, with a button that
// forgets the refusal. It is hidden while its text is empty.
type RefusalNote struct {
	Object *fyne.Container
	Text   *Text
	Again  *Button

	buttons *fyne.Container
}

// NewRefusalNote returns an empty note. onRetry forgets the refused values.
func NewRefusalNote(onRetry func()) *RefusalNote {
	r := &RefusalNote{Text: NewMuted("").NoMargin()}
	r.Again = NewButton(i18n.Text("Try again"), Bare, onRetry).SetSmall()
	r.buttons = container.New(&Flow{}, r.Again)
	r.Object = container.New(&Column{Gap: 2}, r.Text, r.buttons)
	r.Object.Hide()
	return r
}

// Offer adds a button before the button "Try again".
func (r *RefusalNote) Offer(b *Button) {
	r.Object.Layout = &Column{Gap: 8}
	r.buttons.Layout = layout.NewCustomPaddedHBoxLayout(14)
	r.buttons.Objects = []fyne.CanvasObject{b, container.NewCenter(r.Again)}
}

// Set sets the text and reports whether the height may have changed. loud emphasizes the text,
// because it applies to the current value.
func (r *RefusalNote) Set(said string, loud bool) (changed bool) {
	color := theme.ColorMuted
	if loud {
		color = theme.ColorCaution
	}
	r.Text.SetColor(color)
	if r.Text.Text() == said && r.Object.Visible() == (said != "") {
		return false
	}
	r.Text.SetText(said)
	SetVisible(r.Object, said != "")
	return true
}
