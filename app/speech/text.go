package speech

import "parlando/app/chat"

// Text is a text to be read aloud.
type Text struct {
	Source Source
	// Conversation is that of the message, "" for everything else.
	Conversation chat.ID
	// Title is shown by the player.
	Title string
	// Body is markdown, unless Plain is set. For a message it is chat.Message.Text, so that offsets
	// fit.
	Body  string
	Plain bool
	// From and To are byte offsets in Body: the first sentence is the one that holds From, or the
	// next one; none begins at To or behind it. To 0 is the end.
	From, To int
	// Writing says that the text is still being written: Grow follows.
	Writing bool
}
