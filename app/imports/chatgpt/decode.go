package chatgpt

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"parlando/app/imports/exportjson"
	"parlando/app/imports/foreign"
)

// ErrNoConversation reports an object that is not a conversation of ChatGPT.
var ErrNoConversation = errors.New("chatgpt: the object is not a conversation")

// Recognizes reports whether an object has the keys of a conversation of ChatGPT. The object may
// end early.
func Recognizes(object []byte) bool {
	keys := exportjson.Keys(object)
	return slices.Contains(keys, "mapping") && !slices.Contains(keys, "inserted_at")
}

// Decode decodes a conversation. Values of unexpected types are left out; the error reports an
// object that is not a conversation, or damaged.
func Decode(object []byte) (foreign.Conversation, error) {
	var c conversation
	if err := exportjson.Decode(object, &c); err != nil {
		return foreign.Conversation{}, err
	}
	if c.Mapping == nil {
		return foreign.Conversation{}, ErrNoConversation
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
	content := c.Title
	if len(c.Messages) > 0 {
		content = c.Messages[0].ID
		for _, p := range c.Messages[0].Parts {
			content += "\n" + p.Text
		}
	}
	sum := sha256.Sum256([]byte(content))
	return "derived-" + hex.EncodeToString(sum[:16])
}
