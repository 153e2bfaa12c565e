package adjust

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// complaint shows why a typed value was rejected. It is hidden while there is no problem.
type complaint struct{ *widgets.Text }

func newComplaint() complaint {
	c := complaint{widgets.NewText("", theme.ColorDanger, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin()}
	c.Hide()
	return c
}

// newNote shows how a typed number was changed.
func newNote() complaint {
	c := complaint{small("")}
	c.Hide()
	return c
}

// limitSentence tells that a typed number was changed to the nearest one of its range, "" for one
// within it.
func limitSentence(typed, least, most float64) string {
	switch {
	case typed < least:
		return i18n.Text("The lowest value is {{.N}}.", map[string]any{"N": i18n.Number(int(least))})
	case typed > most:
		return i18n.Text("The highest value is {{.N}}.", map[string]any{"N": i18n.Number(int(most))})
	}
	return ""
}

func (c complaint) say(sentence string) {
	c.SetText(sentence)
	widgets.SetVisible(c.Text, sentence != "")
}
