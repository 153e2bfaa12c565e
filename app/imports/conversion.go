package imports

import (
	"cmp"
	"strings"

	"github.com/google/uuid"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/imports/foreign"
	"parlando/app/imports/formats"
)

// derivedID returns an ID that is the same each time that the same thing is imported.
func derivedID(parts ...string) chat.ID {
	return chat.ID(uuid.NewSHA1(uuid.NameSpaceURL, []byte("parlando:import:"+strings.Join(parts, "\x00"))).String())
}

// derivedBeside returns a derived ID that begins like another one. In an index the IDs of a chat
// are side by side, so that adding them changes few pages.
func derivedBeside(id chat.ID, part string) chat.ID {
	const shared = len("xxxxxxxx-xxxx-xxxx-")
	return id[:shared] + derivedID(string(id), part)[shared:]
}

// outline converts a conversation without the content of its messages, for comparing.
func outline(format formats.Format, c *foreign.Conversation) history.ImportedConversation {
	id := derivedID(string(format), c.ID)
	one := history.ImportedConversation{
		Conversation: chat.Conversation{ID: id, Title: c.Title, Pinned: c.Pinned, Created: c.Created, Updated: c.Updated},
		Messages:     make([]chat.Message, len(c.Messages)), Current: messageID(id, c.Current),
	}
	for i, m := range c.Messages {
		one.Messages[i] = chat.Message{
			ID: messageID(id, m.ID), Conversation: id, Parent: messageID(id, m.Parent), Role: m.Role, State: chat.Done, Created: m.Created,
		}
	}
	return one
}

func messageID(conversation chat.ID, id string) chat.ID {
	if id == "" {
		return ""
	}
	return derivedBeside(conversation, id)
}

// request returns the request of a reply, which names the model that wrote it; nil if it is
// unknown.
func request(m *foreign.Message, model string, id chat.ID) *chat.Request {
	model = cmp.Or(m.Model, model)
	if m.Role != chat.Assistant || model == "" {
		return nil
	}
	return &chat.Request{ID: derivedBeside(id, "request"), Asked: model, Served: model, Started: m.Created, Ended: m.Created}
}

// titleOf returns the title of a conversation, that of its first words if it has none.
func titleOf(one *history.ImportedConversation) string {
	if one.Conversation.Title != "" {
		return one.Conversation.Title
	}
	for _, m := range one.Messages {
		if m.Role == chat.User {
			return history.Title(m)
		}
	}
	return ""
}
