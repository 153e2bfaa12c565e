package failure

import (
	"encoding/json"
	"strings"

	"parlando/client/wire"
)

const (
	// maxReason is the longest Refusal.Reason in characters.
	maxReason = 300
	// maxRefusedValue is the longest Refusal.Value in characters.
	maxRefusedValue = 100
)

// Field is an optional field of a request as it was sent.
type Field struct {
	// Name is the name in the request, such as "temperature".
	Name string
	// Value is the value as JSON; form fields are strings.
	Value json.RawMessage
}

// text returns the value without quotes, shortened to maxRefusedValue characters.
func (f Field) text() string {
	text, ok := wire.ParseString(f.Value)
	if !ok {
		text = string(f.Value)
	}
	return shorten(text, maxRefusedValue)
}

// valueKind is the kind of values that a field accepts.
type valueKind uint8

const (
	noRange valueKind = iota // services report no range for it
	anyNumber
	wholeNumber
)

// optional lists the fields that may be left out if a model refuses them, because the reply changes
// little. Fields that a user relies on (messages, tools, a chat's response_format) are never left
// out. speed and the fields in ofSound are of speech and transcripts (GATEWAY.md 2.7, 2.8).
var optional = map[string]valueKind{
	"stream_options": noRange, "stream": noRange, "user": noRange, "stop": noRange, "language": noRange, "prompt": noRange,
	"instructions": noRange, "languages": noRange, "keywords": noRange, "chunking_strategy": noRange, "diarize": noRange, "timestamp_granularities": noRange,
	"temperature": anyNumber, "top_p": anyNumber, "frequency_penalty": anyNumber, "presence_penalty": anyNumber, "speed": anyNumber,
	"max_tokens": wholeNumber, "max_completion_tokens": wholeNumber, "seed": wholeNumber, "n": wholeNumber,
}

// ofSound lists fields of speech and transcripts. A chat may contain their names as ordinary words.
var ofSound = append([]string{"instructions", "prompt", "languages", "keywords"}, ofSpeakers...)

// ofSpeakers lists the fields that request speaker labels. Each has only one possible value.
var ofSpeakers = []string{"chunking_strategy", "diarize", "timestamp_granularities"}

// shorten truncates a text to most characters.
func shorten(text string, most int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}
