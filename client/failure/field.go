package failure

import (
	"encoding/json"
	"strings"

	"parlando/client/wire"
)

const (
	// maxReason is the length of Refusal.Reason in characters.
	maxReason = 300
	// maxRefusedValue is the length of Refusal.Value in characters.
	maxRefusedValue = 100
)

// Field is an optional field of a request as it is sent.
type Field struct {
	// Name is its name on the wire: "temperature".
	Name string
	// Value is its value in JSON; fields of a form are strings.
	Value json.RawMessage
}

// text is the value without quotes, at most maxRefusedValue characters of it.
func (f Field) text() string {
	text, ok := wire.String(f.Value)
	if !ok {
		text = string(f.Value)
	}
	return shorten(text, maxRefusedValue)
}

// valueKind is the kind of values that a field takes.
type valueKind uint8

const (
	noRange valueKind = iota // a service names no range of it
	anyNumber
	wholeNumber
)

// optional are the fields that may be left out when a model refuses them: the answer differs a
// little, its meaning does not. What a user relies on (messages, tools, a text's response_format)
// is never left out. speed, language and prompt belong to sound (GATEWAY.md 2.7, 2.8).
var optional = map[string]valueKind{
	"stream_options": noRange, "stream": noRange, "user": noRange, "stop": noRange, "language": noRange, "prompt": noRange,
	"temperature": anyNumber, "top_p": anyNumber, "frequency_penalty": anyNumber, "presence_penalty": anyNumber, "speed": anyNumber,
	"max_tokens": wholeNumber, "max_completion_tokens": wholeNumber, "seed": wholeNumber, "n": wholeNumber,
}

// shorten cuts a text to so many characters.
func shorten(text string, most int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}
