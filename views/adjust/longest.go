package adjust

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"parlando/views/i18n"
)

// mostTokens is the largest accepted limit: beyond any model, but small enough for every service to
// parse.
const mostTokens = 10_000_000

// longest is the setting for the maximum length of a reply, in tokens.
type longest struct {
	object fyne.CanvasObject
	panel  *Panel
	line   *settingLine
}

func newLongest(p *Panel) *longest {
	l := &longest{panel: p}
	l.line = newFieldLine(i18n.Text("Longest reply"), i18n.Text("Max tokens"), l.typed, func() { l.set(nil) })
	l.object = container.New(layout.NewCustomPaddedVBoxLayout(2), l.line.Container,
		small(i18n.Text("In tokens (100 tokens are about 75 words)")))
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
		l.line.show("")
		return
	}
	l.line.show(strconv.Itoa(*n))
}

// typed accepts an integer of at least 1; any other input lets the model decide.
func (l *longest) typed(text string) {
	n, err := strconv.Atoi(strings.NewReplacer(" ", "", ",", "", ".", "").Replace(text))
	if err != nil || n < 1 {
		l.set(nil)
		return
	}
	n = min(n, mostTokens)
	l.set(&n)
}
