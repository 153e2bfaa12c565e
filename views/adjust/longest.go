package adjust

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
	"parley/views/widgets"
)

// mostTokens is far beyond any model, and still a number every service can read.
const mostTokens = 10_000_000

// longest is how many tokens a reply may have.
type longest struct {
	object fyne.CanvasObject
	panel  *Panel
	number *number
	reset  *widgets.IconButton
}

func newLongest(p *Panel) *longest {
	l := &longest{panel: p}
	l.number = newNumber(lang.L("Longest reply"), l.typed)
	l.reset = widgets.NewIconButton("rotate-ccw", lang.L("Let the model decide"), func() { l.set(nil) })
	l.reset.SetSide(24)
	l.reset.Hide()
	head := container.New(layout.NewCustomPaddedHBoxLayout(0),
		widgets.NewBody(lang.L("Longest reply")).NoWrap(), layout.NewSpacer(), container.NewCenter(l.number), container.NewCenter(l.reset))
	small := widgets.NewWords(lang.L("In tokens; a token is about four letters"), theme.ColorMuted, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoWrap()
	l.object = container.New(layout.NewCustomPaddedVBoxLayout(-8), head, small)
	l.show(nil)
	return l
}

func (l *longest) set(n *int) {
	l.panel.params.MaxTokens = n
	l.show(n)
	l.panel.changed()
}

func (l *longest) show(n *int) {
	if n == nil {
		l.number.set(lang.L("model decides"))
		l.reset.Hide()
		return
	}
	l.number.set(strconv.Itoa(*n))
	l.reset.Show()
}

// typed takes a whole number of at least 1; anything else lets the model decide.
func (l *longest) typed(text string) {
	n, err := strconv.Atoi(strings.NewReplacer(" ", "", ",", "", ".", "").Replace(text))
	if err != nil || n < 1 {
		l.set(nil)
		return
	}
	n = min(n, mostTokens)
	l.set(&n)
}
