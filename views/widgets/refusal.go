package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
)

// Refusal shows under a control what the model has refused of its values, and offers to try again.
// It is hidden while its text is empty.
type Refusal struct {
	Object *fyne.Container
	Words  *Words
	Again  *Button
}

// NewRefusal returns an empty refusal. onRetry forgets the refused values.
func NewRefusal(onRetry func()) *Refusal {
	r := &Refusal{Words: NewWords("", theme.ColorMuted, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).Flush()}
	r.Again = NewButton(i18n.Text("Try again"), Bare, onRetry).SetSmall()
	r.Object = container.New(&Column{Gap: 2}, r.Words, container.New(&Flow{}, r.Again))
	r.Object.Hide()
	return r
}

// Set sets the text, emphasized if it applies to the current value, and reports whether the height
// may have changed.
func (r *Refusal) Set(said string, loud bool) (changed bool) {
	color := theme.ColorMuted
	if loud {
		color = theme.ColorCaution
	}
	r.Words.SetColor(color)
	if r.Words.Text() == said && r.Object.Visible() == (said != "") {
		return false
	}
	r.Words.SetText(said)
	Show(r.Object, said != "")
	return true
}
