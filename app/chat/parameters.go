package chat

// Parameters are the dials of Adjust. A nil or empty field means "the model decides" and is not sent.
type Parameters struct {
	Temperature      *float64 `json:"temperature,omitempty"`       // 0 to 2 (GATEWAY.md 2.1)
	TopP             *float64 `json:"top_p,omitempty"`             // 0 to 1
	FrequencyPenalty *float64 `json:"frequency_penalty,omitempty"` // -2 to 2
	PresencePenalty  *float64 `json:"presence_penalty,omitempty"`  // -2 to 2
	MaxTokens        *int     `json:"max_tokens,omitempty"`        // at least 1
	// Instructions go first, as the system message.
	Instructions string `json:"instructions,omitempty"`
}

// Range is the span a number may have, ends included.
type Range struct{ Min, Max float64 }

// The ranges of GATEWAY.md 8.
var (
	TemperatureRange = Range{0, 2}
	TopPRange        = Range{0, 1}
	PenaltyRange     = Range{-2, 2}
)

// Hold returns v moved into the range.
func (r Range) Hold(v float64) float64 { return min(max(v, r.Min), r.Max) }
