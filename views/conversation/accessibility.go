package conversation

import (
	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/screenreader"
	"parlando/views/theme"
)

// accessibility exposes the messages of a view to screen readers.
type accessibility struct{ painted *viewport }

// AccessibilityDescription implements screenreader.Describer.
func (a accessibility) AccessibilityDescription() string { return i18n.Text("Conversation") }

// VisibleTexts calls visit with the text of each visible row. The first row of a message is
// preceded by the name of its author.
func (a accessibility) VisibleTexts(visit func(text string, from fyne.Position, size fyne.Size)) {
	left, _ := a.painted.column.edges()
	speaks := -1
	for _, w := range a.painted.shown {
		words := w.node.row.PlainText()
		if words == "" {
			continue
		}
		if w.item != speaks {
			speaks = w.item
			item := a.painted.column.items[w.item]
			words = saidBy(item.head.Role, item.queued != nil, words)
		}
		visit(words, fyne.NewPos(left, w.y), fyne.NewSize(theme.ColumnWidth(), w.node.row.Height*a.painted.column.zoom))
	}
}

// FocusDescription implements screenreader.FocusDescriber: the action that has the focus, or a
// paragraph of the message that has it.
func (v *View) FocusDescription() string {
	if v.keyboard.item < 0 {
		return v.AccessibilityDescription()
	}
	if list, at := v.viewport.actions(v.keyboard.item), v.keyboard.spot; at > 0 && at <= len(list) {
		return screenreader.DescribeButton(list[at-1].spot.Name)
	}
	c := v.keyboard.card()
	if c == nil {
		return v.AccessibilityDescription()
	}
	at := v.keyboard.spoken()
	said, _ := spokenAt(at, len(c.Rows), c.SpokenText)
	if said == "" {
		return v.AccessibilityDescription()
	}
	if v.keyboard.at.text >= 0 && v.keyboard.at.text != endOfMessage {
		return said // the author was said before
	}
	item := v.column.items[v.keyboard.item]
	return saidBy(item.head.Role, item.queued != nil, said)
}

// FocusSteps implements screenreader.FocusStepper.
func (v *View) FocusSteps() int { return v.keyboard.steps }

func saidBy(role chat.Role, queued bool, words string) string {
	if queued {
		return i18n.Text("You, not sent yet: {{.Words}}", map[string]any{"Words": words})
	}
	if role == chat.User {
		return i18n.Text("You: {{.Words}}", map[string]any{"Words": words})
	}
	return i18n.Text("Reply: {{.Words}}", map[string]any{"Words": words})
}
