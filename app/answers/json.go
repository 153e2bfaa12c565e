package answers

import (
	"bytes"
	"encoding/json"
	"strings"

	"parley/app/chat"
	"parley/app/internal/schema"
)

// Bounds of a check.
const (
	maxJSONBytes = 4 << 20
	maxJSONSteps = 200_000
)

// Document returns the one JSON document in a text, and what stands before and after it; ok is false while it is not complete.
func Document(text string) (before, document, after string, ok bool) {
	at := strings.IndexAny(text, "{[")
	if at < 0 {
		return text, "", "", false
	}
	end, ok := loose{text, true}.nested(at)
	return text[:at], text[at:end], text[end:], ok
}

// CheckJSON returns what is wrong with the JSON of an answer, nil if nothing is: it is no JSON, or does not match the schema of its form.
func CheckJSON(f chat.AnswerForm, text string) error {
	_, document, _, _ := Document(text)
	if len(f.Schema) == 0 {
		var v any
		return json.Unmarshal([]byte(document), &v)
	}
	s, err := schema.Compile(string(f.Schema))
	if err != nil {
		return err
	}
	value, err := schema.ReadObject(document, maxJSONBytes)
	if err != nil {
		return err
	}
	return s.Check(value, maxJSONSteps)
}

// Fenced puts the JSON of an answer into a block of code, in lines of their own where it is complete.
func Fenced(text string) string {
	before, document, after, ok := Document(text)
	if document == "" {
		return text
	}
	var b bytes.Buffer
	if ok && json.Indent(&b, []byte(document), "", "  ") == nil {
		document = b.String()
	}
	fence := "```"
	for strings.Contains(document, fence) {
		fence += "`"
	}
	out := fence + "json\n" + document
	if ok {
		out += "\n" + fence
	}
	if before = prose(before); before != "" {
		out = before + "\n\n" + out
	}
	if after = prose(after); after != "" {
		out += "\n\n" + after
	}
	return out
}
