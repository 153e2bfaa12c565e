package client

import "encoding/json"

// ResponseFormat says of what kind the text of a reply is (GATEWAY.md 4.1.5). The zero value is not
// sent and means plain text.
type ResponseFormat struct {
	kind, name string
	schema     json.RawMessage
	strict     bool
}

// FormatText asks for plain text in so many words.
func FormatText() ResponseFormat { return ResponseFormat{kind: "text"} }

// FormatJSON asks for valid JSON. The word JSON must be in the system message.
func FormatJSON() ResponseFormat { return ResponseFormat{kind: "json_object"} }

// FormatSchema asks for JSON that matches a schema; only some models can. The schema is sent as it
// is written, inside an object with a name (letters, digits, _ and -), as most services want it, or
// by itself if name is "", as GATEWAY.md has it. With strict the model cannot leave the schema,
// where the service has such a thing; without it no strict is sent, since some refuse the word.
// What a refusal tells to try next are the constants that begin with RefusedFormat.
func FormatSchema(name string, schema json.RawMessage, strict bool) ResponseFormat {
	return ResponseFormat{kind: "json_schema", name: name, schema: schema, strict: strict}
}

// IsZero reports whether no format is asked for.
func (f ResponseFormat) IsZero() bool { return f.kind == "" }

// MarshalJSON writes the format as it is sent.
func (f ResponseFormat) MarshalJSON() ([]byte, error) {
	b := map[string]any{"type": f.kind}
	switch {
	case f.kind == "json_schema" && f.name == "":
		b["json_schema"] = f.schema
	case f.kind == "json_schema":
		inner := map[string]any{"name": f.name, "schema": f.schema}
		if f.strict {
			inner["strict"] = true
		}
		b["json_schema"] = inner
	}
	return encode(b)
}
