// Package chatgpttest makes conversations and exports as ChatGPT writes them, for tests. Nothing in
// them is from a real account.
package chatgpttest

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"strings"
)

// Object is a JSON object.
type Object map[string]any

// Conversation is a conversation that is being made.
type Conversation struct {
	// Members are those of the conversation beside its nodes.
	Members Object
	// Nodes are the nodes by their IDs, as in the export.
	Nodes Object
	last  string
	time  float64
}

// New makes a conversation with a root that has no message.
func New(id string) *Conversation {
	c := &Conversation{
		Members: Object{
			"conversation_id": id, "title": "Chat " + id, "create_time": 1_700_000_000.25, "update_time": 1_700_000_100,
			"is_archived": false, "is_starred": nil, "default_model_slug": "gpt-5", "safe_urls": []any{},
		},
		Nodes: Object{}, time: 1_700_000_000,
	}
	return c.Node("root", "", nil)
}

// Node adds a node with a message, nil for none, below a parent, and goes on from there.
func (c *Conversation) Node(id, parent string, message Object) *Conversation {
	n := Object{"id": id, "message": nil, "parent": nil, "children": []any{}}
	if message != nil {
		n["message"] = message
	}
	if above, ok := c.Nodes[parent].(Object); ok {
		n["parent"] = parent
		above["children"] = append(above["children"].([]any), id)
	}
	c.Nodes[id] = n
	c.last = id
	c.Members["current_node"] = id
	return c
}

// At goes on from a node.
func (c *Conversation) At(id string) *Conversation {
	c.last = id
	return c
}

// Message adds a message below the last node. more are members of the message besides its content,
// role and time.
func (c *Conversation) Message(id, role string, content Object, more ...Object) *Conversation {
	c.time++
	m := Object{
		"id": id, "author": Object{"role": role, "name": nil, "metadata": Object{}}, "create_time": c.time, "update_time": nil,
		"content": content, "status": "finished_successfully", "end_turn": nil, "weight": 1.0, "metadata": Object{}, "recipient": "all", "channel": nil,
	}
	for _, o := range more {
		maps.Copy(m, o)
	}
	return c.Node(id, c.last, m)
}

// User adds a message of the user below the last node, Assistant one of the model.
func (c *Conversation) User(id, text string, more ...Object) *Conversation {
	return c.Message(id, "user", Text(text), more...)
}

// Assistant adds a message of the model below the last node.
func (c *Conversation) Assistant(id, text string, more ...Object) *Conversation {
	return c.Message(id, "assistant", Text(text), append([]Object{Metadata("model_slug", "gpt-5-thinking")}, more...)...)
}

// Call adds a call of a tool below the last node, Output an output of one.
func (c *Conversation) Call(id, tool, text string) *Conversation {
	return c.Message(id, "assistant", Object{"content_type": "code", "language": "unknown", "text": text}, Object{"recipient": tool})
}

// Output adds an output of a tool below the last node.
func (c *Conversation) Output(id, tool string, content Object, more ...Object) *Conversation {
	return c.Message(id, "tool", content, append([]Object{{"author": Object{"role": "tool", "name": tool}}}, more...)...)
}

// JSON returns the conversation as in the export.
func (c *Conversation) JSON() []byte {
	o := maps.Clone(c.Members)
	o["mapping"] = c.Nodes
	b, err := json.Marshal(o)
	if err != nil {
		panic("chatgpttest: " + err.Error())
	}
	return b
}

// Text returns a content of texts.
func Text(parts ...string) Object { return Object{"content_type": "text", "parts": parts} }

// Parts returns a content of texts and objects.
func Parts(parts ...any) Object { return Object{"content_type": "multimodal_text", "parts": parts} }

// Metadata returns the metadata of a message, from keys and values.
func Metadata(pairs ...any) Object {
	m := Object{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	return Object{"metadata": m}
}

// Write writes an array of n conversations, each of about size bytes.
func Write(w io.Writer, n, size int) error {
	const chunk = 2000
	text := strings.Repeat("An oak lives for \"centuries\".\nIts acorns feed jays, \u00e9cureuils and mice. ", chunk/70)
	for i := range n {
		c := New(fmt.Sprint(i))
		for m := 0; m*chunk < size; m += 2 {
			id := fmt.Sprintf("%d-%d", i, m)
			c.User(id+"u", fmt.Sprintf("Question %d of chat %d: %s", m, i, text))
			c.Assistant(id+"a", text)
		}
		separator := ","
		if i == 0 {
			separator = "["
		}
		if _, err := fmt.Fprintf(w, "%s%s", separator, c.JSON()); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "]")
	return err
}
