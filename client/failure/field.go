package failure

import (
	"encoding/json"
	"strings"

	"parlando/client/fieldname"
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

// ofSpeakers lists the fields that request speaker labels. Each has only one possible value.
var ofSpeakers = []string{fieldname.ChunkingStrategy, fieldname.Diarize, fieldname.TimestampGranularities}

// shorten truncates a text to most characters.
func shorten(text string, most int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}
