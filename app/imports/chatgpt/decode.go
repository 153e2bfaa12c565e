package chatgpt

import (
	"cmp"
	"strings"

	"parlando/app/imports/exportjson"
	"parlando/app/imports/foreign"
)

// Decode decodes a conversation. Values of unexpected types are left out; the error reports an
// object that is not a conversation, or damaged.
func Decode(object []byte) (foreign.Conversation, error) {
	var c conversation
	if err := exportjson.Decode(object, &c); err != nil {
		return foreign.Conversation{}, err
	}
	if c.Mapping == nil {
		return foreign.Conversation{}, foreign.ErrNoConversation
	}
	result := foreign.Conversation{
		Title: c.Title, Created: c.Created.Time, Updated: c.Updated.Time, Model: c.Model,
		Pinned: c.Starred, Archived: c.Archived,
	}
	for _, id := range []string{c.Template, c.Gizmo} {
		if strings.HasPrefix(id, "g-p-") {
			result.Project = id
		}
	}
	t := newTree(c.Mapping)
	for range t.cycles {
		result.AddGap("cycle")
	}
	d := decoder{tree: t, result: &result}
	d.decode(c.CurrentNode)
	result.RemoveEmpty()
	result.ID = cmp.Or(c.ConversationID, c.ID)
	if result.ID == "" {
		result.ID = derivedID(result)
	}
	return result, nil
}

// derivedID returns the ID of a conversation without one. It stays the same if the conversation
// grows or is renamed.
func derivedID(c foreign.Conversation) string {
	if len(c.Messages) == 0 {
		return foreign.DeriveID(c.Title)
	}
	texts := []string{c.Messages[0].ID}
	for _, p := range c.Messages[0].Parts {
		texts = append(texts, p.Text)
	}
	return foreign.DeriveID(texts...)
}
