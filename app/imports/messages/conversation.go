package messages

import (
	"cmp"
	"encoding/json"

	"parlando/app/imports/exportjson"
	"parlando/app/imports/foreign"
)

type conversation struct {
	ID             string          `json:"id"`
	ConversationID string          `json:"conversation_id"`
	Title          string          `json:"title"`
	Name           string          `json:"name"`
	Model          string          `json:"model"`
	CreatedAt      exportjson.Time `json:"created_at"`
	Created        exportjson.Time `json:"created"`
	UpdatedAt      exportjson.Time `json:"updated_at"`
	Messages       []message       `json:"messages"`
}

// message is a message in one of the notations in which programs write the same facts.
type message struct {
	ID        string             `json:"id"`
	Role      string             `json:"role"`
	Content   exportjson.Content `json:"content"`
	Reasoning string             `json:"reasoning"`
	Thinking  string             `json:"reasoning_content"`
	Model     string             `json:"model"`
	CreatedAt exportjson.Time    `json:"created_at"`
	Created   exportjson.Time    `json:"created"`
	Timestamp exportjson.Time    `json:"timestamp"`
	Calls     []struct {
		ID       string `json:"id"`
		Function struct {
			Name      string `json:"name"`
			Arguments string `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
	CallID string `json:"tool_call_id"`
	Name   string `json:"name"`
}

// Decode decodes a chat: an object with an array of messages, and perhaps a title.
func Decode(object []byte) (foreign.Conversation, error) {
	var raw conversation
	if err := exportjson.Decode(object, &raw); err != nil {
		return foreign.Conversation{}, err
	}
	if len(raw.Messages) == 0 {
		return foreign.Conversation{}, foreign.ErrNoConversation
	}
	return raw.convert(), nil
}

func (c *conversation) convert() foreign.Conversation {
	got := foreign.Conversation{
		ID: cmp.Or(c.ID, c.ConversationID), Title: cmp.Or(c.Title, c.Name), Model: c.Model, Updated: c.UpdatedAt.Time,
		Created: firstKnown(c.CreatedAt, c.Created),
	}
	if got.ID == "" {
		got.ID = c.derivedID(&got)
	}
	r := reader{conversation: &got, ids: map[string]bool{}}
	for i := range c.Messages {
		r.add(i, &c.Messages[i])
	}
	r.endReply()
	got.RemoveEmpty()
	return got
}

// derivedID returns an ID that remains the same when the chat grows: of the title, the time, and
// the messages up to the first that is not an instruction. Many chats begin with the same
// instructions.
func (c *conversation) derivedID(got *foreign.Conversation) string {
	texts := []string{got.Title}
	if !got.Created.IsZero() {
		texts = append(texts, got.Created.UTC().String())
	}
	for i := range c.Messages {
		m := &c.Messages[i]
		texts = append(texts, m.Role, m.Content.Words())
		if m.Role != "system" && m.Role != "developer" {
			break
		}
	}
	return foreign.DeriveID(texts...)
}

// arguments returns the arguments of a call, which are JSON in a string.
func arguments(text string) json.RawMessage {
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	quoted, _ := json.Marshal(text) // a string can always be encoded
	return quoted
}
