package conversation

import (
	"parlando/app/chat"
	"parlando/views/conversation/cards"
)

// Options configures a View. Callbacks run on the window's thread. OnQuote, OnSave and OnPrint may
// be nil, as may the fields of cards.Callbacks that say so.
type Options struct {
	cards.Callbacks
	// RunLater runs a function after the current event. Fyne removes the focus from anything that a
	// press or release did not hit, so focus set by a button here would be lost immediately.
	RunLater func(func())
	// OnCopySelection copies the selection: text is plain text, passages has its parts by message,
	// nil if some of it is not message text.
	OnCopySelection func(text string, passages []Passage)
	// OnQuote quotes a passage, given as Markdown, in a message. If it is nil, quoting is not
	// offered.
	OnQuote func(text string)
	// OnSave and OnPrint save or print a reply. If they are nil, neither is offered.
	OnSave, OnPrint func(id chat.ID)
	// OnRune is called with characters typed while the column is focused, to continue in the
	// message box.
	OnRune func(r rune)
	// OnPills is called when PillsHeight changes.
	OnPills func()
}
