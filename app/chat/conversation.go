package chat

import (
	"cmp"
	"slices"
	"time"
)

// KeepDeleted is the time for which deleted chats, transcripts, recordings and sound files can be
// restored.
const KeepDeleted = 30 * 24 * time.Hour

// Conversation is a chat as it is opened: what it is called, and who answers in it with which
// parameters.
type Conversation struct {
	ID ID
	// Title is the user's own or made from the first message; "" until there is one.
	Title  string
	Pinned bool
	// Connection names the service it speaks to, Model the model; "" means the current default.
	Connection ID
	Model      string
	Params     Parameters
	Created    time.Time
	// Updated is the time of the last message; the sidebar sorts by it.
	Updated time.Time
	// Place is the row at which it was left.
	Place ReadingPlace
}

// ReadingPlace is the first row that was in the window when a conversation was left. The zero value
// is the end of the conversation.
type ReadingPlace struct {
	Message ID `json:"message"`
	// Part is which of the rows of the message it was, from 0 to 1, and Y where its top was.
	Part float32 `json:"part"`
	Y    float32 `json:"y"`
}

// Target is the receiver of a message, with parameters. "" means the current default, as in a
// Conversation.
type Target struct {
	Connection ID
	Model      string
	Params     Parameters
}

// Target returns whom the conversation asks.
func (c Conversation) Target() Target { return Target{c.Connection, c.Model, c.Params} }

// Draft is the unsent content of a conversation's composer.
type Draft struct {
	Text string
	// Parts are the attachments: images and pasted texts.
	Parts []Part
	// Edits is the user message that sending replaces by a sibling, or "".
	Edits ID
}

// Empty reports whether there is nothing to keep.
func (d Draft) Empty() bool { return d.Text == "" && len(d.Parts) == 0 && d.Edits == "" }

// Then returns d with next behind it, so that no word and no attachment of either is lost. It edits
// what d edits, or else what next edits.
func (d Draft) Then(next Draft) Draft {
	switch {
	case d.Empty():
		return next
	case next.Empty():
		return d
	}
	out := Draft{Text: d.Text, Parts: slices.Concat(d.Parts, next.Parts), Edits: d.Edits}
	out.Edits = cmp.Or(out.Edits, next.Edits)
	if out.Text != "" && next.Text != "" {
		out.Text += DraftGap
	}
	out.Text += next.Text
	return out
}

// DraftGap stands between the words of two drafts that become one.
const DraftGap = "\n\n"

// Head is the part of a message that the conversation view needs before its text is read.
type Head struct {
	ID   ID
	Role Role
	// Bytes is the length of its text, for a first guess of its height; Images the number of
	// pictures.
	Bytes, Images int
}

// IDs returns the ids of messages, in their order.
func IDs(heads []Head) []ID {
	ids := make([]ID, len(heads))
	for i, h := range heads {
		ids[i] = h.ID
	}
	return ids
}
