// Package fieldname names the fields of requests to a gateway (GATEWAY.md 2.1, 2.7 and 2.8), for
// the client that sends them and for the program that sets, stores and shows them.
package fieldname

import "slices"

// The fields of a chat.
const (
	Model               = "model" // of all requests
	Messages            = "messages"
	Temperature         = "temperature" // of transcripts, too
	TopP                = "top_p"
	FrequencyPenalty    = "frequency_penalty"
	PresencePenalty     = "presence_penalty"
	MaxTokens           = "max_tokens"
	MaxCompletionTokens = "max_completion_tokens" // the newer name of MaxTokens
	Stop                = "stop"
	Seed                = "seed"
	N                   = "n"
	User                = "user"
	ReasoningEffort     = "reasoning_effort" // sent to models that think
	Modalities          = "modalities"       // sent to models that make pictures
	WebSearchOptions    = "web_search_options"
	SearchTool          = "openrouter:web_search" // an element of tools, but refused on its own
	Plugins             = "plugins"               // sent instead of SearchTool
	ResponseFormat      = "response_format"       // of all requests
	Tools               = "tools"
	ToolChoice          = "tool_choice"
	Stream              = "stream"
	StreamOptions       = "stream_options"
	LogProbs            = "logprobs"            // never sent, but refused in messages of services
	ParallelToolCalls   = "parallel_tool_calls" // as LogProbs
)

// The fields of speech.
const (
	Input        = "input"
	Voice        = "voice"
	VoiceID      = "voice_id" // what some services call Voice
	Speed        = "speed"
	Instructions = "instructions"
)

// The fields of a transcript.
const (
	File                   = "file"
	Language               = "language"
	Languages              = "languages" // sent as languages[], once for each value, as is Keywords
	Prompt                 = "prompt"
	Keywords               = "keywords"
	ChunkingStrategy       = "chunking_strategy"
	Diarize                = "diarize"
	TimestampGranularities = "timestamp_granularities"
)

// Range is the kind of range that a refusal of a field may report.
type Range uint8

// The kinds of ranges: none, of any number, of whole numbers.
const (
	NoRange Range = iota
	AnyNumber
	WholeNumber
)

// Trait is a set of properties of a field.
type Trait uint8

const (
	// Optional fields may be left out if a model refuses them, because the reply changes little.
	// Fields that a user relies on (messages, tools, a chat's response_format) are not Optional.
	Optional Trait = 1 << iota
	// Exclusive fields may be refused because of another Exclusive field in the same request.
	Exclusive
	// OfSound fields are of speech and transcripts only. A chat may contain their names as ordinary
	// words.
	OfSound
)

// Rule says what a refusal of a field may mean.
type Rule struct {
	Name   string
	Range  Range
	Traits Trait
}

// Rules are the rules of all fields that a service may refuse by name, in the order of a request.
var Rules = []Rule{
	{Temperature, AnyNumber, Optional | Exclusive},
	{TopP, AnyNumber, Optional | Exclusive},
	{FrequencyPenalty, AnyNumber, Optional | Exclusive},
	{PresencePenalty, AnyNumber, Optional | Exclusive},
	{MaxTokens, WholeNumber, Optional | Exclusive},
	{MaxCompletionTokens, WholeNumber, Optional},
	{Stop, NoRange, Optional | Exclusive},
	{Seed, WholeNumber, Optional | Exclusive},
	{N, WholeNumber, Optional | Exclusive},
	{User, NoRange, Optional},
	{ReasoningEffort, NoRange, Optional},
	{Modalities, NoRange, Optional},
	{WebSearchOptions, NoRange, Optional},
	{SearchTool, NoRange, Optional},
	{Plugins, NoRange, Optional},
	{ResponseFormat, NoRange, Exclusive},
	{Tools, NoRange, Exclusive},
	{ToolChoice, NoRange, 0},
	{Stream, NoRange, Optional},
	{StreamOptions, NoRange, Optional},
	{LogProbs, NoRange, 0},
	{ParallelToolCalls, NoRange, 0},
	{Speed, AnyNumber, Optional},
	{Instructions, NoRange, Optional | OfSound},
	{Language, NoRange, Optional},
	{Languages, NoRange, Optional | OfSound},
	{Prompt, NoRange, Optional | OfSound},
	{Keywords, NoRange, Optional | OfSound},
	{ChunkingStrategy, NoRange, Optional | OfSound},
	{Diarize, NoRange, Optional | OfSound},
	{TimestampGranularities, NoRange, Optional | OfSound},
}

// RuleOf returns the rule of a field, without traits for a field that has none.
func RuleOf(name string) Rule {
	if i := slices.IndexFunc(Rules, func(r Rule) bool { return r.Name == name }); i >= 0 {
		return Rules[i]
	}
	return Rule{Name: name}
}

// Is reports whether the field has a trait.
func (r Rule) Is(t Trait) bool { return r.Traits&t != 0 }
