package practice

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// format is a validated response_format (docs/gateway.md 4.1.5).
type format struct {
	kind   string  // text, json_object or json_schema
	schema *schema // of json_schema
	at     string  // path of the schema in the request
}

// responseFormat reads response_format.
func (c *checker) responseFormat(model entry, messages []message) format {
	f := format{kind: "text"}
	if !c.given("response_format") {
		return f
	}
	inner, ok := c.object("response_format")
	if !ok || !inner.need("type") || !inner.str("type", &f.kind) {
		return f
	}
	if s, ok := formatScriptOf(model.id); ok && s.refusal != nil {
		if bad := s.refusal(f.kind, inner.fields["json_schema"], c.given("tools")); bad != nil {
			c.refuseWith(*bad)
			return f
		}
	}
	switch f.kind {
	case "text":
		return f
	case "json_object", "json_schema":
	default:
		inner.refuse("type", fmt.Sprintf("Invalid value: '%.40s'. Supported values are: 'text', 'json_object', and 'json_schema'.", f.kind))
		return f
	}
	if !model.heeds("response_format") {
		c.refuse("response_format", fmt.Sprintf("'response_format' of the type '%s' is not supported with this model. Try %s or %s.", f.kind, WriterModel, ToolModel))
		return f
	}
	if f.kind == "json_schema" {
		inner.schemaOf(&f)
		return f
	}
	for _, m := range messages {
		if m.role == "system" && strings.Contains(strings.ToLower(m.text), "json") {
			return f
		}
	}
	c.refuse("response_format", "To use 'response_format' of the type 'json_object', a system message in 'messages' must contain the word JSON.")
	return f
}

// schemaOf reads json_schema: {"name", "schema", "strict"}, or the schema itself.
func (c *checker) schemaOf(f *format) {
	if !c.need("json_schema") {
		return
	}
	inner, ok := c.object("json_schema")
	if !ok {
		return
	}
	raw := c.fields["json_schema"]
	f.at = c.path("json_schema")
	if inner.wraps() {
		var name, about string
		var strict bool
		if !inner.need("name") || !inner.str("name", &name) {
			return
		}
		if !isName(name) {
			inner.refuse("name", fmt.Sprintf("Invalid '%s': '%.80s' does not match the rule, which is %s.", inner.path("name"), name, namedRule))
			return
		}
		inner.str("description", &about)
		inner.flag("strict", &strict)
		raw = json.RawMessage(`{"type":"object"}`)
		if inner.given("schema") {
			raw = inner.fields["schema"]
			f.at = inner.path("schema")
			if kind := sortOf(raw); kind != "an object" && kind != "a boolean" {
				inner.refuse("schema", fmt.Sprintf("Invalid type for '%s': expected a JSON Schema, but got %s.", f.at, kind))
				return
			}
		}
	}
	made, problem := newSchema(raw)
	if problem != "" {
		c.refuseWith(fault{status: 400, param: f.at, code: "invalid_schema", message: fmt.Sprintf("Invalid schema for '%s': %s", f.at, problem)})
		return
	}
	f.schema = made
}

// wraps reports whether the object is {"name", "schema", "strict"} rather than a schema.
func (c *checker) wraps() bool {
	for _, word := range []string{"type", "properties", "$ref", "anyOf", "oneOf", "allOf", "enum", "const", "$defs", "items"} {
		if _, is := c.fields[word]; is {
			return false
		}
	}
	_, schema := c.fields["schema"]
	_, name := c.fields["name"]
	_, strict := c.fields["strict"]
	return schema || name || strict
}

// fill returns a JSON reply in the requested format.
func (f format) fill(q question) (string, *fault) {
	if f.kind == "json_object" {
		asked := strings.TrimSpace(q.lastUser().text)
		return asJSON(struct {
			Message    string `json:"message"`
			Words      int    `json:"words"`
			Characters int    `json:"characters"`
			Practice   bool   `json:"practice"`
		}{shorten(asked, maxQuote), len(strings.Fields(asked)), utf8.RuneCountInString(asked), true}), nil
	}
	raw, problem := f.schema.smallest(true)
	if problem != "" {
		return "", &fault{
			status: 400, param: f.at, code: "invalid_schema",
			message: fmt.Sprintf("The schema in '%s' cannot be filled: %s", f.at, problem),
		}
	}
	return string(raw), nil
}
