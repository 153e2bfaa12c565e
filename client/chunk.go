package client

import "encoding/json"

// Chunk is one step of a reply. It is valid until the next call of Stream.Next.
type Chunk struct {
	// ID is the reply's own id, the first that the service gave (GATEWAY.md 2.5); Stream.RequestID
	// is that of its headers. Model is the model that serves it. Both are "" where the service did
	// not say.
	ID, Model string
	Choices   []Delta
	// Usage is non-nil on a chunk that told of it: all that is known until then.
	Usage *Usage
}

// Delta is the addition of one chunk to one choice.
type Delta struct {
	Index int
	// TextWasReasoning: all Text of this choice before this delta is Reasoning, as the service has
	// shown only now.
	TextWasReasoning bool
	Text             string
	Reasoning        string
	Refusal          string
	// Images are data: URLs or addresses the reply carries; addresses are never fetched by client.
	Images []string
	// Preparing is the name of the tool whose call has begun to come, "" where none begins. It may
	// be the beginning of the name.
	Preparing string
	// ToolCalls are whole calls, handed over only after the end was seen.
	ToolCalls []ToolCall
	// Finish is "" until the choice ended: stop, length, tool_calls, content_filter, error or
	// another word.
	Finish string
}

// empty reports whether nothing of the reply itself is in d.
func (d *Delta) empty() bool {
	return d.Text == "" && d.Reasoning == "" && d.Refusal == "" && len(d.Images) == 0 && !d.TextWasReasoning
}

// Usage holds the counts of a request by the service (GATEWAY.md 2.5). All counts are 0 where it
// told the cost alone.
type Usage struct {
	// Prompt and Completion count all tokens, including those of a cache, of thinking and of sound.
	// Total is billed.
	Prompt, Completion, Total int
	// Tokens are the same by kind: Input, CacheRead, CacheWrite and AudioInput make up Prompt,
	// Output and AudioOutput Completion.
	Tokens Tokens
	// Seconds is the length of the sound that is billed, 0 if the service did not tell.
	Seconds float64
	// Characters is the number of characters of a text that was spoken, 0 if the service did not
	// tell.
	Characters int
	// Cost is nil if the service did not tell. A positive cost below a millionth is one millionth.
	Cost *Money
	// Raw is the object as it came, without blanks; nil if there was none, or a long one.
	Raw json.RawMessage
}
