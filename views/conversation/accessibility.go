package conversation

import (
	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/views/i18n"
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

func saidBy(role chat.Role, queued bool, words string) string {
	if queued {
		return i18n.Text("You, not sent yet: {{.Words}}", map[string]any{"Words": words})
	}
	if role == chat.User {
		return i18n.Text("You: {{.Words}}", map[string]any{"Words": words})
	}
	return i18n.Text("Reply: {{.Words}}", map[string]any{"Words": words})
}
