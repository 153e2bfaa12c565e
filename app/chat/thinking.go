package chat

import (
	"bytes"
	"encoding/json"
)

// SignedThinking is the reasoning of one request, with the connection and the model to which it may
// be sent back. Its JSON is the text of a PartThinking.
type SignedThinking struct {
	Connection ID     `json:"connection,omitempty"`
	Model      string `json:"model"`
	// Members are the JSON members of the message that contain the reasoning. They are byte for
	// byte as received, because the service has signed them.
	Members map[string]json.RawMessage `json:"members"`
}

// Part returns a part with the reasoning.
func (t SignedThinking) Part() Part {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // escaping would change the signed bytes
	if err := e.Encode(t); err != nil {
		// Members were read from JSON, so encoding them cannot fail.
		panic("chat: reasoning that JSON cannot hold: " + err.Error())
	}
	return Part{Kind: PartThinking, Text: b.String()}
}

// Thinking decodes the reasoning of a part; ok is false for another kind of part or damaged text.
func (p Part) Thinking() (t SignedThinking, ok bool) {
	ok = p.Kind == PartThinking && json.Unmarshal([]byte(p.Text), &t) == nil
	return t, ok
}
