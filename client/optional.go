package client

// valueKind says what values a field takes.
type valueKind uint8

const (
	noRange valueKind = iota // a service names no range of it
	anyNumber
	wholeNumber
)

// optional are the fields that may be left out when a model refuses them: the answer differs a
// little, its meaning does not. What a person relies on (messages, tools, a text's response_format)
// is never left out. speed, language and prompt belong to sound (GATEWAY.md 2.7, 2.8).
var optional = map[string]valueKind{
	"stream_options": noRange, "stream": noRange, "user": noRange, "stop": noRange, "language": noRange, "prompt": noRange,
	"temperature": anyNumber, "top_p": anyNumber, "frequency_penalty": anyNumber, "presence_penalty": anyNumber, "speed": anyNumber,
	"max_tokens": wholeNumber, "max_completion_tokens": wholeNumber, "seed": wholeNumber, "n": wholeNumber,
}
