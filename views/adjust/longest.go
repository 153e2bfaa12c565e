package adjust

import (
	"regexp"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// mostTokens is the largest accepted limit: beyond any model, but small enough for every service to
// parse.
const mostTokens = 10_000_000

// longest is the setting for the maximum length of a reply, in tokens.
type longest struct {
	object *fyne.Container
	panel  *Panel
	line   *settingLine
	note   complaint
}

func newLongest(p *Panel) *longest {
	l := &longest{panel: p, note: newNote(p)}
	l.line = newFieldLine(i18n.Text("Longest reply"), i18n.Text("Max tokens"), l.typed, func() { l.set(nil) })
	l.object = container.New(&widgets.Column{Gap: 2}, l.line.Container,
		small(i18n.Text("In tokens (100 tokens are about 75 words)")), l.note.Text)
	l.note.object = l.object
	l.show(nil)
	return l
}

func (l *longest) set(n *int) {
	l.panel.params.MaxTokens = n
	l.show(n)
	l.panel.changed()
}

func (l *longest) show(n *int) {
	l.note.say("")
	if n == nil {
		l.line.show("")
		return
	}
	l.line.show(strconv.Itoa(*n))
}

// groupedNumber matches a whole number, which may have a mark before each three digits.
var groupedNumber = regexp.MustCompile(`^\d{1,3}(?:[ ,.]\d{3})+$|^\d+$`)

// typed accepts an integer of at least 1; any other input lets the model decide and is told.
func (l *longest) typed(text string) {
	text = strings.TrimSpace(text)
	n, err := strconv.ParseFloat(strings.NewReplacer(" ", "", ",", "", ".", "").Replace(text), 64)
	if err != nil || n < 1 || !groupedNumber.MatchString(text) {
		l.set(nil)
		if text != "" {
			l.note.say(i18n.Text("Enter a whole number."))
		}
		return
	}
	clamped := int(min(n, mostTokens))
	l.set(&clamped)
	l.note.say(limitSentence(n, 1, mostTokens))
}
