package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
)

// Refusal says under a control what a model refuses of it, and offers to try again. It is hidden
// while it says nothing.
type Refusal struct {
	Object *fyne.Container
	Words  *Words
	Again  *Button
}

// NewRefusal makes one that says nothing. onRetry forgets what was refused.
func NewRefusal(onRetry func()) *Refusal {
	r := &Refusal{Words: NewWords("", theme.ColorMuted, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).Flush()}
	r.Again = NewButton(i18n.Text("Try again"), Bare, onRetry).SetSmall()
	r.Object = container.New(&Column{Gap: 2}, r.Words, container.New(&Flow{}, r.Again))
	r.Object.Hide()
	return r
}

// Set says it, loudly where it is about what is set now, and reports whether the room it takes may
// have changed.
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
