package sidebar

import (
	"fmt"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/app/chat"
	"parley/views/theme"
)

type kind uint8

const (
	heading kind = iota
	conversation
	found
)

// line is one line of the list.
type line struct {
	kind         kind
	words        string
	id           chat.ID
	conversation chat.Conversation
	hit          Hit
}

// key tells lines apart, so that one that stays in sight keeps its row.
func (l line) key() string {
	if l.kind == heading {
		return "# " + l.words
	}
	return fmt.Sprint(l.id, " ", l.hit.Message, " ", l.hit.Line)
}

// title is what a line says first.
func (l line) title() string {
	switch l.kind {
	case conversation:
		return Title(l.conversation)
	case found:
		return l.hit.Title
	}
	return l.words
}

// height is how high a line is, without the gap below it.
func (l line) height() float32 {
	text := fyne.MeasureText("M", fynetheme.Size(fynetheme.SizeNameText), fyne.TextStyle{}).Height
	switch {
	case l.kind == heading:
		return text + 14
	case l.kind == found && l.hit.inside():
		return 2*text + 13
	}
	return max(float32(theme.RowHeight), text+14)
}
