package messages

import (
	"errors"

	"parlando/app/imports/exportjson"
	"parlando/app/imports/foreign"
)

// MaxListBytes is the maximum size of the JSON of a List.
const MaxListBytes = 64 << 20

// ErrListTooLong reports more than MaxListBytes or too many messages.
var ErrListTooLong = errors.New("messages: the chat is too long")

// List collects a chat that is an array of messages, or one message a line, without an object
// around them. The zero value is empty.
type List struct {
	chat  conversation
	bytes int
}

// Add adds a message. After an error, the list remains as it was.
func (l *List) Add(object []byte) error {
	if l.bytes+len(object) > MaxListBytes || len(l.chat.Messages) == exportjson.MaxObjects {
		return ErrListTooLong
	}
	var m message
	if err := exportjson.Decode(object, &m); err != nil {
		return err
	}
	l.bytes += len(object)
	l.chat.Messages = append(l.chat.Messages, m)
	return nil
}

// Conversation returns the chat of all messages.
func (l *List) Conversation() (foreign.Conversation, error) {
	if len(l.chat.Messages) == 0 {
		return foreign.Conversation{}, foreign.ErrNoConversation
	}
	return l.chat.convert(), nil
}
