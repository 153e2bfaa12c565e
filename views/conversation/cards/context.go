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

// Messages performs the actions on the messages of a column.
type Messages interface {
	// Regenerate requests another reply, Continue requests the rest of a truncated reply.
	Regenerate(id chat.ID)
	Continue(id chat.ID)
	// Stop stops the reply that is being written.
	Stop()
	// Edit starts editing a message of the user. Delete deletes any message with those after it,
	// DeleteAlone without them.
	Edit(id chat.ID)
	Delete(id chat.ID)
	DeleteAlone(id chat.ID)
	// Choose shows the previous (-1) or the next (+1) sibling.
	Choose(id chat.ID, step int)
	// PerformAction performs the action of a problem, except Continue and Try again. SendAgain
	// requests the reply again with another value for a field of the request; nil omits the field.
	PerformAction(id chat.ID, action words.Action)
	SendAgain(id chat.ID, field string, value *float64)
	// ShowPicture shows a picture of a message in full size, OpenFile opens a document in its
	// default program, SavePicture saves the file of a picture unchanged, and ChangePicture adds a
	// picture of a reply to the next message.
	ShowPicture(message chat.ID, sha256 string)
	OpenFile(message chat.ID, sha256 string)
	SavePicture(message chat.ID, sha256 string)
	ChangePicture(message chat.ID, sha256 string)
}

// Addresses opens web addresses after the user has confirmed them.
type Addresses interface {
	// OpenLink opens the address of a clicked link: http, https or mailto.
	OpenLink(address string)
	// OpenPicture opens the address of a picture that the user wants to see.
	OpenPicture(address string)
	// HasServicePage reports whether the service of this chat has a page that can be opened.
	HasServicePage() bool
}

// Models names the models of this chat's connection.
type Models interface {
	// ModelName returns the displayed name of a model id, "" if the model has none.
	ModelName(model string) string
	// VisionModel returns the name of a model that supports pictures, "" for none.
	VisionModel() string
	// ModelInstead returns the name of a model that can replace a refused one, "" for none; chosen
	// means that the chat already uses that model.
	ModelInstead(refused string) (name string, chosen bool)
}

// Source loads content asynchronously; the view accepts the results at any time.
type Source interface {
	// ReadMessages requests messages that will soon be visible; SetMessages takes the result.
	ReadMessages(ids []chat.ID)
	// ReadPicture requests a picture whose longer side is edge in Fyne's units. SetPicture takes
	// the picture. SetDamaged is called if the picture cannot be displayed, SetPictureReadFailed if
	// reading its file failed.
	ReadPicture(sha256 string, edge float32)
	// Highlight requests the colors of a code block; SetHighlight takes the result with the same
	// key.
	Highlight(key, language, code string)
}

// Thread runs functions in the background and on the window's thread.
type Thread interface {
	// Go runs work in the background, then the function returned by work on the window's thread.
	Go(work func() (then func()))
}

// Resumer continues the layout of long messages.
type Resumer interface {
	// ResumeCard lays out the next piece of a card if the card is still shown.
	ResumeCard(c *Card)
}

// MemoryRemover removes memories.
type MemoryRemover interface {
	Forget(memory chat.ID)
}

// Callbacks holds the interfaces and callbacks of messages. None may be nil, unless its comment
// says so.
type Callbacks struct {
	Messages  Messages
	Addresses Addresses
	Models    Models
	Source    Source
	// Queue may be nil as long as no messages are queued.
	Queue Queue
	// Tools may be nil: then no call waits for the user.
	Tools Tools
	// Answers may be nil: then tables have no actions.
	Answers Answers
	// Thread may be nil: then long texts are parsed and laid out at once.
	Thread Thread
	// OnCopy copies text to the clipboard, OnCopyReply a reply as Markdown or with its formatting.
	OnCopy      func(text string)
	OnCopyReply func(m chat.Message, markdown bool)
	// OnReadAloud starts, pauses or resumes reading a message aloud. from is the byte offset to
	// start at or to seek to; -1 starts at the beginning, or keeps the current position. If
	// OnReadAloud is nil, no message has the button.
	OnReadAloud func(id chat.ID, from int)
	// MemoryRemover removes memories of the chat. If it is nil, no memory can be removed.
	MemoryRemover MemoryRemover
	// ReadOnly leaves out the buttons that change the chat or send something.
	ReadOnly bool
	// OnTime is called with a clicked time of a recording, if Context.Times is set. If it is nil,
	// times are plain text.
	OnTime func(id chat.ID, at time.Duration)
}

// Overlays opens menus and pages over the column.
type Overlays interface {
	// OpenMenu opens the menu of a message.
	OpenMenu(id chat.ID)
	// ShowText shows a long text on a page of its own.
	ShowText(title, text string)
}

// Context is shared by the cards of a column. None of its functions may be nil.
type Context struct {
	*Callbacks
	Ruler *textflow.Ruler
	// Resumer may be nil if Thread is.
	Resumer Resumer
	// Model is the id of the chat's current model.
	Model string
	// Plain hides the model, token and time line. Times makes times in brackets, such as [12:34],
	// clickable.
	Plain, Times bool
	// Labels shows the names of a reply's actions beside their icons.
	Labels bool
	// Costs maps request ids to their costs; nil hides costs.
	Costs map[chat.ID]cost.Sum
	// Memories maps the texts of all memories to their ids, "" for one of another chat; nil while
	// they are not read.
	Memories map[string]chat.ID
	// Busy maps messages to the progress of waiting after a problem; see View.SetBusy.
	Busy     map[chat.ID]string
	Overlays Overlays
	// Colors has the colors of code blocks, by the keys of Source.Highlight.
	Colors map[string][][]markdown.Span
	// DamagedPictures has the pictures that cannot be displayed, UnreadablePictures those whose
	// last read failed, both by SHA-256.
	DamagedPictures, UnreadablePictures map[string]bool

	// Message returns a message of the column, nil if it has not been read.
	Message func(chat.ID) *chat.Message
	// Loudspeaker returns the icon and the name of the button that reads a message aloud.
	Loudspeaker func(chat.ID) (icon, name string)
	// IsVisible reports whether a row is visible.
	IsVisible func(*rows.Row) bool
	// RelayoutCard is called after something in a card was folded or unfolded, to lay it out again.
	RelayoutCard func(*Card)
	// ShowFooter scrolls down to what was unfolded below the buttons of a card.
	ShowFooter func(*Card)
	// RetryMessages requests again all messages whose read failed; RetryPicture requests again such
	// a picture.
	RetryMessages func()
	RetryPicture  func(sha256 string)
}

// failed reports whether a picture cannot be displayed, or its last read failed.
func (c *Context) failed(sha256 string) bool {
	return c.DamagedPictures[sha256] || c.UnreadablePictures[sha256]
}
