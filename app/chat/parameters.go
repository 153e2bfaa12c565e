package chat

import "slices"

// Parameters are the dials of Adjust. A nil or empty field means "the model decides" and is not sent.
type Parameters struct {
	Temperature      *float64 `json:"temperature,omitempty"`       // 0 to 2 (GATEWAY.md 2.1)
	TopP             *float64 `json:"top_p,omitempty"`             // 0 to 1
	FrequencyPenalty *float64 `json:"frequency_penalty,omitempty"` // -2 to 2
	PresencePenalty  *float64 `json:"presence_penalty,omitempty"`  // -2 to 2
	MaxTokens        *int     `json:"max_tokens,omitempty"`        // at least 1
	// Stop are words at which a reply ends, before them: StopMost at most, none of them empty (GATEWAY.md 2.1).
	Stop []string `json:"stop,omitempty"`
	// Seed asks a service to answer the same question in the same way again, as far as it can; any whole number.
	Seed *int64 `json:"seed,omitempty"`
	// Replies is how many replies to a message are asked for at once (n), 1 to RepliesMost.
	Replies *int `json:"n,omitempty"`
	// User is what the person is called towards the service, UserMost letters at most.
	User string `json:"user,omitempty"`
	// AllAtOnce asks for whole replies in place of streams.
	AllAtOnce bool `json:"all_at_once,omitempty"`
	// Instructions go first, as the system message.
	Instructions string `json:"instructions,omitempty"`
	// Preset is the preset they were taken from, which may have changed or be gone; "" for none. It is never sent.
	Preset ID `json:"preset,omitempty"`
}

// What is sent at most.
const (
	StopMost    = 4         // words to stop at; more is more than most services take
	StopLongest = 200       // letters in one of them
	UserMost    = 128       // letters of the id
	RepliesMost = 4         // replies to one message
	SeedMost    = 1<<53 - 1 // either way from 0: a number that every reader of JSON keeps as it is
)

// Equal reports whether p and q are sent alike; Preset does not count.
func (p Parameters) Equal(q Parameters) bool {
	return same(p.Temperature, q.Temperature) && same(p.TopP, q.TopP) &&
		same(p.FrequencyPenalty, q.FrequencyPenalty) && same(p.PresencePenalty, q.PresencePenalty) &&
		same(p.MaxTokens, q.MaxTokens) && slices.Equal(p.Stop, q.Stop) && same(p.Seed, q.Seed) &&
		same(p.Replies, q.Replies) && p.User == q.User && p.AllAtOnce == q.AllAtOnce && p.Instructions == q.Instructions
}

// IsZero reports whether the model decides everything and nothing is sent.
func (p Parameters) IsZero() bool { return p.Equal(Parameters{}) }

// Clone returns a copy that shares nothing with p.
func (p Parameters) Clone() Parameters {
	p.Temperature, p.TopP = copied(p.Temperature), copied(p.TopP)
	p.FrequencyPenalty, p.PresencePenalty = copied(p.FrequencyPenalty), copied(p.PresencePenalty)
	p.MaxTokens, p.Seed, p.Replies = copied(p.MaxTokens), copied(p.Seed), copied(p.Replies)
	p.Stop = slices.Clone(p.Stop)
	return p
}

func same[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

func copied[T any](v *T) *T {
	if v == nil {
		return nil
	}
	c := *v
	return &c
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
