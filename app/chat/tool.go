package chat

import (
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"

	"parlando/app/reason"
)

// ToolDefinition is a tool as described to a model (GATEWAY.md 2.3).
type ToolDefinition struct {
	// Name is 1 to 64 letters, digits, underscores and hyphens.
	Name, Description string
	// Title is the tool's displayed name, Labels has the displayed names of its arguments, by their
	// names in Parameters; both may be empty, and neither is sent.
	Title  string
	Labels map[string]string
	// Parameters is a JSON Schema of an object.
	Parameters json.RawMessage
	// Own reports that the user made the tool and types its results; running the tool returns the
	// typed text.
	Own bool
}

// ToolRequest is a tool call with the reply that contains it.
type ToolRequest struct {
	Call ToolCall
	// Reply is the message that contains the call.
	Reply, Conversation, Connection ID
	Model                           string
	// MayHaveRun reports that the program ended during the call. Running the call again requires
	// the user's permission.
	MayHaveRun bool
	// Outside are the texts that the model has read in this turn and the user did not write. They
	// may have ordered the call.
	Outside []OutsideText
}

// OutsideText is a text of a turn that the user did not write.
type OutsideText struct {
	// Kind is that of the part, such as PartPasted for a file. PartToolResult is the result of a
	// tool, PartSources a web page, and PartText a message of an imported chat.
	Kind PartKind
	// Name is the name of the file, the transcript or the tool, or the host of the web page; it may
	// be hostile, and is "" if there is none.
	Name string
}

// ToolCall is a model's request to run a tool (GATEWAY.md 2.4). Its JSON is the text of a
// PartToolCall.
type ToolCall struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Arguments is a JSON object as written by the model, "{}" if it wrote nothing.
	Arguments string `json:"arguments"`
	// Extra holds members that GATEWAY.md does not name. Some services expect them to be sent back.
	Extra map[string]json.RawMessage `json:"extra,omitempty"`
	// Title and Labels are those of the tool's definition at the time of the call. They are shown,
	// but not sent.
	Title  string            `json:"title,omitempty"`
	Labels map[string]string `json:"labels,omitempty"`
}

// ToolState is the progress of a tool call. Its value is stored.
type ToolState string

// The states of a tool call.
const (
	// ToolStarted: the call has started. If no later state is stored, the program ended meanwhile,
	// and the tool may have run.
	ToolStarted ToolState = "started"
	// ToolDone: the tool has run; Text is its result.
	ToolDone ToolState = "done"
	// ToolFailed: the tool failed or was not run; Text is the reason.
	ToolFailed ToolState = "failed"
	// ToolDenied: the user did not permit the call.
	ToolDenied ToolState = "denied"
	// ToolCanceled: the user stopped the reply before the tool ended.
	ToolCanceled ToolState = "canceled"
)

// Ended reports whether the state is final. The state "" before the start of a call is not.
func (s ToolState) Ended() bool { return s != "" && s != ToolStarted }

// ToolRefusal is a reason why the program does not run a call. Its value is stored.
type ToolRefusal string

// The reasons why a call is not run.
const (
	ToolUnknown  ToolRefusal = "unknown"  // there is no such tool
	ToolRepeated ToolRefusal = "repeated" // the reply already contains the same call several times
)

// ToolResult is the progress of a call. The text of a PartToolResult is the JSON of its states, one
// per line, the last of which is current, because stored parts can only grow.
type ToolResult struct {
	// Call is the ID of the ToolCall.
	Call  string    `json:"call"`
	State ToolState `json:"state"`
	// Text is the result for the model.
	Text string `json:"text,omitempty"`
	// Refusal is the reason why the program did not run a failed call, "" if it ran; Text explains
	// the reason to the model.
	Refusal ToolRefusal `json:"refusal,omitempty"`
	// Reason is the code of the error in Text, for the window; nil if it has none.
	Reason *reason.Reason `json:"reason,omitempty"`
	// Took is the running time of the call, 0 before its end.
	Took time.Duration `json:"took,omitempty"`
}

// MaxToolResult is the maximum number of characters of a result sent to a model. The chat stores
// the whole result.
const MaxToolResult = 100_000

// ForModel returns the text to send to a model. n is the number of its characters, all the number
// of characters of the whole result.
func (r ToolResult) ForModel() (text string, n, all int) {
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

// Part returns a part with the call.
func (c ToolCall) Part() Part { return Part{Kind: PartToolCall, Text: encoded(c)} }

// Line returns the text to append to the part of a result.
func (r ToolResult) Line() string { return encoded(r) + "\n" }

// ToolCall decodes the call of a part; ok is false for another kind of part or damaged text.
func (p Part) ToolCall() (c ToolCall, ok bool) {
	if p.Kind != PartToolCall || json.Unmarshal([]byte(p.Text), &c) != nil || c.ID == "" {
		return ToolCall{}, false
	}
	return c, true
}

// ToolResult decodes the last complete state of a part; ok is false for another kind of part or
// without a complete state.
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
		// Extra was read from JSON, so encoding cannot fail
		panic("chat: a tool call that JSON cannot hold: " + err.Error())
	}
	return string(text)
}
