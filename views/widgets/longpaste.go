package widgets

import (
	"strings"

	"parlando/views/i18n"
)

// maxAreaCost limits what can be pasted into a field of several lines. At each key, Fyne's Entry
// converts the whole text once for each of its lines: a text at the limit, 100 KB of prose or 14 KB
// of nothing but line breaks, takes up to a second for that.
const maxAreaCost = 200_000_000

// refusesLongPaste reports whether a text is too long to be pasted into the field, and says so.
func (f *Field) refusesLongPaste(text string) bool {
	if !f.MultiLine {
		return false
	}
	replaced := f.SelectedText()
	const lineBytes = 50 // in a line that is wrapped
	bytes := len(f.Text) - len(replaced) + len(text)
	lines := strings.Count(f.Text, "\n") - strings.Count(replaced, "\n") + strings.Count(text, "\n") + bytes/lineBytes
	if bytes*lines <= maxAreaCost {
		return false
	}
	if c := CanvasOf(f); c != nil {
		say := NewBody(i18n.Text("Nothing was pasted, and the text is still on the clipboard. Paste a shorter part of it.")).NoMargin()
		ShowPage(c, i18n.Text("This text is too long for this field"), say, 440, 0)
	}
	return true
}
