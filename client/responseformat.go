package client

import "encoding/json"

// ResponseFormat is the requested format of the reply (GATEWAY.md 4.1.5). The zero value is omitted
// and means plain text.
type ResponseFormat struct {
	kind, name string
	schema     json.RawMessage
	strict     bool
}

// FormatText explicitly requests plain text.
func FormatText() ResponseFormat { return ResponseFormat{kind: "text"} }

// FormatJSON requests valid JSON. The system message must contain the word JSON.
func FormatJSON() ResponseFormat { return ResponseFormat{kind: "json_object"} }

// FormatSchema requests JSON that matches a schema; only some models support this. The schema is
// sent unchanged, inside an object with a name (letters, digits, _ and -), as most services
// require; an empty name omits the object, as in GATEWAY.md. strict asks for a guarantee that the
// reply matches; false is not sent, because some services refuse the member. After a refusal,
// failure.RefusedFormatSchema and its siblings name the next attempt.
func FormatSchema(name string, schema json.RawMessage, strict bool) ResponseFormat {
	return ResponseFormat{kind: "json_schema", name: name, schema: schema, strict: strict}
}

// IsZero reports whether no format is requested.
func (f ResponseFormat) IsZero() bool { return f.kind == "" }

// MarshalJSON returns the format as it is sent.
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
