package client

import "encoding/json"

// Chunk is the result of Stream.Next. It is valid until the next call of Stream.Next.
type Chunk struct {
	// ID is the id of the reply, the first one received (GATEWAY.md 2.5), unlike Stream.RequestID,
	// which is from the headers. Model is the model that served the request. Both are "" if not
	// reported.
	ID, Model string
	Choices   []Delta
	// Usage is non-nil if the chunk reported usage; it has all usage reported so far.
	Usage *Usage
}

// Delta is the addition of one chunk to one choice.
type Delta struct {
	Index int
	// TextWasReasoning means that all earlier Text of this choice is in fact Reasoning, which was
	// recognized only now.
	TextWasReasoning bool
	Text             string
	Reasoning        string
	Refusal          string
	// Images are data: URLs or addresses in the reply; the client never fetches addresses.
	Images []string
	// Sources are sources of the reply that this choice has not named before.
	Sources []Source
	// PreparingTool is the name, or its beginning, of a tool whose call has started to arrive; ""
	// if none has.
	PreparingTool string
	// ToolCalls are complete calls, returned only once the end of the reply has been seen.
	ToolCalls []ToolCall
	// Thinking is the reasoning of the whole reply, set together with FinishReason. It must be sent
	// back with the reply if the reply has tool calls.
	Thinking ThinkingMembers
	// FinishReason is "" until the choice ends: then stop, length, tool_calls, content_filter,
	// error or another word.
	FinishReason string
}

// empty reports whether d has no content of the reply.
func (d *Delta) empty() bool {
	return d.Text == "" && d.Reasoning == "" && d.Refusal == "" && len(d.Images) == 0 && len(d.Sources) == 0 && !d.TextWasReasoning
}

// Usage has the counts of a request as reported by the service (GATEWAY.md 2.5). All counts are 0
// if it reported only the cost.
type Usage struct {
	// Prompt and Completion count all tokens, including cached, reasoning and audio tokens. Total
	// is billed.
	Prompt, Completion, Total int
	// Tokens has the same counts by kind: Input, CacheRead, CacheWrite and AudioInput add up to
	// Prompt, Output and AudioOutput to Completion.
	Tokens Tokens
	// AudioSeconds is the billed duration of sound, 0 if not reported.
	AudioSeconds float64
	// Characters is the number of characters synthesized, 0 if not reported.
	Characters int
	// Cost is nil if not reported. A positive cost below a millionth is one millionth.
	Cost *Money
	// Raw is the JSON object as received, without white space; nil if there was none or it was
	// long.
	Raw json.RawMessage
}
