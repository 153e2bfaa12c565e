package chat

import (
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"
)

// ToolDefinition is a tool as a model learns of it (GATEWAY.md 2.3).
type ToolDefinition struct {
	// Name is 1 to 64 letters, digits, underscores and hyphens.
	Name, Description string
	// Parameters is a JSON Schema of an object.
	Parameters json.RawMessage
}

// ToolRequest is a call and where it comes from.
type ToolRequest struct {
	Call ToolCall
	// Reply is the message that the call is part of.
	Reply, Conversation, Connection ID
	Model                           string
	// MayHaveRun: the program ended while the call ran. It runs again only when the user says so.
	MayHaveRun bool
}

// ToolCall asks for a tool to be run (GATEWAY.md 2.4). Its JSON is the text of a PartToolCall.
type ToolCall struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Arguments is JSON of an object, as the model wrote it; "{}" where it wrote nothing.
	Arguments string `json:"arguments"`
	// Extra keeps the members that GATEWAY.md does not name. Some services need them back.
	Extra map[string]json.RawMessage `json:"extra,omitempty"`
}

// ToolState is the progress of a tool call. The stored word is the value itself.
type ToolState string

// The states of a tool call.
const (
	// ToolStarted: it has begun. Where no later state is known, the program ended meanwhile, and it
	// may have run.
	ToolStarted ToolState = "started"
	// ToolDone: it ran; Text is its result.
	ToolDone ToolState = "done"
	// ToolFailed: it ran or was not run, for the reason in Text.
	ToolFailed ToolState = "failed"
	// ToolDenied: the user did not allow it.
	ToolDenied ToolState = "denied"
	// ToolCanceled: the user stopped the reply before it ended.
	ToolCanceled ToolState = "canceled"
)

// Ended reports whether the state is final. "", of a call that has not begun, is not.
func (s ToolState) Ended() bool { return s != "" && s != ToolStarted }

// ToolResult is the progress of a call. The text of a PartToolResult is the JSON of all its states,
// one in a line, the last of which counts: a part that grows is all that is ever written.
type ToolResult struct {
	// Call is the ID of the ToolCall that it answers.
	Call  string    `json:"call"`
	State ToolState `json:"state"`
	// Text is the answer that the model receives.
	Text string `json:"text,omitempty"`
	// Took is the time that it ran; 0 before its end.
	Took time.Duration `json:"took,omitempty"`
}

// MaxToolResult is the greatest number of characters of a result that a model receives. The whole
// result stays in the chat.
const MaxToolResult = 100_000

// Received returns the part of the result's text that a model receives, and the number of
// characters that it has and that the text has.
func (r ToolResult) Received() (text string, n, all int) {
	all = utf8.RuneCountInString(r.Text)
	if all <= MaxToolResult {
		return r.Text, all, all
	}
	for i := range r.Text {
		if n == MaxToolResult {
			return r.Text[:i], n, all
		}
		n++
	}
	return r.Text, all, all
}

// Part returns the part that holds the call.
func (c ToolCall) Part() Part { return Part{Kind: PartToolCall, Text: encoded(c)} }

// Line returns the text by which the part of a result grows.
func (r ToolResult) Line() string { return encoded(r) + "\n" }

// ToolCall returns the call that a part holds; false for a part of another kind, or damaged text.
func (p Part) ToolCall() (c ToolCall, ok bool) {
	if p.Kind != PartToolCall || json.Unmarshal([]byte(p.Text), &c) != nil || c.ID == "" {
		return ToolCall{}, false
	}
	return c, true
}

// ToolResult returns the last state that a part holds whole; false for a part of another kind, or
// where no state is whole.
func (p Part) ToolResult() (r ToolResult, ok bool) {
	if p.Kind != PartToolResult {
		return ToolResult{}, false
	}
	for line := range strings.Lines(p.Text) {
		var next ToolResult
		if strings.HasSuffix(line, "\n") && json.Unmarshal([]byte(line), &next) == nil && next.Call != "" {
			r, ok = next, true
		}
	}
	return r, ok
}

func encoded(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic("chat: a tool call that JSON cannot hold: " + err.Error()) // Extra was read from JSON
	}
	return string(text)
}
