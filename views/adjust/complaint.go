package adjust

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// complaint shows why a typed value was rejected or changed. It is hidden while there is no
// problem.
type complaint struct {
	*widgets.Text
	panel *Panel
	// object contains the text, and is laid out again when that changes.
	object *fyne.Container
}

func newComplaint(p *Panel) complaint {
	text := widgets.NewText("", theme.ColorDanger, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin()
	text.Hide()
	return complaint{Text: text, panel: p}
}

// newNote returns a complaint that shows how a typed number was changed.
func newNote(p *Panel) complaint {
	text := small("")
	text.Hide()
	return complaint{Text: text, panel: p}
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

// say shows a sentence, "" for none.
func (c *complaint) say(sentence string) {
	c.SetText(sentence)
	widgets.SetVisible(c.Text, sentence != "")
	c.panel.relayout(c.object)
}
