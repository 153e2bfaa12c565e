package widgets

import (
	"strings"

	"parlando/views/i18n"
)

// maxAreaCost limits the bytes times the lines of text pasted into a field of several lines. At
// each key, Fyne's Entry converts the whole text once per line: at the limit, which is 100 KB of
// prose or 14 KB of line breaks, that takes up to a second.
const maxAreaCost = 200_000_000

// refusesLongPaste reports whether a text is too long to be pasted, and then informs the user.
func (f *Field) refusesLongPaste(text string) bool {
	if !f.MultiLine {
		return false
	}
	replaced := f.SelectedText()
	const lineBytes = 50 // about the length of a wrapped line
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
