package speech

import "parlando/app/chat"

// Text is a text to be read aloud.
type Text struct {
	Source Source
	// Conversation is the conversation of a message, otherwise "".
	Conversation chat.ID
	// Title is shown in the player.
	Title string
	// Body is Markdown, unless Plain is set. For a message it is chat.Message.Text, so that offsets
	// match.
	Body  string
	Plain bool
	// From and To are byte offsets in Body: reading begins at the sentence that contains From, or
	// at the next one, and ends before the first sentence that begins at To or later. To 0 means
	// the end.
	From, To int
	// Writing reports that the text is still being written and ExtendText follows.
	Writing bool
}
