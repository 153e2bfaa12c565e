package cards

import (
	"time"

	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/markdown"
	"parlando/views/conversation/rows"
	"parlando/views/textview/textflow"
	"parlando/views/words"
)

// Messages does what is asked of the messages of a column.
type Messages interface {
	// Regenerate asks for another reply in place of one, Continue for the rest of one.
	Regenerate(id chat.ID)
	Continue(id chat.ID)
	// Edit begins to edit a message of the user, Delete deletes any.
	Edit(id chat.ID)
	Delete(id chat.ID)
	// Choose shows the sibling one step older (-1) or younger (+1).
	Choose(id chat.ID, step int)
	// Fix does what the button of a problem promises, but for Continue and Try again. SendAgain
	// asks once more with another number for a field of the request, or with nil without it.
	Fix(id chat.ID, action words.Action)
	SendAgain(id chat.ID, field string, value *float64)
	// ShowPicture shows a picture of a message large, OpenFile opens a document of it in the
	// program there is for it, SavePicture saves a picture as it came.
	ShowPicture(message chat.ID, sha256 string)
	OpenFile(message chat.ID, sha256 string)
	SavePicture(message chat.ID, sha256 string)
}

// Addresses opens what lies outside of Parlando, once the user has seen where it leads.
type Addresses interface {
	// OpenLink is given an address that was clicked, http, https or mailto.
	OpenLink(address string)
	// OpenPicture is given the address of a picture that the user asked to see.
	OpenPicture(address string)
	// HasServicePage reports whether the service of this chat has a page that can be opened.
	HasServicePage() bool
}

// Models names the models of this chat's connection.
type Models interface {
	// NameOf returns what the user calls the model with an id, "" if nothing.
	NameOf(model string) string
	// SeeingModel returns the name of a model that sees pictures, "" for none.
	SeeingModel() string
}

// Source reads what is shown; the view is given it at any time.
type Source interface {
	// ReadMessages is for messages whose text will soon be seen; SetMessages gives them.
	ReadMessages(ids []chat.ID)
	// ReadPicture is for a picture, its longest edge in units of the window; SetPicture gives it,
	// or SetDamaged says that it cannot be shown, or SetPictureUnread that it could not be read.
	ReadPicture(sha256 string, edge float32)
	// Highlight is for the colors of a piece of code; SetHighlight gives them by this key.
	Highlight(key, language, code string)
}

// Calls are the interfaces and callbacks of messages. OnReadAloud and OnTime may be nil, the others
// not.
type Calls struct {
	Messages  Messages
	Addresses Addresses
	Models    Models
	Source    Source
	// Tools may be nil: then no call waits.
	Tools Tools
	// Answers may be nil: then a table is only shown.
	Answers Answers
	// Now is the clock for how long thinking took.
	Now func() time.Time
	// OnCopy is given a text for the clipboard, OnCopyReply a reply to be copied as it looks.
	OnCopy      func(text string)
	OnCopyReply func(m chat.Message)
	// OnReadAloud is the loudspeaker of a message: it begins to read, or holds what is being read
	// and goes on. from is the byte of the text to begin at or to go to, -1 for the beginning or
	// where it was. Without it nothing is offered to be read.
	OnReadAloud func(id chat.ID, from int)
	// OnTime is given a time of a recording that was clicked in a message, where Context.Times says
	// that there is one. Without it times are plain text.
	OnTime func(id chat.ID, at time.Duration)
}

// Context is shared by the cards of a column. None of its functions may be nil.
type Context struct {
	*Calls
	Ruler *textflow.Ruler
	// Plain leaves out who answered, with how many tokens and in what time. Times makes times in
	// brackets, such as [12:34], a place to click.
	Plain, Times bool
	// Costs maps request ids to their costs; nil shows none.
	Costs map[chat.ID]cost.Sum
	// Busy has the progress of waiting after a problem, by its message.
	Busy map[chat.ID]string
	// Colors are those of pieces of code, by the keys of Source.Highlight.
	Colors map[string][][]markdown.Span
	// Damaged are the pictures that cannot be shown, and Unread those that could not be read the
	// last time, by SHA-256.
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
