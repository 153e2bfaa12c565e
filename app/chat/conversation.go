package chat

import (
	"cmp"
	"slices"
	"time"
)

// DeletedRetention is the time that deleted chats, transcripts, recordings and speech exports can
// be restored.
const DeletedRetention = 30 * 24 * time.Hour

// Conversation is a chat without its messages: its title, connection, model and parameters.
type Conversation struct {
	ID ID
	// Title is the title set by the user or derived from the first message; "" before that.
	Title  string
	Pinned bool
	// Project is the project to which the chat belongs, "" for none. The project may have been
	// deleted.
	Project ID
	// Connection and Model are those of the chat; "" means the current default.
	Connection ID
	Model      string
	Params     Parameters
	Created    time.Time
	// Updated is the time of the last message; the sidebar sorts by it.
	Updated time.Time
	// Place is the reading position when the user last left the chat.
	Place ReadingPlace
}

// ReadingPlace is the first visible row when the user left a conversation. The zero value is the
// end of the conversation.
type ReadingPlace struct {
	Message ID `json:"message"`
	// Part is the position of the row in its message, from 0 to 1, and Y the position of its top.
	Part float32 `json:"part"`
	Y    float32 `json:"y"`
}

// Target is the connection, model and parameters for a message. As in a Conversation, "" means the
// current default.
type Target struct {
	Connection ID
	Model      string
	Params     Parameters
}

// Target returns the conversation's target.
func (c Conversation) Target() Target { return Target{c.Connection, c.Model, c.Params} }

// Draft is the unsent content of a conversation's composer.
type Draft struct {
	Text string
	// Parts are the attachments: pictures, documents, texts and transcripts.
	Parts []Part
	// Edits is the message being edited, "" for none. Sending adds the draft as its sibling.
	Edits ID
}

// Empty reports whether the draft has no content.
func (d Draft) Empty() bool { return d.Text == "" && len(d.Parts) == 0 && d.Edits == "" }

// Append returns d followed by next, with all text and attachments of both. If d edits no message,
// the result edits the one that next edits.
func (d Draft) Append(next Draft) Draft {
	switch {
	case d.Empty():
		return next
	case next.Empty():
		return d
	}
	out := Draft{Text: d.Text, Parts: slices.Concat(d.Parts, next.Parts), Edits: d.Edits}
	out.Edits = cmp.Or(out.Edits, next.Edits)
	if out.Text != "" && next.Text != "" {
		out.Text += DraftSeparator
	}
	out.Text += next.Text
	return out
}

// DraftSeparator separates the texts of two joined drafts.
const DraftSeparator = "\n\n"

// Head is the part of a message that the conversation view needs before it loads the text.
type Head struct {
	ID   ID
	Role Role
	// Bytes is the length of the text, for estimating its height; Images is the number of pictures.
	Bytes, Images int
}

// IDs returns the IDs of messages in order.
func IDs(heads []Head) []ID {
	ids := make([]ID, len(heads))
	for i, h := range heads {
		ids[i] = h.ID
	}
	return ids
}
