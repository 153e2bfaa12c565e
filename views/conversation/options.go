package conversation

import (
	"parlando/app/chat"
	"parlando/views/conversation/cards"
)

// Projects adds files to projects.
type Projects interface {
	// AskToAdd adds the attachments of a message to the project of the chat, or asks to which one.
	AskToAdd(parts []chat.Part)
}

// Options configures a View. Callbacks run on the window's thread. OnQuote, OnSave and OnPrint may
// be nil, as may the fields of cards.Callbacks that say so.
type Options struct {
	cards.Callbacks
	// RunLater runs a function after the current event. Setting the focus during a press or release
	// would have no effect: Fyne then removes the focus from every widget that was not clicked.
	RunLater func(func())
	// OnCopySelection copies the selection. text is the plain text; passages has the parts of each
	// message, nil if some of the selection is not message text.
	OnCopySelection func(text string, passages []Passage)
	// OnQuote quotes a passage, given as Markdown, in the message box. If it is nil, the menu has
	// no Quote.
	OnQuote func(text string)
	// OnSave and OnPrint save or print a reply. If one is nil, the menu does not offer its action.
	OnSave, OnPrint func(id chat.ID)
	// Projects adds the attachments of a message to a project; nil does not offer that.
	Projects Projects
	// OnRune is called with each character typed while the column is focused, to enter it in the
	// message box.
	OnRune func(r rune)
	// Announces reports whether announcements are on: then the arrow keys go from paragraph to
	// paragraph instead of scrolling. It may be nil.
	Announces func() bool
	// OnPills is called when PillsHeight changes.
	OnPills func()
}
