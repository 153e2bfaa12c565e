package cards

import (
	"time"

	"parley/app/chat"
	"parley/app/markdown"
	"parley/views/conversation/rows"
	"parley/views/textview/textflow"
	"parley/views/words"
)

// Calls are what messages ask and tell. OnReadAloud may be nil, the others not.
type Calls struct {
	MessageCalls
	PictureCalls
	// Now is the clock for how long thinking took.
	Now func() time.Time
	// NameOf returns what the user calls the model with an id, "" if nothing.
	NameOf func(model string) string
	// SeeingModel returns the name of a model that sees pictures, "" for none.
	SeeingModel func() string
	// HasServicePage reports whether the service of this chat has a page that can be opened.
	HasServicePage func() bool
	// OnHighlight asks for the colors of a piece of code, by their key in Context.Colors.
	OnHighlight func(key, lang, code string)
	// OnCopy is given a text for the clipboard.
	OnCopy func(text string)
	// OnReadAloud is the loudspeaker of a message: it begins to read, or holds what is being read and goes on. from is the byte
	// of the text to begin at, -1 for the beginning or where it was. Without it nothing is offered to be read.
	OnReadAloud func(id chat.ID, from int)
	// OnOpenLink is given an address that was clicked, http, https or mailto.
	OnOpenLink func(addr string)
	// OnTime is given a time of a recording that was clicked in a message, where Context.Times says that there is one.
	OnTime func(id chat.ID, at time.Duration)
}

// MessageCalls are what is done with whole messages.
type MessageCalls struct {
	// OnRegenerate and OnContinue are about a reply, OnEdit about a message of the user, OnDelete about either.
	OnRegenerate, OnContinue, OnEdit, OnDelete func(id chat.ID)
	// OnChoose asks for the sibling one step older (-1) or younger (+1).
	OnChoose func(id chat.ID, step int)
	// OnCopyReply is given a reply that is to be copied as it looks.
	OnCopyReply func(m chat.Message)
	// OnSave and OnPrint are given a reply to be saved or printed. Without them neither is offered.
	OnSave, OnPrint func(id chat.ID)
	// OnFixTrouble is the button of a trouble other than Continue and Try again.
	OnFixTrouble func(id chat.ID, a words.Action)
	// OnSendAgain asks once more with another number for a field of the request, or with nil without it.
	OnSendAgain func(id chat.ID, field string, value *float64)
}

// PictureCalls are what is done with pictures and documents in messages.
type PictureCalls struct {
	// OnShowPicture asks for a picture of a message to be shown large, OnOpenFile for a document of it to be opened in the program there is for
	// it, OnSavePicture for a picture to be saved as it came.
	OnShowPicture, OnOpenFile, OnSavePicture func(message chat.ID, sha256 string)
	// OnFetchRemoteImage is given the address of a picture that the user asked to see.
	OnFetchRemoteImage func(addr string)
}

// Context is what the cards of a column have in common. None of its functions may be nil.
type Context struct {
	*Calls
	Ruler *textflow.Ruler
	// Plain leaves out who answered, with how many tokens and in what time. Times makes times in brackets, such as [12:34], a place to click.
	Plain, Times bool
	// Busy tells how a trouble that only needs waiting goes on, by its message.
	Busy map[chat.ID]string
	// Colors are those of pieces of code, by the keys of OnHighlight.
	Colors map[string][][]markdown.Span
	// Damaged are the pictures that cannot be shown, and Unread those that could not be read the last time, by SHA-256.
	Damaged, Unread map[string]bool

	// Message returns a message of the column, nil if it was not read.
	Message func(chat.ID) *chat.Message
	// Loudspeaker returns the icon and the name of the button that reads a message aloud.
	Loudspeaker func(chat.ID) (icon, name string)
	// Shows reports whether a row is in the window.
	Shows func(*rows.Row) bool
	// Relay is called after something in a card was folded or unfolded.
	Relay func(*Card)
	// OpenMenu opens the menu of a message.
	OpenMenu func(chat.ID)
	// AskAgain asks for the messages that could not be read, and RetryPicture for such a picture.
	AskAgain     func()
	RetryPicture func(sha256 string)
}

// failed reports whether a picture cannot be shown, or could not be read.
func (c *Context) failed(sha256 string) bool { return c.Damaged[sha256] || c.Unread[sha256] }
