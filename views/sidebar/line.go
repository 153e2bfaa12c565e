package sidebar

import (
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

func (l line) height() float32 {
	text := fyne.MeasureText("M", fynetheme.Size(fynetheme.SizeNameText), fyne.TextStyle{}).Height
	switch {
	case l.kind == heading:
		return text + 16
	case l.kind == found && l.hit.Message != "":
		return 2*text + 18
	}
	return max(float32(theme.RowHeight), text+14)
}
