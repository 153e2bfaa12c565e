package shell

import (
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// NewHelpButton returns a quiet button that opens a page of the help.
func NewHelpButton(h Host, page string) *widgets.IconButton {
	return widgets.NewIconButton("circle-question-mark", i18n.Text("Help"), func() { h.OpenHelp(page) })
}
