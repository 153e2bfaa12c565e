package chat

import (
	"reflect"
	"slices"

	"parlando/client"
	"parlando/client/fieldname"
)

// Parameters are the parameters shown in Adjust. A nil or empty field is left to the model and not
// sent.
type Parameters struct {
	Temperature      *float64 `json:"temperature,omitempty"`       // 0 to 2 (GATEWAY.md 2.1)
	TopP             *float64 `json:"top_p,omitempty"`             // 0 to 1
	FrequencyPenalty *float64 `json:"frequency_penalty,omitempty"` // -2 to 2
	PresencePenalty  *float64 `json:"presence_penalty,omitempty"`  // -2 to 2
	MaxTokens        *int     `json:"max_tokens,omitempty"`        // at least 1
	// Stop are sequences before which a reply ends: at most MaxStops, none empty (GATEWAY.md 2.1).
	Stop []string `json:"stop,omitempty"`
	// Seed asks a service to give the same reply to the same request, as far as possible.
	Seed *int64 `json:"seed,omitempty"`
	// Replies is the number of replies to a message (n), 1 to MaxReplies.
	Replies *int `json:"n,omitempty"`
	// User is the user ID sent to the service, at most MaxUserID letters.
	User string `json:"user,omitempty"`
	// ReasoningEffort tells the model how much to think: EffortNone, EffortLow or EffortHigh; ""
	// leaves it to the model. It is sent only to models that think.
	ReasoningEffort string `json:"reasoning_effort,omitempty"`
	// SearchWeb requests a search of the web, of models that can.
	SearchWeb bool `json:"search_web,omitempty"`
	// NoMemories leaves out the memories.
	NoMemories bool `json:"no_memories,omitempty"`
	// AllAtOnce requests replies without streaming.
	AllAtOnce bool `json:"all_at_once,omitempty"`
	// Tools are the names of the tools the model may use (GATEWAY.md 2.3). If empty, the request
	// contains neither tools nor a tool choice.
	Tools []string `json:"tools,omitempty"`
	// ToolChoice is ToolsNone, ToolsRequired or the name of the one tool that the model must use
	// (GATEWAY.md 4.1.1); "" leaves the choice to the model.
	ToolChoice string `json:"tool_choice,omitempty"`
	// Answer is the requested form of answers, nil for text.
	Answer *AnswerForm `json:"answer,omitempty"`
	// Instructions are sent first, as the system message.
	Instructions string `json:"instructions,omitempty"`
	// Preset is the preset from which the parameters were copied; "" for none. The preset may have
	// been changed or deleted since. It is never sent.
	Preset ID `json:"preset,omitempty"`
}

// The names of the request fields that the window shows. Views may not import the client.
const (
	FieldTemperature         = fieldname.Temperature
	FieldTopP                = fieldname.TopP
	FieldFrequencyPenalty    = fieldname.FrequencyPenalty
	FieldPresencePenalty     = fieldname.PresencePenalty
	FieldMaxTokens           = fieldname.MaxTokens
	FieldMaxCompletionTokens = fieldname.MaxCompletionTokens
	FieldStop                = fieldname.Stop
	FieldSeed                = fieldname.Seed
	FieldN                   = fieldname.N
	FieldUser                = fieldname.User
	FieldReasoningEffort     = fieldname.ReasoningEffort
	FieldWebSearchOptions    = fieldname.WebSearchOptions
	FieldSearchTool          = fieldname.SearchTool
	FieldPlugins             = fieldname.Plugins
	FieldResponseFormat      = fieldname.ResponseFormat
	FieldTools               = fieldname.Tools
	FieldToolChoice          = fieldname.ToolChoice
	FieldStream              = fieldname.Stream
	FieldVoice               = fieldname.Voice
	FieldSpeed               = fieldname.Speed
	FieldInstructions        = fieldname.Instructions
	FieldLanguage            = fieldname.Language
	FieldPrompt              = fieldname.Prompt
)

// The values of Parameters.ReasoningEffort; the client sends the nearest that a model accepts.
const (
	EffortNone = string(client.EffortNone) // no thinking
	EffortLow  = string(client.EffortLow)
	EffortHigh = string(client.EffortHigh)
)

// The tool choices that are not names of tools.
const (
	ToolsNone     = "none"     // the model sees the tools but must not use them
	ToolsRequired = "required" // the model must use a tool before it answers
)

// The limits of parameters.
const (
	MaxStops      = 4   // stop sequences; most services accept no more
	MaxStopLength = 200 // letters in a stop sequence
	MaxUserID     = 128 // letters of the user ID
	MaxReplies    = 8   // replies to one message
	// MaxSeed is the largest absolute value of a seed: all JSON parsers read such integers exactly.
	MaxSeed = 1<<53 - 1
)

// Equal reports whether p and q result in the same request. It ignores Preset.
func (p Parameters) Equal(q Parameters) bool {
	p.Preset, q.Preset = "", ""
	if len(p.Stop) == 0 && len(q.Stop) == 0 {
		p.Stop, q.Stop = nil, nil
	}
	if len(p.Tools) == 0 && len(q.Tools) == 0 {
		p.Tools, q.Tools = nil, nil
	}
	return reflect.DeepEqual(p, q)
}

// IsZero reports whether no parameter is set.
func (p Parameters) IsZero() bool { return p.Equal(Parameters{}) }

// AfterMessage returns the parameters for the next message of a chat after one was sent with p.
func (p Parameters) AfterMessage() Parameters {
	if p.Answer != nil && p.Answer.Once {
		p.Answer = nil
	}
	return p
}

// Clone returns a deep copy.
func (p Parameters) Clone() Parameters {
	for _, n := range NumberParameters {
		*n.Of(&p) = copied(*n.Of(&p))
	}
	p.MaxTokens, p.Seed, p.Replies = copied(p.MaxTokens), copied(p.Seed), copied(p.Replies)
	p.Stop, p.Tools, p.Answer = slices.Clone(p.Stop), slices.Clone(p.Tools), p.Answer.Clone()
	return p
}

// ForPreset returns a copy for a preset, without what applies to one chat or one message only.
func (p Parameters) ForPreset() Parameters {
	p = p.Clone()
	p.NoMemories = false
	if p.Answer != nil && p.Answer.Once {
		p.Answer = nil
	}
	return p
}

func copied[T any](v *T) *T {
	if v == nil {
		return nil
	}
	c := *v
	return &c
}

// Range is a closed range of numbers.
type Range struct{ Min, Max float64 }

// NumberParameter is a parameter with a slider in Adjust; its label is in views/words.
type NumberParameter struct {
	Name  string // JSON name
	Range Range  // GATEWAY.md 8
	Step  float64
	// Default is the value at services if the parameter is not sent.
	Default float64
	Of      func(*Parameters) **float64
}

// NumberParameters are the sliders of Adjust in the order of GATEWAY.md 2.1.
var NumberParameters = []NumberParameter{
	{fieldname.Temperature, Range{0, 2}, 0.1, 1, func(p *Parameters) **float64 { return &p.Temperature }},
	{fieldname.TopP, Range{0, 1}, 0.05, 1, func(p *Parameters) **float64 { return &p.TopP }},
	{fieldname.FrequencyPenalty, Range{-2, 2}, 0.1, 0, func(p *Parameters) **float64 { return &p.FrequencyPenalty }},
	{fieldname.PresencePenalty, Range{-2, 2}, 0.1, 0, func(p *Parameters) **float64 { return &p.PresencePenalty }},
}

// Clamp clamps v to the range.
func (r Range) Clamp(v float64) float64 { return min(max(v, r.Min), r.Max) }
