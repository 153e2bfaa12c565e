package foreign

import (
	"time"

	"parlando/app/chat"
)

// Conversation is a conversation as another program exported it.
type Conversation struct {
	// ID is the other program's, unique among its conversations. A reader derives one from the
	// content if the program has none.
	ID    string
	Title string
	// Created and Updated are zero if unknown.
	Created, Updated time.Time
	Model            string
	Pinned, Archived bool
	// Project is the other program's ID of the project, "" for none.
	Project string
	// Messages are in an order in which each follows its parent. There are none if nothing in the
	// conversation can be shown.
	Messages []Message
	// Current is the ID of the last message of the branch that was shown, "" if unknown.
	Current string
	// Guessed reports that the export has no conversations, and this one was put together from
	// single questions.
	Guessed bool
	// Notes are the texts in the conversation that are not messages, such as custom instructions.
	// Most conversations of an export repeat the same ones.
	Notes []Note
	// Gaps lists the content that is not taken over.
	Gaps []Gap
}

// Message is a message of a user or an assistant. Consecutive messages that form one reply there,
// such as a tool call, its output and the answer, are one message here.
type Message struct {
	// ID is unique in the conversation; Parent is the preceding message, "" for the first.
	ID, Parent string
	// Role is chat.User or chat.Assistant.
	Role    chat.Role
	Created time.Time
	// Model is the model that wrote a reply, "" if unknown.
	Model string
	Parts []MessagePart
}

// MessagePart is a part of a message. Its kind is one of text, reasoning, tool call, tool result,
// sources and pasted text, or "" if File is set.
type MessagePart struct {
	chat.Part
	// File is a picture, a document or a sound whose bytes are beside the conversations, if at all.
	File *File
}

// File names a file of a message.
type File struct {
	// Pointer finds the bytes in the export, "" if it never contains them. Data holds the bytes if
	// they are in the conversation itself.
	Pointer string
	Data    []byte
	// Name and MIME come from the other program; both may be empty or wrong.
	Name, MIME string
	// Sound reports that it is the sound of a message whose words are a text part.
	Sound bool
}

// Gap is a kind of content that a reader does not take over.
type Gap struct {
	// Kind is the name in the export, such as a content type.
	Kind  string
	Count int
}
