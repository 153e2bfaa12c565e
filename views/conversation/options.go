package conversation

import (
	"parlando/app/chat"
	"parlando/views/conversation/cards"
)

// Options configure a View. Callbacks run on the window's thread. OnQuote, OnSave and OnPrint may
// be nil, as may those of cards.Calls that say so.
type Options struct {
	cards.Calls
	// Soon runs a function once the event that is handled is over: Fyne takes the focus from
	// whatever a press or a release did not hit, so what a button here gives the focus to would
	// lose it at once.
	Soon func(func())
	// OnCopySelection is given what was selected as plain text, and as passages of messages where
	// all of it is one.
	OnCopySelection func(text string, passages []Passage)
	// OnQuote is given a passage, as markdown, that is to be quoted in a message. Without it
	// nothing is offered to be quoted.
	OnQuote func(text string)
	// OnSave and OnPrint are given a reply to be saved or printed. Without them neither is offered.
	OnSave, OnPrint func(id chat.ID)
	// OnType is given what is typed while the column has the focus, so that writing can go on at
	// once.
	OnType func(r rune)
	// OnPills says that PillsHeight gives another height than before.
	OnPills func()
}
